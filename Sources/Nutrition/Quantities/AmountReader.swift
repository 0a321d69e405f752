import TextModels

/// Reads the amount at a position of the token list: "1 1/2", "2-3", "half a", "a couple of", "two dozen", "2 x".
struct AmountReader {
  let tokens: [Token]
  /// Whether an amount may begin at each position, which segmentation asks for several times.
  private let mayBegin: [Bool]

  init(tokens: [Token]) {
    self.tokens = tokens
    mayBegin = tokens.map { if case .number = $0 { true } else { $0.word.map(Self.firstWords.contains) == true } }
  }

  /// The amount that starts at `start` and the position after it; nil if there is none.
  func amount(at start: Int) -> (amount: Amount, next: Int)? {
    guard start < tokens.count, mayBegin[start] else { return nil }
    if tokens.word(start) == "between", let low = single(at: start + 1), tokens.word(low.next) == "and",
      let high = single(at: low.next + 1), !high.amount.isArticle
    {
      return (ranged(low.amount, high.amount.value), high.next)
    }
    guard var (amount, next) = single(at: start) else { return nil }
    if let upper = rangeEnd(at: next) { (amount, next) = (ranged(amount, upper.value), upper.next) }
    // `QuantityMerge` applies the factor of "2 x 30 g".
    if let factor = tokens.word(next).flatMap({ Self.factors[$0] }) {
      (amount.value, next) = (amount.value * factor, next + 1)
    }
    amount.value = min(amount.value, Tokenizer.maxNumber)
    return (amount, next)
  }

  private func ranged(_ first: Amount, _ second: Double) -> Amount {
    let (low, high) = (min(first.value, second), max(first.value, second))
    let middle = (low + high) / 2
    let (from, to, mean) = (TextFormat.decimal(low), TextFormat.decimal(high), TextFormat.decimal(middle))
    return Amount(value: middle, note: "\(from) to \(to) taken as \(mean)", lower: low, upper: high)
  }

  /// One number without a range: digits, a mixed number or number words.
  private func single(at start: Int) -> (amount: Amount, next: Int)? {
    switch tokens.token(start) {
    case .number(let value, let text):
      // "1 half of a pear", "2 quarters"; "1/2 a banana"
      let part = tokens.word(start + 2) == "of" ? part(start + 1) : nil
      if let part { return (Amount(value: value * part), afterArticle(start + 2)) }
      let rest = fraction(after: value, at: start + 1)
      let next = rest?.next ?? (value < 1 ? afterArticle(start + 1) : start + 1)
      return (Amount(value: value + (rest?.value ?? 0), hasComma: text.contains(",")), next)
    case .word(let word): return words(word, at: start)
    default: return nil
    }
  }

  /// The fraction after a whole number or its unit: "1/2" of "1 1/2", "-1/2", "and 1/2", "and a half", "and a quarter".
  func fraction(after value: Double, at start: Int) -> (value: Double, next: Int)? {
    guard value == value.rounded() else { return nil }
    var next = start
    let joined = tokens.word(next) == "and" || tokens.token(next) == .ampersand
    if joined || tokens.token(next) == .dash { next += 1 }
    if case .number(let part, let text) = tokens.token(next), part > 0, part < 1, text.contains("/") || text.isEmpty {
      return (part, next + 1)
    }
    guard joined else { return nil }
    if tokens.word(next) == "a" || tokens.word(next) == "one" { next += 1 }
    return part(next).map { ($0, next + 1) }
  }

  private func words(_ first: String, at start: Int) -> (amount: Amount, next: Int)? {
    if let part = part(start) {
      // "in the Italian quarter I had"
      let next = tokens.word(start + 1) ?? ""
      let isPlace = next.has(.narration) && !Self.determiners.contains(next) && MeasureUnit(spelling: next) == nil
      return !isPlace && ["quarter", "half"].contains(first) || next == "of"
        ? (Amount(value: part), afterArticle(start + 1)) : nil
    }
    // "a half", "a couple", "a few"
    let isArticle = first == "a" || first == "an"
    let second = isArticle ? start + 1 : start
    if let vague = tokens.word(second).flatMap({ Self.vague[$0] }) {
      let text = tokens[start...second].compactMap(\.text).joined(separator: " ")
      return (Amount(value: vague, note: "\"\(text)\" taken as \(TextFormat.decimal(vague))"), second + 1)
    }
    if isArticle {
      if let part = part(second) { return (Amount(value: part), afterArticle(second + 1)) }
      // "una y media" in English words
      if let rest = fraction(after: 1, at: second) { return (Amount(value: 1 + rest.value), rest.next) }
      // "a three egg omelette" is of three eggs.
      let isCount = tokens.word(second + 1) == "egg" && tokens.word(second).flatMap { Self.numbers[$0] } != nil
      return isCount || tokens.word(second) == nil ? nil : (Amount(value: 1, isArticle: true), second)
    }
    guard var value = Self.numbers[first] else { return nil }
    var next = start + 1
    if value >= 20, value < 100, let ones = tokens.word(next).flatMap({ Self.numbers[$0] }), ones > 0, ones < 10 {
      value += ones
      next += 1
    }
    if let part = part(next) { return (Amount(value: value * part), afterArticle(next + 1)) }
    let rest = fraction(after: value, at: next)
    return (Amount(value: value + (rest?.value ?? 0)), rest?.next ?? next)
  }

  /// Skips "of", "a", "an", "the" after a fraction ("half of an", "a quarter of the").
  private func afterArticle(_ start: Int) -> Int {
    var next = start
    while let word = tokens.word(next), Self.articles.contains(word) { next += 1 }
    return next
  }

  private func rangeEnd(at start: Int) -> (value: Double, next: Int)? {
    guard let sign = tokens.token(start), [.dash, .word("to"), .word("or")].contains(sign),
      let upper = single(at: start + 1), !upper.amount.isArticle, upper.amount.note == nil
    else { return nil }
    return (upper.amount.value, upper.next)
  }

  /// The value of the fraction that a word names: "half", "quarters".
  private func part(_ index: Int) -> Double? { tokens.word(index).flatMap { Self.fractions[$0] } }

  /// Words that may begin an amount; this test rejects most words.
  static let firstWords = Set(fractions.keys).union(vague.keys).union(numbers.keys).union(["a", "an", "between"])

  private static let articles = ["of", "a", "an", "the"]
  private static let determiners = articles + ["my", "your", "his", "her", "our", "their", "this", "that", "another"]
  private static let fractions = values("fraction").mapValues { 1 / $0 }
  private static let vague = values("vague")
  private static let factors = values("factor")
  static let numbers = values("number")

  private static func values(_ role: String) -> [String: Double] { Lexicon.keys(role).compactMapValues(Double.init) }
}
