/// Reads the amount at a position of the token list: "1 1/2", "2-3", "half a", "a couple of", "two dozen", "2 x".
struct AmountReader {
  let tokens: [Token]
  /// Whether an amount may begin at each position, which segmentation asks for several times.
  private let mayBegin: [Bool]

  init(tokens: [Token]) {
    self.tokens = tokens
    mayBegin = tokens.map { token in
      switch token {
      case .number: true
      case .word(let word): Self.firstWords.contains(word)
      default: false
      }
    }
  }

  /// The amount that starts at `start` and the position after it; nil if there is none.
  func amount(at start: Int) -> (amount: Amount, next: Int)? {
    guard start < tokens.count, mayBegin[start] else { return nil }
    if token(start) == .word("between"), let low = single(at: start + 1), token(low.next) == .word("and"),
      let high = single(at: low.next + 1), !high.amount.isArticle
    {
      return (ranged(low.amount, high.amount.value), high.next)
    }
    guard let first = single(at: start) else { return nil }
    var (amount, next) = first
    if let upper = rangeEnd(at: next) {
      amount = ranged(amount, upper.value)
      next = upper.next
    }
    (amount.value, next) = multiplied(amount.value, next)
    amount.value = min(amount.value, Tokenizer.maxNumber)
    return (amount, next)
  }

  private func ranged(_ first: Amount, _ second: Double) -> Amount {
    let (low, high) = (min(first.value, second), max(first.value, second))
    let middle = (low + high) / 2
    return Amount(
      value: middle,
      note: "\(NumberFormat.text(low)) to \(NumberFormat.text(high)) taken as \(NumberFormat.text(middle))", lower: low,
      upper: high)
  }

  /// One number without a range: digits, a mixed number or number words.
  private func single(at start: Int) -> (amount: Amount, next: Int)? {
    switch token(start) {
    case .number(let value, _):
      // "1 half of a pear", "2 quarters"
      if case .word(let word)? = token(start + 1), let fraction = Self.fractions[word], token(start + 2) == .word("of")
      {
        return (Amount(value: value * fraction), afterArticle(start + 2))
      }
      return (Amount(value: mixed(value, at: start)), mixedEnd(value, at: start))
    case .word(let word): return words(word, at: start)
    default: return nil
    }
  }

  private func mixed(_ value: Double, at start: Int) -> Double {
    value + (fractionAfter(value, at: start)?.value ?? 0)
  }

  private func mixedEnd(_ value: Double, at start: Int) -> Int {
    fractionAfter(value, at: start)?.next ?? start + 1
  }

  /// The fraction of "1 1/2", "1-1/2", "1 and 1/2", "one and a half", "2 and a quarter".
  private func fractionAfter(_ value: Double, at start: Int) -> (value: Double, next: Int)? {
    guard value == value.rounded() else { return nil }
    var next = start + 1
    let joined = token(next) == .word("and") || token(next) == .ampersand
    if joined || token(next) == .dash { next += 1 }
    if case .number(let fraction, let text) = token(next), fraction > 0, fraction < 1,
      text.contains("/") || text.isEmpty
    {
      return (fraction, next + 1)
    }
    guard joined else { return nil }
    if token(next) == .word("a") || token(next) == .word("one") { next += 1 }
    guard case .word(let word) = token(next), let fraction = Self.fractions[word] else { return nil }
    return (fraction, next + 1)
  }

  /// The fraction after a unit: "and a half" of "a cup and a half".
  func trailingFraction(at start: Int) -> (value: Double, next: Int)? {
    guard token(start) == .word("and"), token(start + 1) == .word("a") || token(start + 1) == .word("one"),
      case .word(let word)? = token(start + 2), let fraction = Self.fractions[word]
    else { return nil }
    return (fraction, start + 3)
  }

  private func words(_ word: String, at start: Int) -> (amount: Amount, next: Int)? {
    if let fraction = Self.fractions[word] {
      return word == "quarter" || word == "half" || token(start + 1) == .word("of")
        ? (Amount(value: fraction), afterArticle(start + 1)) : nil
    }
    if let vague = Self.vague[word] {
      return (Amount(value: vague, note: "\"\(word)\" taken as \(NumberFormat.text(vague))"), start + 1)
    }
    if word == "a" || word == "an" { return article(at: start) }
    guard var value = Self.numbers[word] else { return nil }
    var next = start + 1
    if value >= 20, value < 100, case .word(let unit) = token(next), let ones = Self.numbers[unit], ones > 0, ones < 10
    {
      value += ones
      next += 1
    }
    if case .word(let part) = token(next), let fraction = Self.fractions[part] {
      return (Amount(value: value * fraction), afterArticle(next + 1))
    }
    if let fraction = fractionAfter(value, at: next - 1) {
      return (Amount(value: value + fraction.value), fraction.next)
    }
    return (Amount(value: value), next)
  }

  /// "a", "an", "a half", "a couple", "a few", "a dozen".
  private func article(at start: Int) -> (amount: Amount, next: Int)? {
    guard case .word(let word) = token(start + 1) else { return nil }
    if let fraction = Self.fractions[word] { return (Amount(value: fraction), afterArticle(start + 2)) }
    if let vague = Self.vague[word] {
      return (Amount(value: vague, note: "\"a \(word)\" taken as \(NumberFormat.text(vague))"), start + 2)
    }
    return (Amount(value: 1, isArticle: true), start + 1)
  }

  /// Skips "of", "a", "an", "the" after a fraction ("half of an", "a quarter of the").
  private func afterArticle(_ start: Int) -> Int {
    var next = start
    while case .word(let word) = token(next), ["of", "a", "an", "the"].contains(word) { next += 1 }
    return next
  }

  private func rangeEnd(at start: Int) -> (value: Double, next: Int)? {
    let joins: Bool
    switch token(start) {
    case .dash, .word("to"), .word("or"): joins = true
    default: joins = false
    }
    guard joins, let upper = single(at: start + 1), !upper.amount.isArticle, upper.amount.note == nil else {
      return nil
    }
    return (upper.amount.value, upper.next)
  }

  /// Applies "dozen" and "hundred". `QuantityMerge` applies the factor of "2 x 30 g".
  private func multiplied(_ value: Double, _ start: Int) -> (value: Double, next: Int) {
    guard case .word(let word) = token(start) else { return (value, start) }
    switch word {
    case "dozen", "dozens", "doz": return (value * 12, start + 1)
    case "hundred": return (value * 100, start + 1)
    case "x", "times": return (value, start + 1)
    default: return (value, start)
    }
  }

  private func token(_ index: Int) -> Token? { index < tokens.count ? tokens[index] : nil }

  /// Words that may begin an amount; this test rejects most words.
  static let firstWords = Set(fractions.keys).union(vague.keys).union(numbers.keys).union([
    "a", "an", "between",
  ])

  private static let fractions = values("fraction").mapValues { 1 / $0 }

  private static let vague = values("vague")

  static let numbers = values("number")

  private static func values(_ role: String) -> [String: Double] { Lexicon.keys(role).compactMapValues(Double.init) }
}
