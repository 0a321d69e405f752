/// The elements of all patterns, with the phrases that they stand for.
struct SafetyLexicon: Sendable {
  /// An alternative of an element: words in a row, each of which may end with `*` for any ending.
  private struct Phrase: Sendable {
    var element: Int
    var words: [String]
  }

  private let classes: [String: String]
  private var elements: [String: Int] = [:]
  /// The phrases by their first word.
  private var phrases: [String: [Phrase]] = [:]
  private var numbers: [(element: Int, range: ClosedRange<Double>, isReading: Bool)] = []
  /// The words of all phrases.
  private var known: Set<String> = []
  private var longestPrefix = 0

  var elementCount: Int { elements.count }

  /// - Parameter classes: the alternatives of each class, joined by `|`.
  init(classes: [String: String]) { self.classes = classes }

  /// The words that misspellings are corrected to.
  var words: [String] { known.filter { !$0.hasSuffix("*") && $0.utf8.count >= FuzzyWords.minLetters } }

  /// Returns the number of an element. Equal texts have equal numbers.
  mutating func element(_ text: String) -> Int {
    if let known = elements[text] { return known }
    let element = elements.count
    elements[text] = element
    for alternative in expanded(text) {
      if let sign = alternative.first, "#=".contains(sign) {
        numbers.append((element, Self.range(alternative.dropFirst()), isReading: sign == "="))
        continue
      }
      let words = String(alternative).items("_")
      guard let first = words.first else { continue }
      phrases[first, default: []].append(Phrase(element: element, words: words))
      known.formUnion(words)
      longestPrefix = max(longestPrefix, words.filter { $0.hasSuffix("*") }.map { $0.count - 1 }.max() ?? 0)
    }
    return element
  }

  /// Returns the alternatives with classes replaced by their alternatives, up to three levels deep.
  private func expanded(_ text: String, depth: Int = 0) -> [Substring] {
    text.split(separator: "|").flatMap { alternative -> [Substring] in
      guard alternative.first == "@" else { return [alternative] }
      guard depth < 3, let content = classes[String(alternative.dropFirst())] else {
        preconditionFailure("safety_classes.tsv has no class \(alternative)")
      }
      return expanded(content, depth: depth + 1)
    }
  }

  private static func range(_ text: Substring) -> ClosedRange<Double> {
    let bounds = text.split(separator: "-").compactMap { Double($0) }
    guard bounds.count == 2, bounds[0] <= bounds[1] else { preconditionFailure("no range of numbers: \(text)") }
    return bounds[0]...bounds[1]
  }

  /// Returns the words of phrases that a word matches, without correction: "aches" may be `aches` and `ache*`.
  func forms(of word: String) -> [String] {
    var forms = known.contains(word) ? [word] : []
    var prefix = ""
    for character in word.prefix(longestPrefix) {
      prefix.append(character)
      if known.contains(prefix + "*") { forms.append(prefix + "*") }
    }
    return forms
  }

  /// Calls `body` with every element that begins at `index`, and its length in words.
  /// - Parameter forms: the forms of each word of the message.
  func matches(at index: Int, forms: [[String]], _ body: (_ element: Int, _ length: Int) -> Void) {
    for phrase in forms[index].flatMap({ phrases[$0] ?? [] }) where index + phrase.words.count <= forms.count {
      let fits = phrase.words.indices.dropFirst().allSatisfy { forms[index + $0].contains(phrase.words[$0]) }
      if fits { body(phrase.element, phrase.words.count) }
    }
  }

  /// Returns the elements of a number.
  func elements(of number: Double, isReading: Bool) -> [Int] {
    numbers.filter { $0.range.contains(number) && $0.isReading == isReading }.map(\.element)
  }
}
