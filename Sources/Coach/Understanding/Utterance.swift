/// A message of a user as a list of words, which rules are matched against.
///
/// Letters are lower case without accents, numbers are words of their own, all other characters separate words: "I'm 82kg!" is
/// `im 82 kg`.
package struct Utterance: Sendable {
  /// The maximum number of words that are read.
  static let maxWords = 1000

  /// The message itself.
  package let text: String
  let words: [String]
  private let distinct: Set<String>

  /// Splits a message into words.
  package init(_ text: String) {
    self.text = text
    words = Self.split(text).map { Self.spellings[$0] ?? $0 }
    distinct = Set(words)
  }

  /// The usual spelling of abbreviations and frequent misspellings.
  private static let spellings: [String: String] = Dictionary(
    WordList.spellings.values.flatMap { value, phrases in phrases.all.map { ($0.words[0], value) } }
  ) { first, _ in first }

  /// Whether the message contains any of the phrases: consecutive words, of which the last may end with `*` for any
  /// ending.
  func has(_ phrases: String...) -> Bool { phrases.contains { position(of: Phrase($0)) != nil } }

  /// Whether the message contains one of the phrases.
  func has(_ phrases: Phrases) -> Bool { phrases.all.contains { position(of: $0) != nil } }

  /// Returns the index of the first occurrence of a phrase.
  func position(of phrase: Phrase) -> Int? {
    // Most phrases are ruled out by their first word.
    let first = phrase.words.first ?? ""
    guard phrase.endsOpen && phrase.words.count == 1 || distinct.contains(first) else { return nil }
    return phrase.position(in: words)
  }

  /// Returns the index of the first occurrence of a phrase.
  func position(of phrase: String) -> Int? { position(of: Phrase(phrase)) }

  /// Returns the word at `index`; nil outside of the message.
  func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }

  /// Returns the number at `index`, in digits or in words up to twenty.
  func number(_ index: Int) -> Double? {
    guard let word = word(index) else { return nil }
    return Double(word).flatMap { $0.isFinite ? $0 : nil } ?? Self.numbers[word]
  }

  /// "30 minutes"; nil unless the message states from 5 to 180.
  var minutes: Int? {
    let stated = numbers.first { (5...180).contains($0.value) && word($0.index + 1) == "minutes" }
    return stated.map { Int($0.value) }
  }

  /// "3 days"; nil unless the message states from 2 to 7.
  var days: Int? {
    let stated = words.indices.first { (2...7).contains(number($0) ?? 0) && word($0 + 1) == "days" }
    return stated.flatMap(number).map { Int($0) }
  }

  /// All numbers in digits, with their positions.
  var numbers: [(index: Int, value: Double)] {
    words.indices.compactMap { index in
      Double(words[index]).flatMap { $0.isFinite && words[index].first?.isNumber == true ? (index, $0) : nil }
    }
  }

  /// Returns the words as they are written, with "82kg" as two of them.
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var current = ""
    var isNumber = false
    func end() {
      if !current.isEmpty, words.count < maxWords { words.append(trimmed(current)) }
      current = ""
    }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if isDigit(scalar) {
        if !isNumber { end() }
        isNumber = true
        current.unicodeScalars.append(scalar)
      } else if isNumber, scalar == ".", !current.contains(".") {
        current.append(".")
      } else if isNumber, scalar == ",", !current.contains("."), index + 1 < scalars.count, isDigit(scalars[index + 1])
      {
        // "2,000" is two thousand, "1,72" has decimals.
        if scalars[(index + 1)...].prefix(4).prefix(while: isDigit).count != 3 { current.append(".") }
      } else if let letters = Folding.letters(scalar) {
        if isNumber { end() }
        isNumber = false
        current += letters
      } else if scalar != "'", scalar != "\u{2019}", !Folding.isMark(scalar) {
        end()
        isNumber = false
      }
    }
    end()
    return words
  }

  /// Removes the full stop of "82." at the end of a sentence.
  private static func trimmed(_ word: String) -> String { word.hasSuffix(".") ? String(word.dropLast()) : word }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  static let numbers: [String: Double] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "once": 1, "twice": 2,
  ]
}
