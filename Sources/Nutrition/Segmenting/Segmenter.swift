/// Divides the tokens into segments: at separators, at connectors, and before a second amount.
///
/// Names of the table that contain a connector or a number stay whole. One pass; at every position a bounded number of
/// names is looked up.
struct Segmenter {
  private let context: TokenContext
  private let names: ProtectedNames
  private let tails: TailReader
  private let units: UnitReader
  /// Position of the closing bracket of each list, by that of the opening one.
  private let listEnds: [Int: Int]
  private var segments: [Segment] = []
  private var segment = Segment(connector: .next)
  /// Whether a word of the current segment may name a food.
  private var hasFood = false
  /// Whether a word of the current segment is in a name of the table.
  private var hasKnownFood = false
  /// Depth of brackets that are no lists.
  private var depth = 0
  /// Whether the next amount is added to the one before.
  private var isAdding = false
  /// Whether the next amount is an alternative of the one before.
  private var isAlternative = false
  /// The segment before the list that is being read, and the end of the list.
  private var list: (head: Int?, end: Int)?

  private var tokens: [Token] { context.tokens }
  private var amounts: AmountReader { context.amounts }
  private var connectors: ConnectorReader { context.connectors }

  private init(_ tokens: [Token], _ table: FoodTable) {
    context = TokenContext(tokens, table)
    names = ProtectedNames(context: context)
    tails = TailReader(context: context)
    units = UnitReader(context: context)
    listEnds = ListBrackets.ends(tokens, context.stems, table)
  }

  /// The segments of a text in order.
  static func segments(_ tokens: [Token], table: FoodTable) -> [Segment] {
    var segmenter = Segmenter(tokens, table)
    var index = 0
    while index < tokens.count { index = segmenter.read(index) }
    segmenter.endList()
    segmenter.countQuantifiedRuns()
    return segmenter.segments
  }

  /// Reads one or more tokens. - Returns: the position after them.
  private mutating func read(_ index: Int) -> Int {
    if let end = listEnds[index] {
      beginList(until: end)
      return index + 1
    }
    if list?.end == index {
      endList()
      return index + 1
    }
    if let name = protectedName(at: index) {
      return append(name, at: index)
    }
    // "a quarter pounder" is no quarter.
    if isArticle(index), let name = protectedName(at: index + 1), amounts.amount(at: index + 1) != nil {
      let next = append(Amount(value: 1, isArticle: true), next: index + 1)
      return append(name, at: next)
    }
    if let read = amounts.amount(at: index) {
      return appendLength(read.amount, next: read.next) ?? append(read.amount, next: read.next)
    }
    if tails.isTail(at: index, afterFood: hasFood && hasKnownFood) { return tails.end(from: index + 1) }
    if connectors.joinsModifiers(at: index) || joinsAdjectives(at: index) { return index + 1 }
    if let found = connectors.connector(at: index) {
      read(found.connector, at: index, next: found.next)
      return found.next
    }
    if tokens[index] == .slash, continuesAmount(.alternative, at: index + 1) { return index + 1 }
    if tokens[index] == .separator, describesNext(index + 1) { return index + 1 }
    read(tokens[index])
    return index + 1
  }

  /// Whether the comma is between adjectives of a food that is not named yet: "170 g of tender, juicy shrimp".
  private func describesNext(_ index: Int) -> Bool {
    guard let last = segment.quantities.last, last.unit != nil, !last.isTrailing, depth == 0,
      let word = context.word(index), amounts.amount(at: index) == nil,
      connectors.connector(at: index) == nil || word == "and",
      segment.words.contains(where: { Lexicon.isDescriptor($0.text) })
    else { return false }
    return segment.words.allSatisfy {
      $0.food == nil && (Lexicon.isNarration($0.text) || Lexicon.isDescriptor($0.text))
    }
  }

  private func protectedName(at index: Int) -> (word: SegmentWord, length: Int)? {
    names.name(at: index, hasQuantity: !segment.quantities.isEmpty)
  }

  private func isArticle(_ index: Int) -> Bool {
    (tokens[index] == .word("a") || tokens[index] == .word("an")) && index + 1 < tokens.count
  }

