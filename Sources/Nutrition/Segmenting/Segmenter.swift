import TextModels

/// Divides the tokens into segments: at separators, at connectors, and before a second amount.
///
/// Names of the table that contain a connector or a number stay whole. One pass; at every position a bounded number of
/// names is looked up.
struct Segmenter {
  private let context: TokenContext
  /// Position of the closing bracket of each list, by that of the opening one.
  private let listEnds: [Int: Int]
  private var segments: [Segment] = []
  private var segment = Segment(connector: .next)
  /// Position of the token that is read.
  private var position = 0
  /// Whether a word of the current segment may name a food.
  private var hasFood = false
  /// Whether a word of the current segment is in a name of the table.
  private var hasKnownFood = false
  /// The quantity of each of several foods: "100 g each of chicken, rice and broccoli".
  private var shared: [Quantity] = []
  /// Depth of brackets that are no lists.
  private var depth = 0
  /// Whether counts follow the names until the end of the list ("eggs 3 bacon 4"); nil if that is not known.
  private var countsFollow: Bool?
  /// The connector to the amount before, if both are of one food.
  private var join: Connector?
  /// The segment before the list that is being read, and the end of the list.
  private var list: (head: Int?, end: Int)?

  private var tokens: [Token] { context.tokens }
  private var amounts: AmountReader { context.amounts }
  private var connectors: ConnectorReader { context.connectors }

  private init(_ tokens: [Token], _ table: FoodTable) {
    context = TokenContext(tokens, table)
    listEnds = ListBrackets.ends(tokens, context.stems, table)
  }

  /// The segments of a text in order.
  static func segments(_ tokens: [Token], table: FoodTable) -> [Segment] {
    var segmenter = Segmenter(tokens, table)
    while segmenter.position < tokens.count { segmenter.position = segmenter.read(segmenter.position) }
    segmenter.endList()
    return segmenter.segments
  }

  /// Reads one or more tokens. - Returns: the position after them.
  private mutating func read(_ index: Int) -> Int {
    if listEnds[index] != nil || list?.end == index {
      if let end = listEnds[index] { beginList(until: end) } else { endList() }
      return index + 1
    }
    if tokens.word(index) == "each", context.isOf(index + 1), !hasFood {
      shared = segment.quantities
      return index + 2
    }
    if shared.isEmpty, let name = context.protectedName(at: index) { return append(name, at: index) }
    // "a quarter pounder" is no quarter.
    if let count = tokens.word(index).flatMap({ ["a", "an"].contains($0) ? 0 : AmountReader.numbers[$0] }),
      amounts.amount(at: index + 1) != nil, let name = context.protectedName(at: index + 1)
    {
      return append(name, at: append(Amount(value: max(1, count), isArticle: count == 0), next: index + 1))
    }
    if hasFood, segment.connector == .next, segment.quantities.isEmpty, endsKind(at: index) {
      segment.connector = .attribute
      if let word = tokens.word(index), word.has(.flavor) { segment.words.append(SegmentWord(word)) }
      if context.isEnd(index + 1) { close(.beside) }
      return index + (context.isEnd(index + 1) ? 2 : 1)
    }
    if let end = context.endOfTime(at: index) {
      segment.beginsEntry = segment.beginsEntry || segment.isEmpty
      return end
    }
    if let end = context.endOfPhrase(at: index) { return end }
    if let read = amounts.amount(at: index) {
      return appendLength(read.amount, next: read.next) ?? append(read.amount, next: read.next)
    }
    if context.isTail(at: index, afterFood: hasFood && hasKnownFood) { return context.endOfTail(from: index + 1) }
    if joinsAdjectives(at: index) { return index + 1 }
    if let end = addFraction(at: index) { return end }
    if let found = connectors.connector(at: index) {
      read(found.connector, at: index, next: found.next)
      return found.next
    }
    if tokens[index] == .slash, continuesAmount(.alternative, at: index + 1) { return index + 1 }
    if tokens[index] == .separator, describesFood(index + 1) { return index + 1 }
    read(tokens[index])
    return index + 1
  }

