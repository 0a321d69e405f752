import TextModels

/// Divides a text into tokens in one pass.
///
/// Characters other than letters, digits and a few signs separate words, so that no input is an error.
struct Tokenizer {
  /// Larger numbers are reduced to this; no plausible amount needs them.
  static let maxNumber = 1_000_000.0

  private let scalars: [Unicode.Scalar]
  private let keepsAccents: Bool
  private var position = 0
  private var tokens: [Token] = []

  private init(_ text: String, keepsAccents: Bool) {
    self.keepsAccents = keepsAccents
    scalars = text.unicodeScalars.map { scalar in
      // Full-width forms (U+FF01...U+FF5E) are ASCII plus 0xFEE0.
      (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
    }
  }

  /// The tokens of a text, with accents where a language distinguishes its words by them.
  static func tokens(_ text: String, keepsAccents: Bool = false) -> [Token] {
    var tokenizer = Tokenizer(text, keepsAccents: keepsAccents)
    tokenizer.run()
    return tokenizer.tokens
  }

  /// The stems by which the table indexes a name.
  static func keyStems(_ name: String) -> [String] { tokens(name).compactMap(\.stem) }

  private mutating func run() {
    while position < scalars.count {
      let scalar = scalars[position]
      if Self.isNumeric(scalar) || startsDecimal {
        number()
      } else if Letters.folded(scalar) != nil {
        word()
      } else {
        sign(scalar)
        position += 1
      }
    }
  }

  /// ".5" at the start of a number.
  private var startsDecimal: Bool { peek(0) == "." && isDigit(1) && !isDigit(-1) }

  private func peek(_ offset: Int) -> Unicode.Scalar? {
    let index = position + offset
    return index >= 0 && index < scalars.count ? scalars[index] : nil
  }

  private func isDigit(_ offset: Int) -> Bool { peek(offset).map(Self.isDigit) == true }

  private mutating func word() {
    var word = ""
    let start = position
    while let scalar = peek(0) {
      if let letters = Letters.folded(scalar) {
        word += keepsAccents ? scalar.properties.lowercaseMapping : letters
      } else if Self.isDigit(scalar), word == "x", case .number? = tokens.last {
        // "3x40g"
        break
      } else if Self.isDigit(scalar), word.utf8.count <= 2 {
        word.unicodeScalars.append(scalar)
      } else if [0x27, 0x60, 0x2BC, 0x2019].contains(scalar.value) || Letters.isCombining(scalar) {
        // "mcdonald's" is one word
      } else {
        break
      }
      position += 1
    }
    // "x2", and the times "h9" and "h13.30"
    let digits = word.utf8.dropFirst()
    if ["x", "h"].contains(word.prefix(1)), !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
      tokens.append(.word(word.hasPrefix("x") ? "x" : "oclock"))
      if word.hasPrefix("x") { return tokens.append(.number(Double(word.dropFirst()) ?? 0, String(word.dropFirst()))) }
      if peek(0) == "." || peek(0) == ":", isDigit(1), isDigit(2) { position += 3 }
      return
    }
    // A lone capital T after a number is a tablespoon, a small t a teaspoon; in French it is a cup.
    if word == "t", !keepsAccents, case .number? = tokens.last { word = scalars[start] == "T" ? "tbsp" : "tsp" }
    tokens.append(.word(word == "w" ? "with" : word))
  }