  private mutating func append(_ name: (word: SegmentWord, length: Int), at index: Int) -> Int {
    segment.words.append(name.word)
    (hasFood, hasKnownFood) = (true, true)
    let next = index + name.length
    // "peanut butter and jelly on wheat" and "bread"
    let isBread = tokens[index..<next].contains(.word("on")) && context.word(next).map(Self.breads.contains) == true
    return isBread ? next + 1 : next
  }

  private static let breads: Set<String> = ["bread", "bun", "roll", "toast"]

  private mutating func read(_ connector: Connector, at index: Int, next: Int) {
    if hasFood, let word = tokens[index].text, Lexicon.isCookingParticiple(word), next > index + 1 {
      segment.words.append(SegmentWord(text: word, stem: context.stems[index]))
    }
    if !continuesAmount(connector, at: next) {
      // "my lunch featuring a burger", "and indulged in a sundae" have no food before it.
      let isVerb = !segment.isEmpty && !hasFood && segment.quantities.isEmpty && [.base, .medium].contains(connector)
      close(isVerb || tokens[index] == .word("featuring") && !segment.isEmpty && !hasKnownFood ? .next : connector)
      segment.followsAnd = tokens[index] == .word("and")
    } else if connector == .alternative {
      isAlternative = true
    }
  }

  private mutating func read(_ token: Token) {
    switch token {
    case .word(let word):
      if word == "each" || word == "apiece" { markEach() }
      segment.words.append(SegmentWord(text: word, stem: Stemmer.stem(word)))
      guard !Lexicon.isNarration(word) else { return }
      hasFood = hasFood || word != "sweet" && MeasureUnit(spelling: word) == nil
      hasKnownFood = hasKnownFood || context.table.number(of: Stemmer.stem(word)) != nil
    case .separator, .ampersand: close(.next)
    case .slash: close(segment.words.isEmpty ? .next : .alternative)
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
    guard tokens[index] == .word("and"), !segment.words.isEmpty, let next = context.word(index + 1),
      Lexicon.isDescriptor(next) || Lexicon.formsModifier(next) || next == "pre" || next.hasSuffix("ened")
    else { return false }
    return segment.words.allSatisfy { word in
      word.food == nil
        && (Lexicon.isNarration(word.text) || Lexicon.isDescriptor(word.text)
          || MeasureUnit(spelling: word.text) != nil
          || context.table.longestMatch([word.stem], at: 0, upTo: 1) == nil)
    }
  }

  /// Ends the current segment; the next one has this connector.
  private mutating func close(_ connector: Connector) {
    let isBlank = segment.isEmpty || segment.quantities.isEmpty && segment.statedNutrients.isEmpty && !hasFood
    // "sorry, I meant 60 g", "tea, without sugar": a blank segment passes its connector to the next one. "no breakfast,
    // just coffee" does not: it excludes the breakfast.
    let passesConnector =
      segment.connector == .correction || segment.connector == .alternative
      || segment.connector == .excluded && segment.words.isEmpty
    if isBlank, passesConnector, connector == .next || connector == .correction {
      segment = Segment(connector: segment.connector)
      (hasFood, hasKnownFood) = (false, false)
      return
    }
    if !segment.isEmpty {
      segment.isListed = list?.head != nil
      segments.append(segment)
    }
    segment = Segment(connector: connector)
    (hasFood, hasKnownFood) = (false, false)
  }
}

// MARK: - Lists

extension Segmenter {
  /// Begins the list of the current segment.
  private mutating func beginList(until end: Int) {
    let stems = segment.words.map(\.stem)
    let hasHead =
      hasFood
      || stems.indices.contains {
        (context.table.longestMatch(stems, at: $0, upTo: stems.count)?.length ?? 0) > 1
      }
    close(.next)
    list = (hasHead ? segments.indices.last : nil, end)
  }

  private mutating func endList() {
    close(.next)
    if let head = list?.head, head + 1 < segments.count {
      segments[head].list = kindOfList(after: head)
    }
    list = nil
  }

  private func kindOfList(after head: Int) -> ListKind {
    let quantified = segments[(head + 1)...].filter(\.isQuantified)
    if quantified.isEmpty { return .unquantified }
    return quantified.contains { $0.sharesFoodWord(with: segments[head].words) } ? .quantifiesHead : .quantified
  }

