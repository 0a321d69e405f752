/// A message as a list of words, which the safety rules are matched against.
///
/// Letters are lower case and without accents, contractions are joined ("can't", "can not": `cant`), elided articles are
/// dropped ("j'ai": `ai`), letters repeated for emphasis are reduced ("heeelp": `heelp`), numbers stand alone.
struct SafetyText: Sendable {
  struct Word: Sendable, Equatable {
    var text: String
    /// The value of a number in digits; nil for other words.
    var number: Double?
    /// The index of the sentence, which ends at a full stop, question mark, exclamation mark, semicolon or line break.
    var sentence: Int
    /// The index of the clause, which ends at a comma or parenthesis as well.
    var clause: Int
  }

  /// The maximum number of words that are read.
  static let maxWords = 1000
  /// The maximum length of a word; longer words are cut to bound the cost of lookups.
  static let maxLetters = 32

  let words: [Word]

  init(_ text: String) { words = NumberWords.joined(Spellings.applied(Self.split(text))) }

  private static func split(_ text: String) -> [Word] {
    var splitter = WordSplitter()
    for scalar in text.unicodeScalars {
      guard splitter.words.count < maxWords else { break }
      splitter.take(scalar)
    }
    splitter.end()
    return splitter.words
  }
}

/// Splits scalars into words. Owned by one call of `SafetyText.init`.
private struct WordSplitter {
  private(set) var words: [SafetyText.Word] = []
  private var current = ""
  private var isNumber = false
  private var sentence = 0
  private var clause = 0
  /// A separator that means a decimal only if a digit follows.
  private var pending: Unicode.Scalar?

  private static let elided: Set<String> = ["j", "n", "l", "d", "m", "s", "t", "c", "qu"]

  mutating func take(_ scalar: Unicode.Scalar) {
    if (0x30...0x39).contains(scalar.value) { return takeDigit(scalar) }
    if isNumber, pending == nil, scalar == "." || scalar == "," {
      pending = scalar
      return
    }
    if let letters = Folding.letters(scalar) {
      if isNumber { end() }
      return append(letters)
    }
    switch scalar {
    case "'", "\u{2019}", "\u{2BC}", "`", "\u{B4}":
      // `5'2` is feet and inches.
      if isNumber {
        end()
        words.append(word("ft"))
      } else if Self.elided.contains(current) {
        current = ""
      }
    case _ where Folding.isMark(scalar): break
    case "/", ":", "%":
      end()
      words.append(word(String(scalar)))
    default:
      end()
      switch scalar {
      case ".", "!", "?", "\n", ";":
        sentence += 1
        clause += 1
      case ",", "(", ")": clause += 1
      default: break
      }
    }
  }

  mutating func end() {
    if !current.isEmpty { words.append(word(current)) }
    let separator = pending
    current = ""
    isNumber = false
    pending = nil
    if separator == "." { sentence += 1 }
    if separator != nil { clause += 1 }
  }

  private mutating func takeDigit(_ scalar: Unicode.Scalar) {
    if !isNumber { end() }
    isNumber = true
    if let separator = pending {
      current.unicodeScalars.append(separator)
      pending = nil
    }
    if current.utf8.count < SafetyText.maxLetters { current.unicodeScalars.append(scalar) }
  }

  private mutating func append(_ letters: String) {
    // Three of one letter in a row stress a word: two are kept.
    if let last = current.last, letters.count == 1, letters.first == last, current.dropLast().last == last { return }
    if current.utf8.count < SafetyText.maxLetters { current += letters }
  }

  private func word(_ text: String) -> SafetyText.Word {
    SafetyText.Word(text: text, number: isNumber ? Self.number(text) : nil, sentence: sentence, clause: clause)
  }

  /// "2,000" is two thousand, "2,9" is a decimal.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isThousands = parts.count > 1 && parts.dropFirst().allSatisfy { $0.split(separator: ".").first?.count == 3 }
    let plain = isThousands ? parts.joined() : parts.joined(separator: ".")
    return Double(plain).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Contractions, slang, and frequent misspellings: the rows of `safety_spellings.tsv` (written, meant).
enum Spellings {
  static func applied(_ words: [SafetyText.Word]) -> [SafetyText.Word] {
    var result: [SafetyText.Word] = []
    result.reserveCapacity(words.count)
    var index = 0
    while index < words.count {
      let word = words[index]
      if index + 1 < words.count, words[index + 1].sentence == word.sentence,
        let meant = pairs[word.text]?[words[index + 1].text]
      {
        append(meant, like: word, to: &result)
        index += 2
      } else {
        if let meant = single[word.text] { append(meant, like: word, to: &result) } else { result.append(word) }
        index += 1
      }
    }
    return result
  }

  private static func append(_ meant: [String], like word: SafetyText.Word, to result: inout [SafetyText.Word]) {
    for text in meant {
      result.append(SafetyText.Word(text: text, number: nil, sentence: word.sentence, clause: word.clause))
    }
  }

  private static let rows = TabSeparated.rows(CoachTable.safetySpellings.bytes, columns: 2).map { row in
    (row[0].split(separator: " ").map(String.init), row[1].split(separator: " ").map(String.init))
  }

  private static let single = Dictionary(
    rows.filter { $0.0.count == 1 }.map { ($0.0[0], $0.1) }
  ) { first, _ in first }

  private static let pairs: [String: [String: [String]]] = {
    var pairs: [String: [String: [String]]] = [:]
    for (written, meant) in rows where written.count == 2 { pairs[written[0], default: [:]][written[1]] = meant }
    return pairs
  }()
}
