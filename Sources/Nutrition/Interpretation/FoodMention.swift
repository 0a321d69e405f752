import CFoods
package import TextModels

/// A food as a text mentions it, by which a classifier judges whether it was eaten: "she got the pancakes" and "Olive
/// laughed" name none that was (decision 0062).
package struct FoodMention: Sendable {
  /// The words of the text around the name.
  package let context: NameContext
  /// The food by its name in the table, its amount, its connector, and how it was found.
  package let circumstances: [String]

  /// The class of foods that were not eaten.
  package static let uneaten = "uneaten"
  /// The margin from which a food counts as not eaten.
  private static let limit: Float = 0.3
  /// Tokens that are searched for an open bracket before a name, and for each word of the name.
  private static let maxDistance = 40

  /// The classifier of `Resources/mention_model.bin`; nil only if it is broken, which a test excludes.
  static let classifier = TextClassifier(unsafe hearth_mention_model().contents)

  /// The foods that are items of an interpretation, by their clauses.
  static func all(_ interpretation: Interpretation, _ clauses: [Clause], _ tokens: [Token]) -> [Int: FoodMention] {
    let text = NameContext.Text(words(tokens))
    var earlier: Set<String> = []
    let items = interpretation.steps.filter { $0.role == .item }.prefix(2 * EmbeddedMealParser.maxItems)
    return items.reduce(into: [:]) { mentions, step in
      guard let food = clauses[step.clause].dish?.food.name else { return }
      mentions[step.clause] = FoodMention(clauses[step.clause], food, tokens, text, earlier)
      earlier.insert(food)
    }
  }

  private init?(_ clause: Clause, _ food: String, _ tokens: [Token], _ text: NameContext.Text, _ earlier: Set<String>) {
    guard let first = clause.found.matches.first, let last = clause.found.matches.last else { return nil }
    let segment = clause.segment
    let name = segment.words[first.range.lowerBound..<last.range.upperBound].flatMap { $0.text.split(separator: " ") }
    var rest = segment.range.clamped(to: tokens.indices)
    let positions = name.compactMap { word in
      let position = rest.prefix(Self.maxDistance).first { tokens[$0].text.map { $0 == word } == true }
      if let position { rest = position + 1..<rest.upperBound }
      return position
    }
    guard let start = positions.first, let end = positions.last else { return nil }
    context = NameContext(text, name: start..<end + 1)
    let brackets = tokens[max(0, start - Self.maxDistance)..<start].map { $0 == .open ? 1 : $0 == .close ? -1 : 0 }
    let amount = segment.quantities.first.map { $0.unit != nil ? "unit" : $0.amount.isArticle ? "article" : "number" }
    let facts = [
      "corrected": !first.corrections.isEmpty, "generic": first.isGeneric, "loose": first.isLoose,
      "again": earlier.contains(food), "first": earlier.isEmpty, "bracket": brackets.reduce(0, +) > 0,
      "several": clause.found.matches.count > 1,
    ]
    circumstances =
      ["food \(food)", "amount \(amount ?? "none")", "after \(segment.connector)"] + facts.filter(\.value).keys
  }

  /// Whether the food was eaten by the writer.
  var isEaten: Bool {
    guard let classifier = Self.classifier else { return true }
    return classifier.scores(of: context.features(circumstances, bits: classifier.bits))[0] < Self.limit
  }

  /// The words of a name, as contexts have them.
  package static func words(of name: String) -> [String] {
    words(Translator.english(Tokenizer.tokens(name), from: Languages.english, table: .builtIn))
  }

  private static func words(_ tokens: [Token]) -> [String] {
    tokens.map { token in
      switch token {
      case .word(let word): word
      case .number, .statedNutrient: "#"
      case .ampersand: "&"
      case .separator: NameContext.pause
      case .dash, .slash, .open, .close: NameContext.break
      }
    }
  }
}
