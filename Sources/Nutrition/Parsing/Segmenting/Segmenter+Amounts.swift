// Amounts and the units behind them.
extension Segmenter {
  /// Whether a joint stands between two amounts of one food that is named behind them: "1/2 cup plus 2 tablespoons oil",
  /// "160ml/5fl oz cream", "4 large or 6 small carrots". Of the last two the first amount counts.
  mutating func continuesAmount(_ joint: Connector, at next: Int) -> Bool {
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

  /// Takes "12-inch" of "a 12-inch sandwich" as a word: it counts nothing. - Returns: the position behind it.
  mutating func length(_ amount: Amount, next: Int) -> Int? {
    guard next < tokens.count, case .word(let word) = tokens[next], Self.lengths.contains(word) else { return nil }
    part.words.append(PartWord(text: "\(Figure.text(amount.value))-\(word)", stem: stems[next]))
    return next + 1
  }

  private static let lengths: Set<String> = ["inch", "inches", "cm", "centimeter", "centimeters", "mm"]

  /// Takes an amount and its unit; one that cannot belong to the current part begins a new one.
  mutating func append(_ amount: Amount, next: Int) -> Int {
    let (size, start) = size(at: next)
    var (unit, after) = unit(at: start)
    var amount = amount
    // "a cup and a half of rice"; "a cup and a half banana" are two.
    if unit != nil, amount.value == amount.value.rounded(), let further = amounts.further(at: after),
      further.next == tokens.count || tokens[further.next] == .word("of") || tokens[further.next] == .stop
    {
      amount = Amount(value: amount.value + further.value)
      after = further.next
    }
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
  var namesPart: Bool {
    part.amounts.isEmpty && part.words.count >= 2 && part.words.last?.text == "of"
      && LineWords.isPart(part.words[part.words.count - 2].text)
  }

  /// The size in front of a unit: "medium" of "a medium wedge of melon".
  func size(at index: Int) -> (PartWord?, Int) {
    guard index + 1 < tokens.count, case .word(let word) = tokens[index], case .word(let next) = tokens[index + 1],
      MeasureUnit(spelling: word)?.isSize == true, let unit = MeasureUnit(spelling: next), !unit.isSize,
      index + 2 < tokens.count, tokens[index + 2] == .word("of")
    else { return (nil, index) }
    return (PartWord(text: word, stem: stems[index]), index + 1)
  }

  /// Behind "half" of "half of it".
  func shareEnd(_ index: Int) -> Int? {
    var next = index
    while next < tokens.count, tokens[next] == .word("of") || tokens[next] == .word("the") { next += 1 }
    guard next < tokens.count, case .word(let word) = tokens[next] else { return nil }
    return ["it", "them", "that", "those"].contains(word) ? next + 1 : nil
  }

  func wordFollows(_ index: Int) -> Bool {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return false }
    return joints.joint(at: index) == nil && !KnownWords.isNarration(word)
  }

  func isJoint(_ index: Int) -> Bool {
    guard index < tokens.count else { return true }
    switch tokens[index] {
    case .word(let word): return word == "each" || joints.joint(at: index) != nil
    case .stop, .ampersand, .slash, .stated, .close, .open: return true
    case .number, .dash: return false
    }
  }

  /// The unit at `index`, unless it begins a longer name ("2 bar snacks"), and the position after it.
  func unit(at index: Int) -> (MeasureUnit?, Int) {
    guard index < tokens.count, case .word(let word) = tokens[index] else { return (nil, index) }
    if case .word(let second)? = index + 1 < tokens.count ? tokens[index + 1] : nil {
      if let pair = MeasureUnit.pairs[word + " " + second], isUnit(index, index + 2) { return (pair, index + 2) }
      if Self.adjectives.contains(word), let unit = MeasureUnit(spelling: second), !unit.isSize {
        return (unit, index + 2)
      }
    }
    guard let unit = MeasureUnit(spelling: word) ?? misspelt(word, at: index) else { return (nil, index) }
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

  /// "2 wegdes of melon", "2 tabelspoons honey": a word in front of "of" or a food that is in no name.
  private func misspelt(_ word: String, at index: Int) -> MeasureUnit? {
    guard index + 1 < tokens.count,
      tokens[index + 1] == .word("of")
        || word.utf8.count >= 7 && table.longestMatch(stems, at: index + 1, upTo: tokens.count) != nil,
      table.stems.number(of: stems[index].utf8) == nil, !KnownWords.isNarration(word), !KnownWords.isDescription(word)
    else { return nil }
    return MeasureUnit(nearly: word)
  }

  /// Whether two words are a unit rather than a food: "a juice box of apple juice", not "a juice box".
  func isUnit(_ start: Int, _ end: Int) -> Bool {
    if end < tokens.count, tokens[end] == .word("of") { return true }
    return (table.longestMatch(stems, at: start, upTo: end)?.length ?? 0) < 2
  }

  private static let adjectives: Set<String> = [
    "heaped", "heaping", "level", "rounded", "scant", "generous", "full", "big", "good",
  ]
}