  /// Whether the segment describes the food before it: "a cookie, the vanilla one", "a cereal bar, peanut flavored".
  private func endsKind(at index: Int) -> Bool {
    if segment.words.first?.text == "the", segment.words.last?.text != "of" {
      return ["one", "ones", "kind", "sort", "version"].contains(tokens.word(index))
    }
    return tokens.word(index)?.has(.flavor) == true && !segment.followsAnd && !segments.isEmpty
      && (context.isEnd(index + 1) || connectors.connector(at: index + 1) != nil)
  }

  /// Whether the comma is between adjectives of a food that is not named yet ("a large, juicy steak", "170 g of tender,
  /// juicy shrimp") or before a last one ("scallions, cooked").
  private func describesFood(_ index: Int) -> Bool {
    if hasKnownFood, tokens.word(index)?.has(.linePreparation) == true, context.isEnd(index + 1) { return true }
    guard let last = segment.quantities.last, !last.isTrailing, depth == 0, let word = tokens.word(index),
      last.unit != nil || segment.measure != nil || word.has(.descriptor), amounts.amount(at: index) == nil,
      connectors.connector(at: index) == nil || word == "and"
    else { return false }
    // "a slice of reduced calorie, high fiber bread"
    if word.has(.degree), segment.words.dropLast().last?.has(.degree) == true { return true }
    return segment.words.contains { $0.has(.descriptor) || $0.isSize }
      && segment.words.allSatisfy { $0.food == nil && ($0.has(.narration) || $0.has(.descriptor) || $0.isSize) }
  }

  private mutating func append(_ name: (word: SegmentWord, length: Int), at index: Int) -> Int {
    segment.words.append(name.word)
    (hasFood, hasKnownFood) = (true, true)
    let next = index + name.length
    // "peanut butter and jelly on wheat" and "bread"
    let isBread = tokens[index..<next].contains(.word("on")) && tokens.word(next)?.has(.breadNoun) == true
    return isBread ? next + 1 : next
  }

  private mutating func read(_ connector: Connector, at index: Int, next: Int) {
    if hasFood || segment.isEmpty && !segments.isEmpty, let word = tokens[index].text, word.has(.cooking),
      next > index + 1
    {
      segment.words.append(SegmentWord(text: word, stem: context.stems[index]))
    }
    // "two slices from a pizza", "a container filled with juice"
    let isMeasure = isVessel || !hasFood && segment.connector != .addition && segment.quantities.last?.unit != nil
    if continuesAmount(connector, at: next) || connector == .attribute && isMeasure { return }
    let isLeft = connector == .excluded && tokens.word(index)?.has(.uneaten) == true
    let amount = amounts.amount(at: next)
    if isLeft, excludesBefore(next) || tokens.word(next - 1) == "left" && amount == nil { return }
    // "after I left the gym a protein shake", but "left a third of the rice"
    let food = amount?.next ?? next
    if isLeft, !tokens.indices[food...].prefix(2).contains(where: { context.longestMatch(at: $0) != nil }) { return }
    // "a quesadilla with guacamole and salsa on the side"
    if connector == .beside, tokens[index] == .word("on") {
      if segment.followsAnd, segments.last?.connector == .addition { segments[segments.count - 1].connector = .beside }
      if [.addition, .next].contains(segment.connector) { segment.connector = .beside }
    }
    // "and indulged in a sundae", "a breakfast that included eggs" have no food before the connector.
    let isVerb =
      !segment.isEmpty && !hasFood && segment.quantities.isEmpty && segment.connector == .next
      && [.base, .medium].contains(connector)
      || connector == .attribute && tokens[index] == .word("that") && !segment.words.contains(where: \.mayNameFood)
    close(isVerb ? .next : connector)
    segment.followsPause = tokens.token(index - 1) == .separator || ["plus", "then"].contains(tokens.word(index))
    segment.followsAnd = tokens[index] == .word("and")
    segment.isOrigin = tokens[index] == .word("from")
    segment.isReplaced = tokens[index] == .word("instead") || tokens[index] == .word("rather")
    let isPartly = tokens[index..<next].contains { ["finish", "half", "most", "some"].contains($0.word) }
    segment.isUneaten = isLeft && amount == nil && !isPartly
  }

