/// Cuts the token list into parts: at stops, at joining words, and where a second amount begins.
///
/// Names in the table that contain a joint or a number ("mac and cheese", "7 up") stay whole. One pass; at every
/// position a bounded number of names is tried.
struct PartSplitter {
  private let tokens: [Token]
  private let table: FoodTable
  private let stems: [String]
  private let amounts: AmountReader
  private var parts: [Part] = []
  private var part = Part(joint: .next)

  private init(_ tokens: [Token], _ table: FoodTable) {
    self.tokens = tokens
    self.table = table
    // A stop can be part of no name; "\u{0}" is in none.
    stems = tokens.map { $0.stem ?? "\u{0}" }
    amounts = AmountReader(tokens: tokens)
  }

  static func parts(_ tokens: [Token], table: FoodTable) -> [Part] {
    var splitter = PartSplitter(tokens, table)
    splitter.run()
    return splitter.parts
  }

  private mutating func run() {
    var index = 0
    while index < tokens.count {
      if let whole = wholeName(at: index) {
        part.words.append(whole.word)
        index += whole.length
      } else if let read = amounts.amount(at: index) {
        index = append(read.amount, next: read.next)
      } else {
        token(tokens[index])
        index += 1
      }
    }
    close(.next)
  }

  private mutating func token(_ token: Token) {
    switch token {
    case .word(let word):
      if let joint = Self.joint(word) {
        close(joint)
      } else {
        part.words.append(PartWord(text: word, stem: Stem.of(word)))
      }
    case .stop, .ampersand: close(.next)
    case .slash: close(part.words.isEmpty ? .next : .alternative)
    case .number, .dash, .open, .close: break
    }
  }

  /// A name that a joint or an amount would cut in two.
  private func wholeName(at index: Int) -> (word: PartWord, length: Int)? {
    guard stems[index] != "\u{0}", let match = table.longestMatch(stems, at: index, upTo: tokens.count) else {
      return nil
    }
    let range = index..<(index + match.length)
    guard match.length > 1 || isCut(index), range.contains(where: isCut) else { return nil }
    let text = tokens[range].map { token in
      switch token {
      case .word(let word): word
      case .number(_, let text): text
      case .ampersand: "and"
      case .dash, .slash, .stop, .open, .close: ""
      }
    }
    let stem = stems[range].joined(separator: " ")
    return (PartWord(text: text.joined(separator: " "), stem: stem, food: match.food), match.length)
  }

  private func isCut(_ index: Int) -> Bool {
    switch tokens[index] {
    case .word(let word): Self.joint(word) != nil || amounts.amount(at: index) != nil
    case .number, .ampersand, .dash: true
    case .slash, .stop, .open, .close: false
    }
  }

  /// Takes an amount and its unit; one that cannot belong to the current part begins a new one.
  private mutating func append(_ amount: Amount, next: Int) -> Int {
    let (unit, after) = unit(at: next)
    let hasFood = part.words.contains {
      $0.food != nil || !KnownWords.isNarration($0.text) && MeasureUnit(spelling: $0.text) == nil
    }
    if hasFood && (!part.amounts.isEmpty || amount.isArticle || wordFollows(after) && unit == nil) { close(.next) }
    let isTrailing = hasFood && !part.words.isEmpty
    part.amounts.append(PartAmount(amount: amount, unit: unit, isTrailing: isTrailing))
    if isTrailing, !isJoint(after) { close(.next) }
    return after
  }

  private func wordFollows(_ index: Int) -> Bool {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return false }
    return Self.joint(word) == nil && !KnownWords.isNarration(word)
  }

  private func isJoint(_ index: Int) -> Bool {
    guard index < tokens.count else { return true }
    switch tokens[index] {
    case .word(let word): return Self.joint(word) != nil
    case .stop, .ampersand, .slash: return true
    case .number, .dash, .open, .close: return false
    }
  }

  /// The unit at `index`, unless it begins a longer name ("2 bar snacks"), and the position after it.
  private func unit(at index: Int) -> (MeasureUnit?, Int) {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return (nil, index) }
    if case .word(let second)? = index + 1 < tokens.count ? tokens[index + 1] : nil {
      if let pair = MeasureUnit.pairs[word + " " + second] { return (pair, index + 2) }
      if Self.adjectives.contains(word), let unit = MeasureUnit(spelling: second), !unit.isSize {
        return (unit, index + 2)
      }
    }
    guard let unit = MeasureUnit(spelling: word) else { return (nil, index) }
    if let match = table.longestMatch(stems, at: index, upTo: tokens.count), match.length > 1, !unit.isSize,
      !(index + 1 < tokens.count && tokens[index + 1] == .word("of"))
    {
      return (nil, index)
    }
    // "2 large slices": the size stays a word of the part.
    if unit.isSize { return (nil, index) }
    return (unit, index + 1)
  }

  private mutating func close(_ joint: Joint) {
    if !part.isEmpty { parts.append(part) }
    // "tea, without sugar": an empty part hands its joint on.
    let kept = part.isEmpty && joint == .next && part.joint == .alternative ? part.joint : joint
    part = Part(joint: kept)
  }

  private static let adjectives: Set<String> = [
    "heaped", "heaping", "level", "rounded", "scant", "generous", "full", "big",
  ]

  private static func joint(_ word: String) -> Joint? {
    switch word {
    case "and", "with", "plus", "on", "in", "over", "into", "onto", "topped", "alongside", "then", "followed", "n",
      "accompanied", "along", "inside", "under", "beside":
      .next
    case "or": .alternative
    case "without", "no", "minus", "except", "hold": .excluded
    default: nil
    }
  }
}