  private mutating func countQuantifiedRuns() {
    for index in segments.indices.reversed() where segments[index].isQuantified {
      let next =
        index + 1 < segments.count && segments[index + 1].connector == .next ? segments[index + 1].quantifiedRun : 0
      segments[index].quantifiedRun = 1 + next
    }
  }
}

// MARK: - Quantities

extension Segmenter {
  /// Whether the connector is between two amounts of one food that follows: "1/2 cup plus 2 tablespoons oil",
  /// "160ml/5fl oz cream", "4 large or 6 small carrots". Of alternatives the first counts.
  private mutating func continuesAmount(_ connector: Connector, at next: Int) -> Bool {
    guard connector == .next || connector == .alternative, !hasFood, let last = segment.quantities.last,
      !last.amount.isArticle, segment.quantities.count < 4, let read = amounts.amount(at: next),
      !read.amount.isArticle
    else { return false }
    guard connector == .next else { return true }
    guard let unit = last.unit, let other = self.unit(at: read.next).0, unit.isWeightOrVolume, other.isWeightOrVolume
    else {
      return false
    }
    isAdding = true
    return true
  }

  private func unit(at index: Int) -> (MeasureUnit?, Int) {
    units.unit(at: index, isFirst: segments.isEmpty && !hasFood)
  }

  /// Takes "12-inch" of "a 12-inch sandwich" as a word, because it counts nothing. - Returns: the position after it.
  private mutating func appendLength(_ amount: Amount, next: Int) -> Int? {
    guard let word = context.word(next), Self.lengths.contains(word) else { return nil }
    segment.words.append(SegmentWord(text: "\(NumberFormat.text(amount.value))-\(word)", stem: context.stems[next]))
    return next + 1
  }

  private static let lengths: Set<String> = ["inch", "inches", "cm", "centimeter", "centimeters", "mm"]

  /// Takes an amount with its unit. An amount that cannot belong to the current segment begins a new one.
  private mutating func append(_ amount: Amount, next: Int) -> Int {
    let (size, start) = units.size(at: next)
    var (unit, after) = self.unit(at: start)
    var amount = amount
    // "a cup and a half of rice"; "a cup and a half banana" are two foods.
    if unit != nil, amount.value == amount.value.rounded(), let fraction = amounts.trailingFraction(at: after),
      context.isEnd(fraction.next) || tokens[fraction.next] == .word("of")
    {
      amount = Amount(value: amount.value + fraction.value)
      after = fraction.next
    }
    let namesPart = namesPart
    // "I presented a 50 g sandwich": the words so far name no food.
    let counts =
      after < tokens.count && tokens[after] == .word("of")
      || !hasKnownFood && context.longestMatch(at: after) != nil
    let beginsFood =
      !segment.quantities.isEmpty || amount.isArticle || unit == nil || counts && endOfShare(after) == nil
    // "juice of 1/2 lemon" stays one segment.
    if !namesPart, depth == 0, hasFood, beginsFood { close(.next) }
    let isTrailing = hasFood && !segment.words.isEmpty
    segment.quantities.append(
      Quantity(
        amount: amount, unit: unit, isTrailing: isTrailing && !namesPart, isBracketed: depth > 0, isAdded: isAdding,
        isAlternative: isAlternative))
    (isAdding, isAlternative) = (false, false)
    if let size { segment.words.append(size) }
    if let end = endOfShare(after) {
      segment.isShare = true
      return end
    }
    if isTrailing, !namesPart, depth == 0, !endsSegment(after) { close(.next) }
    return after
  }

  /// Whether the words so far name a part of the food that follows: "juice of", "zest of".
  private var namesPart: Bool {
    segment.quantities.isEmpty && segment.words.count >= 2 && segment.words.last?.text == "of"
      && IngredientLexicon.isPart(segment.words[segment.words.count - 2].text)
  }

  /// The position after the pronoun of "half of it"; nil for other text.
  private func endOfShare(_ index: Int) -> Int? {
    var next = index
    while next < tokens.count, tokens[next] == .word("of") || tokens[next] == .word("the") { next += 1 }
    guard let word = context.word(next) else { return nil }
    return ["it", "them", "that", "those"].contains(word) ? next + 1 : nil
  }

  /// Whether the segment ends at `index` anyway.
  private func endsSegment(_ index: Int) -> Bool {
    guard index < tokens.count else { return true }
    switch tokens[index] {
    case .word(let word): return word == "each" || connectors.connector(at: index) != nil
    case .separator, .ampersand, .slash, .statedNutrient, .close, .open: return true
    case .number, .dash: return false
    }
  }
}
