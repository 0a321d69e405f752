/// The elements of all patterns, which are numbered, with the phrases and figures that they stand for.
package struct PatternElements: Sendable {
  /// Whether the number at an index of a message is a reading, such as of a body's temperature.
  package typealias ReadingTest = @Sendable (_ words: [Word], _ index: Int) -> Bool

  private enum Alternative {
    case phrase(Phrase)
    case figure(ClosedRange<Double>, isReading: Bool)
  }

  private let classes: [String: String]
  private let numberWords: [String: Double]
  private let isReading: ReadingTest
  /// The alternatives of the classes that were used.
  private var expansions: [Substring: [Alternative]] = [:]
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
    for alternative in alternatives(text[...]) {
      switch alternative {
      case .phrase(let phrase): phrases.insert(phrase, element)
      case .figure(let range, let isReading): figures.append((element, range, isReading))
      }
    }
    return element
  }

  /// Returns the alternatives with classes replaced by their alternatives, up to three levels deep.
  private mutating func alternatives(_ text: Substring, depth: Int = 0) -> [Alternative] {
    text.pieces("|").flatMap { alternative -> [Alternative] in
      switch alternative.utf8.first {
      case UInt8(ascii: "@"): return expansion(alternative.dropFirst(), depth: depth)
      case UInt8(ascii: "#"): return [.figure(Self.range(alternative.dropFirst()), isReading: false)]
      case UInt8(ascii: "="): return [.figure(Self.range(alternative.dropFirst()), isReading: true)]
      default:
        let endsOpen = alternative.utf8.last == UInt8(ascii: "*")
        let words = (endsOpen ? alternative.dropLast() : alternative).pieces("_").map(String.init)
        return [.phrase(Phrase(words, endsOpen: endsOpen))]
      }
    }
  }

  private mutating func expansion(_ name: Substring, depth: Int) -> [Alternative] {
    if let known = expansions[name] { return known }
    guard depth < 3, let content = classes[String(name)] else { preconditionFailure("no class \(name)") }
    let all = alternatives(content[...], depth: depth + 1)
    expansions[name] = all
    return all
  }

  private static func range(_ text: Substring) -> ClosedRange<Double> {
    let bounds = text.pieces("-").compactMap { Double($0) }
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
