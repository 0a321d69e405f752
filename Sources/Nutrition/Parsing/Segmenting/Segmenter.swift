/// Cuts the token list into parts: at stops, at joining words, and where a second amount begins.
///
/// Names in the table that contain a joint or a number ("mac and cheese", "7 up") stay whole. One pass; at every
/// position a bounded number of names is tried.
struct Segmenter {
  private let tokens: [Token]
  private let table: FoodTable
  private let stems: [String]
  /// The same with words that are in no name corrected; empty where there are none.
  private let corrected: [String]
  private let amounts: AmountReader
  private let joints: JointReader
  private var parts: [Part] = []
  private var part = Part(joint: .next)
  /// Whether one of its words may name a food.
  private var hasFood = false
  private var depth = 0
  /// Whether the next amount comes to the one before.
  private var isAdding = false
  /// Whether the next amount may be taken instead of the one before.
  private var isOther = false

  private init(_ tokens: [Token], _ table: FoodTable) {
    self.tokens = tokens
    self.table = table
    // A stop can be part of no name; "\u{0}" is in none.
    stems = tokens.map { $0.stem ?? "\u{0}" }
    corrected = Self.corrected(stems, tokens, table)
    amounts = AmountReader(tokens: tokens)
    joints = JointReader(tokens: tokens)
  }

  static func parts(_ tokens: [Token], table: FoodTable) -> [Part] {
    var segmenter = Segmenter(tokens, table)
    segmenter.run()
    return segmenter.parts
  }

