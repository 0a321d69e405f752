/// The elements of all patterns, which are numbered, with the phrases and figures that they stand for.
package struct PatternElements: Sendable {
  /// Whether the number at an index of a message is a reading, such as of a body's temperature.
  package typealias ReadingTest = @Sendable (_ words: [Word], _ index: Int) -> Bool

  private let classes: [String: String]
  private let numberWords: [String: Double]
  private let isReading: ReadingTest
  private var numbers: [String: Int] = [:]
  private var phrases = PhraseTable<Int>()
  private var figures: [(element: Int, range: ClosedRange<Double>, isReading: Bool)] = []

  var count: Int { numbers.count }

  /// - Parameters:
  ///   - classes: the alternatives of each class, joined by `|`.
  ///   - numberWords: the values of numbers in words.
  package init(
    classes: [String: String], numberWords: [String: Double], isReading: @escaping ReadingTest = { _, _ in true }
  ) {
    self.classes = classes
    self.numberWords = numberWords
    self.isReading = isReading
  }

  /// Returns the number of an element. Equal texts have equal numbers.
  package mutating func number(_ text: String) -> Int {
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
    guard let value = digits ?? numberWords[texts[index]] else { return found }
    let isReading = digits != nil && isReading(words, index)
    for figure in figures where figure.range.contains(value) && (isReading || !figure.isReading) {
      found.append((figure.element, 1))
    }
    return found
  }
}
