/// The words of all patterns as numbered terms, with an index from terms to the elements that they may begin.
struct SafetyLexicon: Sendable {
  /// An alternative of an element: terms in a row.
  private struct Phrase: Sendable {
    var element: Int
    var terms: [Int]
  }

  private let classes: [String: String]
  private var elements: [String: Int] = [:]
  private var exact: [String: Int] = [:]
  private var prefixes: [String: Int] = [:]
  private var termCount = 0
  /// The phrases that begin with a term.
  private var phrases: [Int: [Phrase]] = [:]
  private var numbers: [(element: Int, range: ClosedRange<Double>)] = []
  private var longestPrefix = 0

  var elementCount: Int { elements.count }

  /// - Parameter classes: the alternatives of each class, joined by `|`.
  init(classes: [String: String]) { self.classes = classes }

  var words: [String] { exact.keys.filter { $0.utf8.count >= FuzzyWords.minLetters } }

  /// Returns the number of an element. Equal texts have equal numbers.
  mutating func element(_ text: String) -> Int {
    if let known = elements[text] { return known }
    let element = elements.count
    elements[text] = element
    if text.hasPrefix("#") {
      numbers.append((element, Self.range(text.dropFirst())))
      return element
    }
    for alternative in expanded(text) {
      let terms = alternative.split(separator: "_").map { term(String($0)) }
      guard let first = terms.first else { continue }
      phrases[first, default: []].append(Phrase(element: element, terms: terms))
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

  private mutating func term(_ text: String) -> Int {
    let isPrefix = text.hasSuffix("*")
    let word = isPrefix ? String(text.dropLast()) : text
    if let known = isPrefix ? prefixes[word] : exact[word] { return known }
    defer { termCount += 1 }
    if isPrefix {
      prefixes[word] = termCount
      longestPrefix = max(longestPrefix, word.utf8.count)
    } else {
      exact[word] = termCount
    }
    return termCount
  }

  private static func range(_ text: Substring) -> ClosedRange<Double> {
    let bounds = text.split(separator: "-").compactMap { Double($0) }
    guard bounds.count == 2, bounds[0] <= bounds[1] else { preconditionFailure("no range of numbers: \(text)") }
    return bounds[0]...bounds[1]
  }

  // MARK: - Lookup

  /// Returns the terms that a word matches, without correction.
  func terms(of word: String) -> [Int] {
    var terms: [Int] = []
    if let term = exact[word] { terms.append(term) }
    var prefix = ""
    for character in word.utf8.prefix(longestPrefix) {
      prefix.unicodeScalars.append(Unicode.Scalar(character))
      if let term = prefixes[prefix] { terms.append(term) }
    }
    return terms
  }

  /// Calls `body` with every element that begins at `index`, and its length in words.
  func matches(at index: Int, terms: [[Int]], number: Double?, _ body: (_ element: Int, _ length: Int) -> Void) {
    for term in terms[index] {
      for phrase in phrases[term] ?? [] where fits(phrase.terms, at: index, terms) {
        body(phrase.element, phrase.terms.count)
      }
    }
    guard let number else { return }
    for (element, range) in numbers where range.contains(number) { body(element, 1) }
  }

  private func fits(_ phrase: [Int], at index: Int, _ terms: [[Int]]) -> Bool {
    guard index + phrase.count <= terms.count else { return false }
    return phrase.indices.dropFirst().allSatisfy { terms[index + $0].contains(phrase[$0]) }
  }
}