  private mutating func run() {
    var index = 0
    while index < tokens.count {
      if !isInName(index), let whole = wholeName(at: index) {
        part.words.append(whole.word)
        hasFood = true
        index += whole.length
      } else if let read = amounts.amount(at: index) {
        index = length(read.amount, next: read.next) ?? append(read.amount, next: read.next)
      } else if joints.isTail(at: index, afterFood: hasFood) {
        index = endOfTail(index + 1)
      } else if joints.joinsModifiers(at: index) {
        index += 1
      } else if let joint = joints.joint(at: index) {
        if hasFood, let word = tokens[index].text, KnownWords.isCooking(word), joint.next > index + 1 {
          part.words.append(PartWord(text: word, stem: stems[index]))
        }
        if !continuesAmount(joint.joint, at: joint.next) {
          close(joint.joint)
        } else if joint.joint == .alternative {
          isOther = true
        }
        index = joint.next
      } else if tokens[index] == .slash, continuesAmount(.alternative, at: index + 1) {
        index += 1
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
      if word == "each" || word == "apiece" { markEach() }
      part.words.append(PartWord(text: word, stem: Stem.of(word)))
      hasFood = hasFood || !KnownWords.isNarration(word) && MeasureUnit(spelling: word) == nil
    case .stop:
      // A comma behind "sorry" does not end what it takes back; one in brackets lists what is inside.
      close(.next)
    case .ampersand: close(.next)
    case .slash: close(part.words.isEmpty ? .next : .alternative)
    case .stated(let nutrient): state(nutrient)
    case .open: depth += 1
    case .close: depth = max(0, depth - 1)
    case .number, .dash: break
    }
  }

  /// Whether a joint stands between two amounts of one food that is named behind them: "1/2 cup plus 2 tablespoons oil",
  /// "160ml/5fl oz cream", "4 large or 6 small carrots". Of the last two the first amount counts.
  private mutating func continuesAmount(_ joint: Joint, at next: Int) -> Bool {
    guard joint == .next || joint == .alternative, !hasFood, let last = part.amounts.last, !last.amount.isArticle,
      part.amounts.count < 4, let read = amounts.amount(at: next), !read.amount.isArticle
    else { return false }
    guard joint == .next else { return true }
    guard let unit = last.unit, let other = self.unit(at: read.next).0, unit.isMeasure, other.isMeasure else {
      return false
    }
    isAdding = true
    return true
  }

  /// A nutrient belongs to the food in front of it.
  private mutating func state(_ nutrient: StatedNutrient) {
    if part.words.isEmpty, part.amounts.isEmpty, !parts.isEmpty {
      parts[parts.count - 1].stated.append(nutrient)
    } else {
      part.stated.append(nutrient)
    }
  }

  private mutating func markEach() {
    if !part.amounts.isEmpty {
      part.amounts[part.amounts.count - 1].isEach = true
    } else if let last = parts.indices.last, !parts[last].amounts.isEmpty {
      parts[last].amounts[parts[last].amounts.count - 1].isEach = true
    }
  }

  /// The end of words that tell no food: the next stop, amount or separating joint.
  private func endOfTail(_ start: Int) -> Int {
    var index = start
    while index < tokens.count, tokens[index] != .stop, tokens[index] != .ampersand, tokens[index] != .close {
      if let read = amounts.amount(at: index), !read.amount.isArticle { break }
      if let joint = joints.joint(at: index), joint.joint == .next || joint.joint == .excluded { break }
      // "that is loaded with vitamin C" says more about the food.
      if joints.isFilling(at: index) { break }
      if case .stated = tokens[index] { break }
      index += 1
    }
    return index
  }

  /// Whether the word ends a name that begins before it: the salad of "taco salad with chicken" begins none.
  private func isInName(_ index: Int) -> Bool {
    guard index > 0, tokens[index].isWord, let last = part.words.last, last.food == nil, tokens[index - 1].isWord,
      last.text == tokens[index - 1].text
    else { return false }
    return (table.longestMatch(stems, at: index - 1, upTo: index + 1)?.length ?? 0) > 1
  }

  /// A name that a joint or an amount would cut in two.
  private func wholeName(at index: Int) -> (word: PartWord, length: Int)? {
    if let whole = wholeName(at: index, stems) { return whole }
    guard !corrected.isEmpty, let whole = wholeName(at: index, corrected), whole.length > 2 else { return nil }
    return whole
  }

  /// Only words next to "and" are corrected here; others are where their part is read.
  private static func corrected(_ stems: [String], _ tokens: [Token], _ table: FoodTable) -> [String] {
    let isJoined = tokens.indices.map { index in
      [index - 1, index - 2, index + 1, index + 2].contains {
        tokens.indices.contains($0) && (tokens[$0] == .word("and") || tokens[$0] == .ampersand)
      }
    }
    guard isJoined.contains(true) else { return [] }
    var corrector = SpellingCorrector(table)
    let words = tokens.indices.map { PartWord(text: tokens[$0].text ?? "", stem: stems[$0]) }
    let changes = corrector.corrections(words, among: tokens.indices.filter { isJoined[$0] && tokens[$0].isWord })
    guard !changes.isEmpty else { return [] }
    return stems.indices.map { changes[$0] ?? stems[$0] }
  }

  private func wholeName(at index: Int, _ stems: [String]) -> (word: PartWord, length: Int)? {
    guard stems[index] != "\u{0}", let match = table.longestMatch(stems, at: index, upTo: tokens.count) else {
      return nil
    }
    let range = index..<(index + match.length)
    guard match.length > 1 || isCut(index, range.upperBound),
      range.contains(where: { isCut($0, range.upperBound) })
    else { return nil }
    let text = tokens[range].compactMap(\.text)
    let stem = stems[range].joined(separator: " ")
    return (PartWord(text: text.joined(separator: " "), stem: stem, food: match.food), match.length)
  }

  /// Whether a name up to `end` would be cut here. "egg fried" of "egg fried with butter" is not.
  private func isCut(_ index: Int, _ end: Int) -> Bool {
    switch tokens[index] {
    case .word:
      joints.joint(at: index).map { $0.next <= end } == true || amounts.amount(at: index) != nil
        || joints.isTail(at: index, afterFood: true)
    case .number, .ampersand, .dash: true
    case .slash, .stop, .open, .close, .stated: false
    }
  }

  /// Takes "12-inch" of "a 12-inch sandwich" as a word: it counts nothing. - Returns: the position behind it.
  private mutating func length(_ amount: Amount, next: Int) -> Int? {
    guard next < tokens.count, case .word(let word) = tokens[next], Self.lengths.contains(word) else { return nil }
    part.words.append(PartWord(text: "\(Figure.text(amount.value))-\(word)", stem: stems[next]))
    return next + 1
  }

  private static let lengths: Set<String> = ["inch", "inches", "cm", "centimeter", "centimeters", "mm"]

  /// Takes an amount and its unit; one that cannot belong to the current part begins a new one.
  private mutating func append(_ amount: Amount, next: Int) -> Int {
    let (size, start) = size(at: next)
    let (unit, after) = unit(at: start)
    let namesPart = namesPart
    if namesPart {
      // "juice of 1/2 lemon"
    } else if depth == 0, hasFood, !part.amounts.isEmpty || amount.isArticle || wordFollows(after) && unit == nil {
      close(.next)
    }
    let isTrailing = hasFood && !part.words.isEmpty
    part.amounts.append(
      PartAmount(
        amount: amount, unit: unit, isTrailing: isTrailing && !namesPart, isBracketed: depth > 0, isAdded: isAdding,
        isOther: isOther))
    (isAdding, isOther) = (false, false)
    if let size { part.words.append(size) }
    if let end = shareEnd(after) {
      part.isShare = true
      return end
    }
    if isTrailing, !namesPart, depth == 0, !isJoint(after) { close(.next) }
    return after
  }

  /// Whether the words so far name a part of what follows: "juice of", "zest of".
  private var namesPart: Bool {
    part.amounts.isEmpty && part.words.count >= 2 && part.words.last?.text == "of"
      && LineWords.isPart(part.words[part.words.count - 2].text)
  }

  /// The size in front of a unit: "medium" of "a medium wedge of melon".
  private func size(at index: Int) -> (PartWord?, Int) {
    guard index + 1 < tokens.count, case .word(let word) = tokens[index], case .word(let next) = tokens[index + 1],
      MeasureUnit(spelling: word)?.isSize == true, let unit = MeasureUnit(spelling: next), !unit.isSize,
      index + 2 < tokens.count, tokens[index + 2] == .word("of")
    else { return (nil, index) }
    return (PartWord(text: word, stem: stems[index]), index + 1)
  }

  /// Behind "half" of "half of it".
  private func shareEnd(_ index: Int) -> Int? {
    var next = index
    while next < tokens.count, tokens[next] == .word("of") || tokens[next] == .word("the") { next += 1 }
    guard next < tokens.count, case .word(let word) = tokens[next] else { return nil }
    return ["it", "them", "that", "those"].contains(word) ? next + 1 : nil
  }

  private func wordFollows(_ index: Int) -> Bool {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return false }
    return joints.joint(at: index) == nil && !KnownWords.isNarration(word)
  }

