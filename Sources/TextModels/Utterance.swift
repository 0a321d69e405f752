/// A message of a user as a list of words, which rules are matched against.
///
/// Letters are lower case without accents, numbers are words, other characters separate words: "I'm 82kg!" is `im 82 kg`.
package struct Utterance: Sendable {
  /// A number in digits.
  package struct Number {
    /// The index of its word.
    package let index: Int
    /// The number.
    package let value: Double
    /// The word after it.
    package let unit: String?
  }

  /// The number of words that are read.
  package static let maxWords = WordSplitter.maxWords

  /// The message itself.
  package let text: String
  /// The words with their places in sentences, for patterns.
  package let tokens: [Word]
  /// The words.
  package let words: [String]
  private let numberWords: [String: Double]

  /// Splits a message into words.
  /// - Parameters:
  ///   - spellings: the usual spelling of words that are written otherwise.
  ///   - numberWords: the values of numbers in words.
  package init(_ text: String, spellings: [String: String], numberWords: [String: Double]) {
    self.text = text
    self.numberWords = numberWords
    let signs = ["$": " dollars ", "£": " quid ", "€": " euros "]
    tokens = Self.tokens(signs.reduce(text) { $0.replacing($1.key, with: $1.value) }, spellings)
    words = tokens.map(\.text)
  }

  /// Returns the words as they are written, with "82kg" as two of them.
  package static func split(_ text: String) -> [String] { tokens(text).map(\.text) }

  private static func tokens(_ text: String, _ spellings: [String: String] = [:]) -> [Word] {
    WordSplitter.words(text, keepsArticles: true).filter { !WordSplitter.signs.contains($0.text) }.map { word in
      var word = word
      let written = word.figure ?? word.text
      word.text = spellings[written] ?? written
      return word
    }
  }

  /// Whether the message contains any of the phrases.
  package func has(_ phrases: PhraseTable<String>) -> Bool { phrases.occur(in: words) }

  /// The index at which a phrase begins; nil if it does not occur.
  package func position(of phrase: Phrase) -> Int? { words.indices.first { phrase.occurs(in: words, at: $0) } }

  /// The words of the parts that commas, parentheses and the ends of sentences separate, in their order.
  package var clauseTexts: [String] {
    Dictionary(grouping: tokens, by: \.clause).sorted { $0.key < $1.key }
      .map { $1.map(\.text).joined(separator: " ") }
  }

  /// Returns up to `count` words directly before an index.
  package func before(_ index: Int, _ count: Int) -> ArraySlice<String> { words[..<index].suffix(count) }

  /// The word at an index; nil outside of the message.
  package func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }

  /// Returns the number at `index`, in digits or in words up to twenty.
  package func number(_ index: Int) -> Double? { word(index).flatMap { tokens[index].number ?? numberWords[$0] } }

  /// The numbers in digits.
  package var numbers: [Number] {
    words.indices.compactMap { index in
      tokens[index].number.map { Number(index: index, value: $0, unit: word(index + 1)) }
    }
  }

  /// Returns the first number before one of the units that is in a range: "3 days".
  package func count(_ units: String..., in range: ClosedRange<Double>) -> Int? {
    let counted = words.indices.dropLast().filter { units.contains(words[$0 + 1]) }
    return counted.lazy.compactMap(number).first(where: range.contains).map { Int($0) }
  }
}