  /// Excludes the food before "untouched", "I left" and "didn't eat" at the end of a clause. - Returns: whether there is one.
  private mutating func excludesBefore(_ end: Int) -> Bool {
    let isPronoun = ["it", "them", "that"].contains(tokens.word(end))
    let end = isPronoun ? end + 1 : end
    let isBefore = isPronoun && segment.isEmpty && !segments.isEmpty
    guard context.isEnd(end) || tokens[end] == .close, hasFood || isBefore else { return false }
    // "the cream I left" is noted as "the cream".
    while hasFood, segment.words.last?.has(.narration) == true { segment.words.removeLast() }
    if hasFood { segment.connector = .excluded } else { segments[segments.count - 1].connector = .excluded }
    return true
  }

  /// Whether the segment so far is a measure alone: "a container filled with apple juice".
  private var isVessel: Bool {
    let units = segment.quantities.suffix(1).map(\.unit) + segment.words.map(\.unit)
    return units.contains { $0.map { $0.rawValue.has(.package) || $0.customaryMilliliters != nil } == true }
      && segment.words.allSatisfy { !$0.mayNameFood || $0.has(.origin) }
  }

  private mutating func read(_ token: Token) {
    switch token {
    case .word(let word):
      if word == "each" || word == "apiece" || word == "ones" && depth > 0 { markEach() }
      segment.words.append(SegmentWord(word))
      guard !word.has(.narration) else { return }
      hasFood = hasFood || word != "sweet" && MeasureUnit(spelling: word) == nil
      // "I toasted a 40 g waffle"
      hasKnownFood =
        hasKnownFood || !word.has(.cooking) && segment.words.last.flatMap { context.table.number(of: $0.stem) } != nil
    case .separator, .ampersand:
      close(.next)
      segment.followsPause = true
      if token == .separator, tokens.token(position - 1) == .separator { segment.beginsEntry = true }
      if token == .separator { countsFollow = nil }
    // "a child/senior drink", "a fun/snack size bar"
    case .slash: if hasFood || segment.quantities.isEmpty { close(segment.words.isEmpty ? .next : .alternative) }
    case .statedNutrient(let nutrient): append(nutrient)
    case .open: depth += 1
    case .close: depth = max(0, depth - 1)
    case .number, .dash: break
    }
  }

  /// A stated nutrient belongs to the food before it.
  private mutating func append(_ nutrient: StatedNutrient) {
    if segment.words.isEmpty, segment.quantities.isEmpty, !segments.isEmpty {
      segments[segments.count - 1].statedNutrients.append(nutrient)
    } else {
      segment.statedNutrients.append(nutrient)
    }
  }

  private mutating func markEach() {
    if !segment.quantities.isEmpty {
      segment.quantities[segment.quantities.count - 1].isEach = true
    } else if let last = segments.indices.last, !segments[last].quantities.isEmpty {
      segments[last].quantities[segments[last].quantities.count - 1].isEach = true
    }
  }

  /// Whether "and" joins adjectives before a food that is not named yet: "a warm and comforting bowl".
  private func joinsAdjectives(at index: Int) -> Bool {
    guard tokens[index] == .word("and"), !segment.words.isEmpty, let next = tokens.word(index + 1),
      next.has(.descriptor) || next.has(.modifier) || next.has(.cooking) || next == "pre" || next.hasSuffix("ened")
    else { return false }
    return segment.words.allSatisfy { word in
      word.food == nil && (!word.mayNameFood || context.table.food([word.stem]) == nil)
    }
  }

  /// Ends the current segment; the next one has this connector.
  private mutating func close(_ connector: Connector) {
    let isBlank = segment.isEmpty || segment.quantities.isEmpty && segment.statedNutrients.isEmpty && !hasFood
    // "sorry, I meant 60 g", "tea, without sugar": a blank segment passes its connector to the next one. "no breakfast,
    // just coffee" does not: it excludes the breakfast.
    let passesConnector =
      segment.connector == .correction || segment.connector == .alternative
      || [.excluded, .beside].contains(segment.connector) && segment.words.isEmpty
    let isPassed = isBlank && passesConnector && (connector == .next || connector == .correction)
    if segment.quantities.isEmpty, hasFood, segment.connector == .next { segment.quantities = shared }
    if !segment.isEmpty, segment.quantities != shared { shared = [] }
    if !segment.isEmpty, !isPassed {
      segment.isListed = list?.head != nil
      segment.range = segment.range.lowerBound..<position
      segments.append(segment)
    }
    // "1pm: soup": a blank segment passes the end of the line before it, too.
    segment = Segment(
      connector: isPassed ? segment.connector : connector, beginsEntry: segment.isEmpty && segment.beginsEntry,
      range: position..<position)
    (hasFood, hasKnownFood) = (false, false)
  }

