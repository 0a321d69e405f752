import TextModels

/// A compiled pattern of words.
///
/// Elements are separated by spaces:
///
///     word        this word; `word*` every word that begins so; `a|b` either; `a_b` two words in a row
///     @class      every alternative of a row of `safety_classes.tsv`, or of a list of `words.tsv`
///     ?element    the element may be missing
///     ..  ...     up to 3 or up to 8 words of the same sentence
///     $           the end of a clause
///     #6-500      a number in digits in this range, or in words up to twenty
///     =38-45      a number in digits in this range that is neither an amount (`40 g`) nor an aim (`under 40`)
///     &           separates parts that may occur in any order
struct Pattern: Sendable {
  enum Step: Sendable, Equatable {
    case element(Int, isOptional: Bool)
    case gap(Int)
    case end
  }

  let parts: [[Step]]
  /// The elements that must occur, by which most patterns are excluded cheaply.
  let required: [Int]

  init(_ text: String, _ elements: inout PatternElements) {
    parts = text.split(separator: "&").map { part in
      part.split(separator: " ").map { word in
        switch word {
        case "..": .gap(3)
        case "...": .gap(8)
        case "$": .end
        case _ where word.hasPrefix("?"): .element(elements.number(String(word.dropFirst())), isOptional: true)
        default: .element(elements.number(String(word)), isOptional: false)
        }
      }
    }
    required = parts.joined().compactMap { step in
      if case .element(let element, isOptional: false) = step { return element }
      return nil
    }
  }
}

/// The elements of all patterns, which are numbered, with the phrases and figures that they stand for.
struct PatternElements: Sendable {
  private let classes: [String: String]
  private var numbers: [String: Int] = [:]
  private var phrases = PhraseTable<Int>()
  private var figures: [(element: Int, range: ClosedRange<Double>, isReading: Bool)] = []

  var count: Int { numbers.count }

  /// - Parameter classes: the alternatives of each class, joined by `|`.
  init(classes: [String: String]) { self.classes = classes }

  /// Returns the number of an element. Equal texts have equal numbers.
  mutating func number(_ text: String) -> Int {
    if let known = numbers[text] { return known }
    let element = numbers.count
    numbers[text] = element
    for alternative in expanded(text) {
      if let sign = alternative.first, "#=".contains(sign) {
        figures.append((element, Self.range(alternative.dropFirst()), isReading: sign == "="))
      } else {
        let words = alternative.prefix { $0 != "*" }.split(separator: "_").map(String.init)
        phrases.insert(Phrase(words, endsOpen: alternative.hasSuffix("*")), element)
      }
    }
    return element
  }

  /// Returns the alternatives with classes replaced by their alternatives, up to three levels deep.
  private func expanded(_ text: String, depth: Int = 0) -> [Substring] {
    text.split(separator: "|").flatMap { alternative -> [Substring] in
      guard alternative.first == "@" else { return [alternative] }
      guard depth < 3, let content = classes[String(alternative.dropFirst())] else {
        preconditionFailure("no class \(alternative)")
      }
      return expanded(content, depth: depth + 1)
    }
  }

  private static func range(_ text: Substring) -> ClosedRange<Double> {
    let bounds = text.split(separator: "-").compactMap { Double($0) }
    guard bounds.count == 2, bounds[0] <= bounds[1] else { preconditionFailure("no range of numbers: \(text)") }
    return bounds[0]...bounds[1]
  }

  /// Returns the elements that begin at an index, with their numbers of words. `texts` are those of the words.
  func all(at index: Int, in words: [Word], _ texts: [String]) -> [(element: Int, length: Int)] {
    var found = phrases.all(at: index, in: texts).map { ($0.value, $0.phrase.words.count) }
    let digits = words[index].number
    guard let value = digits ?? Utterance.numbers[texts[index]] else { return found }
    let isReading = digits != nil && words.isReading(index)
    for figure in figures where figure.range.contains(value) && (isReading || !figure.isReading) {
      found.append((figure.element, 1))
    }
    return found
  }
}

extension [Word] {
  /// Whether a number is no amount (`52 g`), aim (`under 52`), time (`5:20`), or one of two (`190 over 120`).
  fileprivate func isReading(_ index: Int) -> Bool {
    func text(_ offset: Int) -> String { indices.contains(index + offset) ? self[index + offset].text : "" }
    func isJoined(_ direction: Int) -> Bool {
      let isLink = text(direction) == "/" || WordList.pressureLinks.contains(text(direction))
      return isLink && indices.contains(index + 2 * direction) && self[index + 2 * direction].number != nil
    }
    // "52 mg/dl" is a reading, "52 mg" an amount.
    let isConcentration = text(1) == "mg" && (text(2) == "dl" || text(3) == "dl")
    let isAmount = text(1) == ":" || WordList.otherReadings.contains(text(1)) && !isConcentration
    return !isAmount && text(-1) != ":" && !WordList.notReadings.contains(text(-1)) && !isJoined(1) && !isJoined(-1)
  }
}
