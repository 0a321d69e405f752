/// A word of a message: lower case, without accents.
package struct Word: Sendable, Equatable {
  /// The letters, digits or sign.
  package var text: String
  /// The value of a number in digits; nil for other words.
  package var number: Double? { figure.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
  /// The number with a point and without separators of thousands; nil for other words.
  package var figure: String?
  /// The index of the sentence, which ends at a full stop, question mark, exclamation mark, semicolon or line break.
  package var sentence: Int
  /// The index of the clause, which ends at a comma or parenthesis as well.
  package var clause: Int

  /// A word at a place in a message.
  package init(text: String, figure: String? = nil, sentence: Int, clause: Int) {
    self.text = text
    self.figure = figure
    self.sentence = sentence
    self.clause = clause
  }
}

/// Splits a message into words: numbers stand alone, elided articles are dropped ("j'ai": `ai`), and letters repeated for
/// emphasis are reduced ("heeelp": `heelp`).
package struct WordSplitter {
  /// The maximum number of words; the rest of a longer message is not read.
  package static let maxWords = 1000
  /// The maximum length of a word; longer words are cut to bound the cost of lookups.
  package static let maxLetters = 32
  /// The signs that are words of their own.
  package static let signs: Set<String> = ["/", ":", "%"]

  private let elided: Set<String>
  private var words: [Word] = []
  private var current = ""
  private var isNumber = false
  private var sentence = 0
  private var clause = 0

  private init(elided: Set<String>) { self.elided = elided }

  /// Returns the words of a message. Linear in its length.
  /// - Parameter keepsArticles: whether "j'ai" is one word, so that "ai" in it is not taken for another word.
  package static func words(_ text: String, keepsArticles: Bool = false) -> [Word] {
    var splitter = WordSplitter(elided: keepsArticles ? [] : ["j", "n", "l", "d", "m", "s", "t", "c", "qu"])
    let scalars = Array(text.unicodeScalars)
    for index in scalars.indices where splitter.words.count < maxWords {
      splitter.take(scalars[index], before: index + 1 < scalars.count ? scalars[index + 1] : " ")
    }
    splitter.end()
    return splitter.words
  }

  private mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar) {
    let isDecimal = isNumber && (scalar == "." || scalar == ",") && Self.isDigit(next)
    if Self.isDigit(scalar) || isDecimal {
      if !isNumber { end() }
      isNumber = true
      append(String(scalar))
    } else if let letters = Letters.folded(scalar) {
      if isNumber { end() }
      // Three of one letter in a row stress a word: two are kept.
      if letters.count > 1 || !current.hasSuffix(letters + letters) { append(letters) }
    } else if !Letters.isCombining(scalar) {
      take(sign: scalar)
    }
  }

  private mutating func take(sign: Unicode.Scalar) {
    switch sign {
    case "'", "\u{2019}", "\u{2BC}", "`", "\u{B4}":
      // `5'2` is feet and inches.
      if isNumber {
        end()
        words.append(word("ft"))
      } else if elided.contains(current) {
        current = ""
      }
    case "/", ":", "%":
      end()
      words.append(word(String(sign)))
    default:
      end()
      let endsSentence = [".", "!", "?", "\n", ";"].contains(sign)
      if endsSentence { sentence += 1 }
      if endsSentence || [",", "(", ")"].contains(sign) { clause += 1 }
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private mutating func end() {
    if !current.isEmpty { words.append(word(current)) }
    current = ""
    isNumber = false
  }

  private mutating func append(_ letters: String) { if current.utf8.count < Self.maxLetters { current += letters } }

  private func word(_ text: String) -> Word {
    Word(text: text, figure: isNumber ? Self.figure(text) : nil, sentence: sentence, clause: clause)
  }

  /// "2,000" is two thousand, "2,9" is a decimal.
  private static func figure(_ text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isThousands = parts.count > 1 && parts.dropFirst().allSatisfy { $0.split(separator: ".").first?.count == 3 }
    return isThousands ? parts.joined() : parts.joined(separator: ".")
  }
}