  /// Begins the list of the current segment.
  private mutating func beginList(until end: Int) {
    let hasHead = hasFood || hasKnownFood
    close(.next)
    list = (hasHead ? segments.indices.last : nil, end)
  }

  private mutating func endList() {
    close(.next)
    defer { list = nil }
    guard let head = list?.head, head + 1 < segments.count else { return }
    let quantified = segments[(head + 1)...].filter(\.isQuantified)
    let isOfHead = quantified.contains { $0.sharesFoodWord(with: segments[head].words) }
    segments[head].list = quantified.isEmpty ? .unquantified : isOfHead ? .quantifiesHead : .quantified
  }

  /// Whether the connector is between two amounts of one food that follows: "1/2 cup plus 2 tablespoons oil",
  /// "160ml/5fl oz cream", "4 large or 6 small carrots". Of alternatives the first counts.
  private mutating func continuesAmount(_ connector: Connector, at next: Int) -> Bool {
    guard connector == .next || connector == .alternative, !hasFood, let last = segment.quantities.last,
      !last.amount.isArticle, segment.quantities.count < 4, let read = amounts.amount(at: next), !read.amount.isArticle
    else { return false }
    // "1 lb and 4 oz of nuts", but "a bag of 500 g and 30 g of nuts"
    let least = tokens.word(next - 1) == "plus" ? 1 : 1.5
    guard connector == .alternative || last.unit?.ratio(to: context.unitAfterAmount(at: read.next).0) ?? 0 >= least
    else { return false }
    join = connector
    return true
  }

  /// Takes "12-inch" of "a 12-inch sandwich" as a size, and not as an amount. - Returns: the position after it.
  private mutating func appendLength(_ amount: Amount, next: Int) -> Int? {
    guard let word = tokens.word(next), word.has(.length) else { return nil }
    let (unit, after) = context.unitAfterAmount(at: next)
    // "an inch of banana", "a 2-inch square of cake"
    if unit == .inch, context.isOf(after) {
      return append(
        Amount(value: tokens.word(next + 1) == "square" ? amount.value * amount.value : amount.value), next: next)
    }
    let large = amount.value < 14 && tokens.contains(.word("pizza")) ? "medium" : "large"
    let isLarge = unit == .inch && amount.value >= 12
    segment.words.append(SegmentWord(isLarge ? large : "\(TextFormat.decimal(amount.value))-\(word)"))
    return next + 1
  }

  /// Takes an amount with its unit. An amount that cannot belong to the current segment begins a new one.
  private mutating func append(_ amount: Amount, next: Int) -> Int {
    var (unit, after) = context.unitAfterAmount(at: next)
    // "a glass of red (175)" has the weight or volume in brackets.
    let isWhole = depth > 0 && tokens.token(after) == .close
    if isWhole, unit == nil, (50...2000).contains(amount.value) { unit = .gram }
    // "the tail of a turkey"
    if amount.isArticle, unit == nil, hasFood, segment.words.last?.text == "of" { return next }
    var amount = amount
    // "a cup and a half of rice"; "a cup and a half banana" are two foods.
    if unit != nil, let fraction = amounts.fraction(after: amount.value, at: after),
      context.isEnd(fraction.next) || tokens.word(fraction.next) == "of"
    {
      amount = Amount(value: amount.value + fraction.value)
      after = fraction.next
    }
    let namesPart = namesPart
    if countsFollow == nil, unit == nil { countsFollow = hasKnownFood && followsName(amount, next: after) }
    // "I presented a 50 g sandwich", "I heated a 15 oz can of soup": the words so far name no food.
    let hasArticle = ["a", "an"].contains(segment.words.last?.text)
    let counts = tokens.word(after) == "of" || hasArticle || !hasKnownFood && context.longestMatch(at: after) != nil
    // "overnight oats 50 g oats 150 ml milk"
    let food = Segment(connector: .next, words: tokens.word(after).map { [SegmentWord($0)] } ?? [])
    let isMade = hasKnownFood && segment.quantities.isEmpty && unit?.isWeightOrVolume == true
    let beginsFood =
      amount.isArticle || !weighsName(unit, next: after) || counts && endOfShare(after) == nil
      || isMade && food.sharesFoodWord(with: segment.words)
    // "juice of 1/2 lemon" stays one segment.
    if !namesPart, depth == 0, hasFood, beginsFood { close(.next) }
    let isTrailing = hasFood && !segment.words.isEmpty
    let isEach = isTrailing && segment.words.last?.text == "of" && segment.quantities.allSatisfy { $0.amount.value > 1 }
    segment.quantities.append(
      Quantity(
        amount: amount, unit: unit, isTrailing: isTrailing && !namesPart, isBracketed: depth > 0, isEach: isEach,
        isAdded: join == .next, isAlternative: join == .alternative))
    join = nil
    if let end = endOfShare(after) {
      segment.isShare = true
      return end
    }
    if isTrailing, !namesPart, depth == 0, tokens.word(after) != nil, connectors.connector(at: after) == nil {
      close(.next)
    }
    return after
  }

