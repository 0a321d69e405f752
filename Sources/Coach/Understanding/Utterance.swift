import TextModels

/// A message of a user as a list of words, which rules are matched against.
///
/// Letters are lower case without accents, numbers are words, other characters separate words: "I'm 82kg!" is `im 82 kg`.
package struct Utterance: Sendable {
  static let maxWords = WordSplitter.maxWords

  /// A number in digits.
  struct Number {
    let index: Int
    let value: Double
    /// The word after it.
    let unit: String?
  }

  /// The message itself.
  package let text: String
  /// The words with their places in sentences, for patterns.
  let tokens: [Word]
  let words: [String]

  /// Splits a message into words.
  package init(_ text: String) {
    self.text = text
    let signs = ["$": " dollars ", "£": " quid ", "€": " euros "]
    tokens = Self.tokens(signs.reduce(text) { $0.replacing($1.key, with: $1.value) }, Self.spellings)
    words = tokens.map(\.text)
  }

  private static let spellings = WordList.spellings.valueByWord

  /// Returns the words as they are written, with "82kg" as two of them.
  static func split(_ text: String) -> [String] { tokens(text).map(\.text) }

  private static func tokens(_ text: String, _ spellings: [String: String] = [:]) -> [Word] {
    WordSplitter.words(text, keepsArticles: true).filter { !WordSplitter.signs.contains($0.text) }.map { word in
      var word = word
      let written = word.figure ?? word.text
      word.text = spellings[written] ?? written
      return word
    }
  }

  /// Whether the message contains any of the phrases, which are written like those of a list.
  func has(_ phrases: String...) -> Bool { phrases.contains { position(of: Phrase($0)) != nil } }

  func has(_ phrases: Phrases) -> Bool { phrases.occur(in: words) }

  func position(of phrase: Phrase) -> Int? { words.indices.first { phrase.occurs(in: words, at: $0) } }

  /// The parts that commas, parentheses and the ends of sentences separate, in their order.
  var clauses: [Utterance] {
    Dictionary(grouping: tokens, by: \.clause).sorted { $0.key < $1.key }
      .map { Utterance($1.map(\.text).joined(separator: " ")) }
  }

  /// Returns up to `count` words directly before an index.
  func before(_ index: Int, _ count: Int) -> ArraySlice<String> { words[..<index].suffix(count) }

  func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }

  /// Returns the number at `index`, in digits or in words up to twenty.
  func number(_ index: Int) -> Double? { word(index).flatMap { tokens[index].number ?? Self.numbers[$0] } }

  var numbers: [Number] {
    words.indices.compactMap { index in
      tokens[index].number.map { Number(index: index, value: $0, unit: word(index + 1)) }
    }
  }

  /// Returns the first number before one of the units that is in a range: "3 days".
  func count(_ units: String..., in range: ClosedRange<Double>) -> Int? {
    let counted = words.indices.dropLast().filter { units.contains(words[$0 + 1]) }
    return counted.lazy.compactMap(number).first(where: range.contains).map { Int($0) }
  }

  /// The values of the words up to twenty.
  static let numbers = WordList.numbers.valueByWord.compactMapValues { Double($0) }
}
