/// Finds the food that a segment names together with the descriptions after it: "a burrito packed with egg, beans and
/// meat", "chicken or turkey pot pie", "meat and cheese calzone".
///
/// The candidates are all names of the table; the score of `NameCoverage` decides. The segments that the best name
/// covers become one.
struct DescriptionReader {
  private let table: FoodTable
  private var matcher: FoodMatcher
  private var scratch = NameCoverage.Scratch()

  /// Longest description in segments.
  private static let maxSegments = 7
  private static let maxWords = 32

  /// Score of a name that lacks a word of the first segment's name, relative to the score of that name.
  private static let requiredGain: Float = 1.5

  /// Number of names that may still be examined, so that hostile texts stay cheap.
  private var budget = 100_000

  private init(_ table: FoodTable) {
    self.table = table
    matcher = FoodMatcher(table)
  }

  /// The segments with joined descriptions, in order.
  static func joined(_ segments: [Segment], table: FoodTable) -> [Segment] {
    var reader = DescriptionReader(table)
    var result: [Segment] = []
    var index = 0
    while index < segments.count {
      let end = Self.endOfDescription(in: segments, from: index)
      if let read = reader.reading(segments[index..<end]) {
        result += read
        index = end
      } else {
        // The parts of a list after "made with" are no foods of their own.
        let isList = index + 1 < end && segments[index + 1].connector == .attribute
        let next = isList ? end : index + 1
        result += segments[index..<next]
        index = next
      }
    }
    return result
  }

  /// The end of the segments without a quantity that may describe the one at `start`.
  private static func endOfDescription(in segments: [Segment], from start: Int) -> Int {
    var end = start + 1
    var hasAlternative = false
    while end < segments.count, end - start < maxSegments, describes(segments[end]),
      !hasAlternative || segments[end].connector != .next
    {
      hasAlternative = hasAlternative || segments[end].connector == .alternative
      end += 1
    }
    return end
  }

  private static func describes(_ segment: Segment) -> Bool {
    guard !segment.isQuantified, segment.list == nil, !segment.isListed, segment.statedNutrients.isEmpty,
      !NameWords.of(segment.words).isEmpty
    else { return false }
    switch segment.connector {
    case .addition, .attribute, .base, .medium, .alternative: return true
    case .next: return segment.quantities.isEmpty
    case .excluded, .correction: return false
    }
  }

  /// The joined segments; nil if no name covers more than the first segment names alone.
  private mutating func reading(_ segments: ArraySlice<Segment>) -> [Segment]? {
    guard budget > 0, let whole = segments.first, whole.connector == .next || whole.connector == .addition,
      !whole.words.isEmpty, whole.list == nil, segments.reduce(0, { $0 + $1.words.count }) <= Self.maxWords
    else { return nil }
    guard segments.count > 1 || hasFurtherWords(whole), let match = headMatch(whole),
      let head = head(segments, match)
    else { return nil }
    if !table.overlay.isEmpty { for segment in segments where namesAdditional(segment) { return nil } }
    var numbers = segments.map { segment in
      Self.isDressing(segment) ? [] : Set(NameWords.of(segment.words).compactMap { number($0.stem) })
    }
    numbers[0].formUnion(whole.words[match.range].flatMap(\.parts).compactMap { number($0.stem) })
    guard let row = bestName(segments, numbers, head: head, match), table.coverage.name(row).food != match.food
    else { return nil }
    let name = table.coverage.name(row)
    return joined(segments, numbers, Set(name.words), food: name.food)
  }

  /// The row of the best name for the segments; nil if the name that the first one has alone is better.
  ///
  /// - Parameters:
  ///   - numbers: the words of each segment.
  ///   - head: the word for the kind of food.
  ///   - match: the name that the first segment has alone.
  private mutating func bestName(
    _ segments: ArraySlice<Segment>, _ numbers: [Set<UInt32>], head: UInt32, _ match: FoodMatch
  ) -> Int? {
    let bread = Set(
      zip(segments, numbers).filter { $0.0.connector == .base && BreadWords.areBread($0.0.words) }.flatMap(\.1))
    let run = segments.dropFirst().prefix { $0.connector == .next }
    let coverage = table.coverage
    let found = coverage.best(
      numbers.reduce(into: Set<UInt32>()) { $0.formUnion($1) }.sorted(), minor: bread, &scratch,
      isAllowed: { row in
        let words = coverage.name(row).words
        return numbers[...run.count].allSatisfy { words.contains(where: $0.contains) }
          && (coverage.isKind(row, of: head) || Self.isOnBread(row, segments, numbers, coverage))
      },
      isOwn: { row in
        run.isEmpty
          ? coverage.food(row) == match.food : coverage.name(row).words.allSatisfy(numbers[run.count].contains)
      })
    budget -= scratch.count
    guard let best = found.best, let own = found.own else { return found.best?.row }
    guard run.isEmpty else { return best.score > own.score ? best.row : nil }
    let words = coverage.name(best.row).words
    let losesNone = coverage.name(own.row).words.allSatisfy(words.contains)
    return losesNone || best.score > own.score * Self.requiredGain ? best.row : nil
  }