  /// Adds "and a half" to the count of the food before it: "a banana and a half". - Returns: the position after it.
  private mutating func addFraction(at index: Int) -> Int? {
    guard hasFood, segment.quantities.count == 1, case let whole = segment.quantities[0].amount.value,
      let (fraction, next) = amounts.fraction(after: whole, at: index),
      context.isEnd(next) || connectors.connector(at: next) != nil || context.isTail(at: next, afterFood: true)
    else { return nil }
    segment.quantities[0].amount = Amount(value: whole + fraction)
    return next
  }

  /// Whether an amount may be that of the food before it: "rice 150 g", and of a counted food "an orange of 154 g".
  private func weighsName(_ unit: MeasureUnit?, next: Int) -> Bool {
    // "fun size x3 coffee", but "3 x 40 g", "crackers with hummus x3"
    let isTimes = tokens.word(position - 1) == "x" && tokens.word(position - 2) != nil && segment.connector == .next
    if segment.quantities.isEmpty { return unit != nil || countsFollow == true || isTimes }
    let isOf = segment.words.last?.text == "of"
    return hasKnownFood && unit?.isWeightOrVolume == true
      && segment.quantities.allSatisfy { !$0.isTrailing && (isOf || $0.unit?.isWeightOrVolume != true) }
      && (tokens.word(next) == nil || connectors.connector(at: next) != nil)
  }

  /// Whether the first count of a list without commas is that of the food before it: "eggs 3 bacon 4 toast", "gala 1 malt 1".
  private func followsName(_ amount: Amount, next: Int) -> Bool {
    guard !amount.isArticle, amount.value < 100, let word = tokens.word(next), !word.has(.nonfood), word != "sugar"
    else { return false }
    let rest = tokens[next...].prefix(while: { $0 != .separator && $0 != .ampersand }).prefix(40)
    if case .number? = rest.last { return true }
    // "eggs 2 scrambled"
    let isCooked = word.has(.cooking) && segment.words.last?.text.hasSuffix("s") == true
    if isCooked, tokens.word(next + 1)?.hasSuffix("s") != true { return true }
    let name = context.longestMatch(at: next)
    let last = next + (name?.length ?? 1) - 1
    let isPlural = tokens.word(last)?.hasSuffix("s") == true && context.stems[last] != tokens.word(last)
    return isPlural ? amount.value == 1 : name != nil
  }

  /// Whether the words so far name a part of the food that follows: "juice of", "zest of".
  private var namesPart: Bool {
    segment.quantities.isEmpty && segment.words.last?.text == "of"
      && segment.words.dropLast().last?.has(.linePart) == true
  }

  /// The position after the pronoun of "half of it"; nil for other text.
  private func endOfShare(_ index: Int) -> Int? {
    var next = index
    while next < tokens.count, tokens[next] == .word("of") || tokens[next] == .word("the") { next += 1 }
    return ["it", "them", "that", "those"].contains(tokens.word(next)) ? next + 1 : nil
  }
}