  private func isJoint(_ index: Int) -> Bool {
    guard index < tokens.count else { return true }
    switch tokens[index] {
    case .word(let word): return word == "each" || joints.joint(at: index) != nil
    case .stop, .ampersand, .slash, .stated, .close, .open: return true
    case .number, .dash: return false
    }
  }

  /// The unit at `index`, unless it begins a longer name ("2 bar snacks"), and the position after it.
  private func unit(at index: Int) -> (MeasureUnit?, Int) {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return (nil, index) }
    if case .word(let second)? = index + 1 < tokens.count ? tokens[index + 1] : nil {
      if let pair = MeasureUnit.pairs[word + " " + second], isUnit(index, index + 2) { return (pair, index + 2) }
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
    // "6 cloves": a text that names nothing else means the spice.
    if parts.isEmpty, !hasFood, index + 1 == tokens.count || tokens[index + 1] == .stop, unit.grams == nil,
      unit.milliliters == nil, table.longestMatch(stems, at: index, upTo: index + 1) != nil
    {
      return (nil, index)
    }
    // "2 large slices": the size stays a word of the part.
    if unit.isSize { return (nil, index) }
    return (unit, index + 1)
  }

  /// Whether two words are a unit rather than a food: "a juice box of apple juice", not "a juice box".
  private func isUnit(_ start: Int, _ end: Int) -> Bool {
    if end < tokens.count, tokens[end] == .word("of") { return true }
    return (table.longestMatch(stems, at: start, upTo: end)?.length ?? 0) < 2
  }

  private mutating func close(_ joint: Joint) {
    // "sorry, I meant 60 g", "tea, without sugar": an empty part hands its joint on.
    let isBlank = part.isEmpty || part.amounts.isEmpty && part.stated.isEmpty && !hasFood
    if isBlank, part.joint == .correction || part.joint == .alternative || part.joint == .excluded,
      joint == .next || joint == .correction
    {
      part = Part(joint: part.joint)
      hasFood = false
      return
    }
    if !part.isEmpty { parts.append(part) }
    part = Part(joint: joint)
    hasFood = false
  }

  private static let adjectives: Set<String> = [
    "heaped", "heaping", "level", "rounded", "scant", "generous", "full", "big", "good",
  ]
}
