package import JSONCodec
package import Nutrition
import TextModels

/// A text of a diary with the foods that the writer ate, from which the classifier of mentions learns.
package struct MentionCase: Sendable {
  /// The text.
  package let text: String
  /// ISO 639-1 code.
  package let language: String
  /// The words of the text that name each food, in its order; nil if only their number is known.
  let foods: [String]?
  /// Words of the text that name other food, or a food again.
  let others: [String]
  /// The number of foods.
  let count: Int

  /// Reads a line: `text`, `foods` with the `words` of each, and in `not` the words for other food. Lines without words, and
  /// meals for `hearth eval`, which have `items`, state the number of foods. Nil for a line with `held`.
  /// - Throws: `EvaluationCaseError` if text or foods are missing.
  package init?(_ value: JSONValue) throws(EvaluationCaseError) {
    guard let text = value["text"]?.stringValue else { throw EvaluationCaseError(missing: "text") }
    guard let foods = (value["items"] ?? value["foods"])?.arrayValue else {
      throw EvaluationCaseError(missing: "foods")
    }
    if value["held"]?.boolValue == true { return nil }
    self.text = text
    language = value["lang"]?.stringValue ?? "en"
    let words = foods.compactMap { $0["words"]?.stringValue }
    self.foods = words.count == foods.count ? words : nil
    others = value["not"]?.arrayValue?.compactMap(\.stringValue) ?? []
    count = foods.count
  }

  /// Returns the foods that the parser finds, and whether each was eaten. What the line does not name is left out: a part of
  /// a dish, for instance. If only the number is known, and the parser finds as many, all were eaten.
  package func mentions(_ parser: EmbeddedMealParser) -> [(mention: FoodMention, isEaten: Bool)] {
    let mentions = parser.mentions(in: text, language: language)
    guard let foods else { return mentions.count == count ? mentions.map { ($0, true) } : [] }
    let words = mentions.first?.context.text.words ?? []
    let (eaten, uneaten) = (positions(of: foods, in: words), positions(of: others, in: words))
    return mentions.compactMap { mention in
      if !eaten.isDisjoint(with: mention.context.name) { return (mention, true) }
      return uneaten.isDisjoint(with: mention.context.name) ? nil : (mention, false)
    }
  }

  /// The positions of names that follow each other in a text.
  private func positions(of names: [String], in words: [String]) -> Set<Int> {
    var (found, end): (Set<Int>, Int) = ([], 0)
    for name in names {
      let name = FoodMention.words(of: name, language: language).filter(Self.isWord)
      guard let range = Self.range(of: name, in: words, from: end) ?? Self.range(of: name, in: words, from: 0) else {
        continue
      }
      found.formUnion(range)
      end = range.upperBound
    }
    return found
  }

  private static func isWord(_ word: String) -> Bool { word != NameContext.pause && word != NameContext.break }

  /// The positions of words that follow each other but for pauses.
  private static func range(of name: [String], in words: [String], from start: Int) -> Range<Int>? {
    guard let first = name.first else { return nil }
    return words.indices[start...].lazy.filter { words[$0] == first }.compactMap { position in
      var (end, rest) = (position, name[...])
      while let word = rest.first, end < words.count {
        if words[end] == word { rest.removeFirst() } else if isWord(words[end]) { return nil }
        end += 1
      }
      return rest.isEmpty ? position..<end : nil
    }.first
  }
}