  /// The name for the kind of food: the last one, or that before "of" ("a sandwich of ham and cheese").
  private mutating func headMatch(_ segment: Segment) -> FoodMatch? {
    let matches = matcher.find(segment.words).matches
    guard matches.count > 1, let first = matches.first, segment.words[first.range.upperBound].text == "of",
      DishComposition.isHandheld(table[first.food])
    else { return matches.last }
    return first
  }

  /// Whether one name does not have all words of the segment.
  private mutating func hasFurtherWords(_ segment: Segment) -> Bool {
    let words = NameWords.of(segment.words)
    guard words.count > 1 else { return false }
    // Unknown words may be misspelled.
    let isKnown = words.allSatisfy { number($0.stem) != nil }
    let found =
      isKnown ? NameScanner(table: table).scan(words.map(\.stem), words) : matcher.find(segment.words)
    return found.matches.count > 1 || !found.unmatched.isEmpty
  }

  /// Whether the segment names a food in addition to the built-in table.
  private mutating func namesAdditional(_ segment: Segment) -> Bool {
    matcher.find(segment.words).matches.contains { table.isAdditional($0.food) }
  }

  /// Whether the segment is the dressing of a salad, which is an item of its own.
  private static func isDressing(_ segment: Segment) -> Bool {
    segment.connector != .attribute && ["dressing", "vinaigrette"].contains(segment.words.last?.text)
  }

  /// Whether the name is that of a sandwich by its bread: "sausage, egg and cheese on an English muffin".
  private static func isOnBread(
    _ row: Int, _ segments: ArraySlice<Segment>, _ numbers: [Set<UInt32>], _ coverage: NameCoverage
  ) -> Bool {
    guard segments.count > 2, let last = segments.last, last.connector == .base || last.connector == .medium else {
      return false
    }
    let words = coverage.name(row).words
    return words.last.map { numbers[numbers.count - 1].contains($0) } == true
      && numbers.allSatisfy { $0.isEmpty || words.contains(where: $0.contains) }
  }

  /// The word for the kind of food that may be meant; nil if the segments are several foods.
  private func head(_ segments: ArraySlice<Segment>, _ match: FoodMatch) -> UInt32? {
    let run = segments.dropFirst().prefix { $0.connector == .next || $0.connector == .alternative }
    guard let last = run.last else { return noun(segments[segments.startIndex].words[match.range]) }
    // "meat and cheese calzone", "chicken or turkey pot pie"
    guard last.connector == .alternative || last.words.last.map({ CoordinationRule.heads.contains($0.stem) }) == true
    else { return run.count < segments.count - 1 && segments.last?.connector == .base ? .max : nil }
    return noun(last.words[...])
  }

  /// The last word of a name before a preposition.
  private func noun(_ words: ArraySlice<SegmentWord>) -> UInt32? {
    let parts = NameWords.of(Array(words))
    return (parts.prefix { !Self.prepositions.contains($0.stem) }.last ?? parts.last).flatMap { number($0.stem) }
  }

  private static let prepositions: Set<String> = ["with", "in", "on", "without", "from"]

  /// The first segment with the name, and the segments that have no word of it.
  private func joined(
    _ segments: ArraySlice<Segment>, _ numbers: [Set<UInt32>], _ name: Set<UInt32>, food: Int
  ) -> [Segment] {
    var result: [Segment] = []
    var named: [SegmentWord] = []
    let list = segments.dropFirst().first?.connector ?? .next
    for (var segment, words) in zip(segments, numbers) {
      if segment.connector == .next, !result.isEmpty { segment.connector = list }
      if result.isEmpty || !words.isDisjoint(with: name) {
        named += NameWords.of(segment.words)
        if result.isEmpty { result.append(segment) }
      } else {
        result.append(segment)
      }
    }
    if result[0].quantities.contains(where: { $0.unit?.isWeightOrVolume == true }),
      DishComposition.isMixedDish(table[food])
    {
      for index in result.indices.dropFirst() { result[index].connector = .attribute }
    }
    let units = result[0].words.filter { word in
      guard let unit = MeasureUnit(spelling: word.text) else { return false }
      return !unit.isSize || !(number(word.stem).map(name.contains) ?? false)
    }
    let covered = named.filter { word in number(word.stem).map(name.contains) ?? false }
    var word = SegmentWord(joining: covered, food: food)
    word = SegmentWord(text: named.map(\.text).joined(separator: " "), stem: word.stem, food: food)
    result[0].words = [word] + units
    result[0].isComplete = true
    return result
  }

  private func number(_ stem: String) -> UInt32? { table.stems.number(of: stem.utf8) }
}