  private mutating func sign(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x2C, 0xB7, 0x3001, 0xFF0C: tokens.append(.separator)
    // The end of a sentence or line is two of them, and so is "dinner:".
    case 0x3A where tokens.last?.word?.has(.narration) != true: tokens.append(.separator)
    case 0x3A: tokens += [.separator, .separator]
    case 0x3B, 0x0A, 0x0D, 0x21, 0x3F, 0x7C, 0x2022, 0x2028, 0x2029, 0x3002: tokens += [.separator, .separator]
    case 0x2E:
      if peek(1).map({ Letters.folded($0) == nil }) ?? true, !lastIsAbbreviation { tokens += [.separator, .separator] }
    case 0x28, 0x5B, 0x7B: tokens.append(.open)
    case 0x29, 0x5D, 0x7D: tokens.append(.close)
    case 0x26, 0x2B: tokens.append(.ampersand)
    case 0x2F, 0x2044: slash()
    case 0x2D, 0x2010...0x2015, 0x2212:
      if case .number? = tokens.last, nextIsNumber {
        tokens.append(.dash)
      } else if scalar.value >= 0x2013 && scalar.value <= 0x2015 || peek(1) == "-" || isSpaced {
        tokens.append(.separator)
      }
    case 0x20AC: if case .number? = tokens.last, !isDigit(1) { tokens[tokens.count - 1] = .word("price") }  // 4,50 €
    case 0xD7: tokens.append(.word("x"))
    case 0x22, 0x201D, 0x2033: if isDigit(-1) { tokens.append(.word("inch")) }  // a 12" pizza
    default: break
    }
  }

  /// "w/" and "w/o" are words; another slash separates ("rice / beans") or is a token ("fast food / restaurant").
  private mutating func slash() {
    guard tokens.last == .word("with") else {
      let isAmount = if case .number? = tokens.last { true } else { tokens.unit(tokens.count - 1) != nil }
      let isAlternative = tokens.last == .word("food") || nextIsNumber && isAmount
      // "chicken/ cheese", but "café c/ leche"
      let isPause = hasSpaces || peek(1) == " " && peek(-2).flatMap(Letters.folded) != nil
      return tokens.append(isPause && !isAlternative || [peek(-1), peek(1)].contains("/") ? .separator : .slash)
    }
    guard peek(1).flatMap(Letters.folded) == "o", peek(2).flatMap(Letters.folded) == nil else { return }
    tokens[tokens.count - 1] = .word("without")
    position += 1
  }

  private var lastIsAbbreviation: Bool {
    guard let word = tokens.last?.word else { return false }
    return MeasureUnit(spelling: word) != nil && !word.contains(where: "aeiou".contains) || word.has(.abbreviation)
  }

  /// Whether a hyphen or slash between spaces separates like a comma; it does not before an amount ("rice - 150 g").
  private var isSpaced: Bool { hasSpaces && !nextIsNumber }
  private var hasSpaces: Bool { peek(-1) == " " && peek(1) == " " && !tokens.isEmpty }

  private var nextIsNumber: Bool { scalars[(position + 1)...].first { $0 != " " }.map(Self.isNumeric) == true }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  private static func isNumeric(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || Letters.fraction(scalar) != nil
  }

  /// Takes a number: digits with a decimal point or comma, thousands, a simple or vulgar fraction, a percent sign.
  private mutating func number() {
    let isPrice = peek(-1).map("£$€₹₦₱".unicodeScalars.contains) == true
    var text = digits()
    if text.isEmpty, peek(0) == "." { text = "0" }
    if takeMinutes(after: text) { return tokens.append(.word("oclock")) }
    var isWhole = true
    while let sign = peek(0), sign == "." || sign == ",", isDigit(1) {
      let before = position
      position += 1
      let more = digits()
      if sign == "," && more.utf8.count == 3 && text != "0" && isWhole {
        if text.utf8.count < 40 { text += more }  // 1,000
      } else if isWhole {
        text += (sign == "," && text == "0" ? "," : ".") + more
        isWhole = false
      } else {
        position = before
        break
      }
    }
    while text.utf8.count <= 12, !text.isEmpty, isWhole, takeThousands() { text += "000" }
    var value = text.isEmpty ? 0 : (Double(text.replacing(",", with: ".")) ?? Self.maxNumber)
    if let denominator = fractionDenominator() {
      value /= denominator
      text += "/" + TextFormat.decimal(denominator)
    } else if let scalar = peek(0), let fraction = Letters.fraction(scalar) {
      value += fraction
      position += 1
    }
    if peek(0) == "%" || peek(0) == " " && peek(1) == "%" {
      position += peek(0) == "%" ? 1 : 2
      // "40-50% juice"
      if tokens.last == .dash { tokens.removeLast(2) }
      return tokens.append(.word(text.replacing(",", with: ".") + "%"))
    }
    if isPrice { return tokens.append(.word("price")) }
    if isWhole, !text.contains("/"), takeOrdinal() { return tokens.append(.word("next")) }
    tokens.append(.number(value.isFinite ? min(value, Self.maxNumber) : Self.maxNumber, text))
  }

  /// Takes the letters of "80th" and "2nd".
  private mutating func takeOrdinal() -> Bool {
    let letters = (0...2).map { peek($0).flatMap(Letters.folded) ?? "" }
    guard ["st", "nd", "rd", "th"].contains(letters[0] + letters[1]), letters[2].isEmpty else { return false }
    position += 2
    return true
  }

  /// Takes the minutes of "8:30" and "8h30".
  private mutating func takeMinutes(after hours: String) -> Bool {
    guard hours.utf8.count <= 2, let mark = peek(0), ":hH".unicodeScalars.contains(mark),
      (1...3).map(isDigit) == [true, true, false]
    else { return false }
    position += 3
    return true
  }

  /// Takes the group after the space of "1 000"; false if there is none.
  private mutating func takeThousands() -> Bool {
    guard let space = peek(0), space == " " || space.value == 0xA0 || space.value == 0x202F,
      (1...3).allSatisfy({ peek($0) == "0" }), !isDigit(4), peek(4) != ".", peek(4) != ","
    else { return false }
    position += 4
    return true
  }

  /// Takes a run of digits; those after the twentieth are dropped.
  private mutating func digits() -> String {
    let digits = scalars[position...].prefix(while: Self.isDigit)
    position = digits.endIndex
    return String(String.UnicodeScalarView(digits.prefix(20)))
  }

  /// Takes the 2 of "1/2", also with spaces around the slash.
  private mutating func fractionDenominator() -> Double? {
    let before = position
    while peek(0) == " " { position += 1 }
    if peek(0) == "/" || peek(0) == "\u{2044}" {
      position += 1
      while peek(0) == " " { position += 1 }
      // "160ml/5fl oz" is no fraction, because letters follow its first number. 1/16 is the smallest usual one.
      if let value = Double(digits()), value >= 2, value <= 16, peek(0) != "." { return value }
    }
    position = before
    return nil
  }
}
