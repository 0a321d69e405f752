import Nutrition

/// A word of a message: lower case, without accents.
struct Word: Sendable, Equatable {
  var text: String
  /// The value of a number in digits; nil for other words.
  var number: Double?
  /// The number with a point and without separators of thousands; nil for other words.
  var figure: String?
  /// The index of the sentence, which ends at a full stop, question mark, exclamation mark, semicolon or line break.
  var sentence: Int
  /// The index of the clause, which ends at a comma or parenthesis as well.
  var clause: Int
}

/// Splits a message into words: numbers stand alone, elided articles are dropped ("j'ai": `ai`), and letters repeated for
/// emphasis are reduced ("heeelp": `heelp`).
struct WordSplitter {
  static let maxWords = 1000
  /// The maximum length of a word; longer words are cut to bound the cost of lookups.
  static let maxLetters = 32
  /// The signs that are words of their own.
  static let signs: Set<String> = ["/", ":", "%"]

  private let elided: Set<String>
  private var words: [Word] = []
  private var current = ""
  private var isNumber = false
  private var sentence = 0
  private var clause = 0
  /// A separator that means a decimal only if a digit follows.
  private var pending: Unicode.Scalar?

  private init(elided: Set<String>) { self.elided = elided }

  /// - Parameter keepsArticles: whether "j'ai" is one word, so that "ai" in it is not taken for another word.
  static func words(_ text: String, keepsArticles: Bool = false) -> [Word] {
    var splitter = WordSplitter(elided: keepsArticles ? [] : ["j", "n", "l", "d", "m", "s", "t", "c", "qu"])
    for scalar in text.unicodeScalars {
      guard splitter.words.count < maxWords else { break }
      splitter.take(scalar)
    }
    splitter.end()
    return splitter.words
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if (0x30...0x39).contains(scalar.value) { return takeDigit(scalar) }
    if isNumber, pending == nil, scalar == "." || scalar == "," {
      pending = scalar
      return
    }
    if let letters = Letters.folded(scalar) {
      if isNumber { end() }
      return append(letters)
    }
    switch scalar {
    case "'", "\u{2019}", "\u{2BC}", "`", "\u{B4}":
      // `5'2` is feet and inches.
      if isNumber {
        end()
        words.append(word("ft"))
      } else if elided.contains(current) {
        current = ""
      }
    case _ where Letters.isCombining(scalar): break
    case "/", ":", "%":
      end()
      words.append(word(String(scalar)))
    default:
      end()
      let endsSentence = [".", "!", "?", "\n", ";"].contains(scalar)
      if endsSentence { sentence += 1 }
      if endsSentence || [",", "(", ")"].contains(scalar) { clause += 1 }
    }
  }

  private mutating func end() {
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
    if current.utf8.count < Self.maxLetters { current.unicodeScalars.append(scalar) }
  }

  private mutating func append(_ letters: String) {
    // Three of one letter in a row stress a word: two are kept.
    if let last = current.last, letters.count == 1, letters.first == last, current.dropLast().last == last { return }
    if current.utf8.count < Self.maxLetters { current += letters }
  }

  private func word(_ text: String) -> Word {
    let figure = isNumber ? Self.figure(text) : nil
    let number = figure.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    return Word(text: text, number: number, figure: figure, sentence: sentence, clause: clause)
  }

  /// "2,000" is two thousand, "2,9" is a decimal.
  private static func figure(_ text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isThousands = parts.count > 1 && parts.dropFirst().allSatisfy { $0.split(separator: ".").first?.count == 3 }
    return isThousands ? parts.joined() : parts.joined(separator: ".")
  }
}
