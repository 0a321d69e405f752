/// Finds the foods that the words of one part name.
///
/// Names from left to right, then a longer name with words between, then corrected spelling, then a word that stands for
/// its kind. Spelling correction is bounded by a budget for the whole text, so that hostile input stays cheap.
struct FoodFinder {
  /// One food and the words that named it.
  struct Match: Hashable, Sendable {
    var food: Int
    /// Positions in the part's words.
    var range: Range<Int>
    /// How many words of the part the name has.
    var words: Int
    /// What was corrected ("brocoli" read as "broccoli").
    var corrections: [String] = []
    /// Whether the match was found although the part says more.
    var isLoose = false
    /// Whether the food only stands for one of its kind.
    var isFallback = false
  }

  /// Foods in order, and the positions of words that belong to none.
  typealias Found = (matches: [Match], rest: [Int])

  let table: FoodTable
  /// Words that may still be compared with the whole vocabulary.
  private var corrector: SpellingCorrector

  init(_ table: FoodTable) {
    self.table = table
    corrector = SpellingCorrector(table)
  }

  mutating func find(_ words: [PartWord], isOne: Bool = false) -> Found {
    guard !words.isEmpty else { return ([], []) }
    var stems = words.map(\.stem)
    var found = scan(stems, words)
    var changes: [Int: String] = [:]
    if !found.rest.isEmpty {
      changes = corrector.corrections(words, among: found.rest)
      if !changes.isEmpty {
        for (index, stem) in changes { stems[index] = stem }
        let other = scan(stems, words)
        // Else the words may still be part of a longer name.
        if Self.covered(other) > Self.covered(found) { found = other }
      }
    }
    widen(&found, stems, words)
    changes = changes.filter { !found.rest.contains($0.key) }
    if found.matches.count > 1 { joinCompound(&found, words, isOne: isOne) }
    if found.matches.isEmpty || endsUnknown(found, words) { standIn(&found, words) }
    note(changes, in: &found, words)
    return found
  }

  private static func covered(_ found: Found) -> Int { found.matches.reduce(0) { $0 + $1.words } }

  /// Longest names from left to right.
  func scan(_ stems: [String], _ words: [PartWord]) -> Found {
    var matches: [Match] = []
    var rest: [Int] = []
    var index = 0
    while index < words.count {
      if let food = words[index].food {
        matches.append(Match(food: food, range: index..<(index + 1), words: 1))
        index += 1
      } else if let match = table.longestMatch(stems, at: index, upTo: words.count),
        table.isOwn(match.food) || !isIdle(words, index, match.length)
      {
        matches.append(Match(food: match.food, range: index..<(index + match.length), words: match.length))
        index += match.length
      } else {
        if !KnownWords.isNarration(words[index].text) { rest.append(index) }
        index += 1
      }
    }
    return withoutFlavours(matches, rest, words)
  }

  /// "butter-flavored popcorn" holds no butter, a "sandwich-sized roll" no sandwich.
  private func withoutFlavours(_ matches: [Match], _ rest: [Int], _ words: [PartWord]) -> Found {
    guard words.contains(where: { KnownWords.makesModifier($0.text) }) else { return (matches, rest) }
    func isFlavour(_ match: Match) -> Bool {
      match.range.upperBound < words.count && KnownWords.makesModifier(words[match.range.upperBound].text)
    }
    let flavours = matches.filter(isFlavour)
    // "sugar free" in front of a word that is not known is no sugar.
    guard let last = flavours.last, flavours.count < matches.count || last.range.upperBound + 1 < words.count else {
      return (matches, rest)
    }
    return (matches.filter { !isFlavour($0) }, (rest + flavours.flatMap { Array($0.range) }).sorted())
  }

  /// A single word that is usually not meant as a food.
  private func isIdle(_ words: [PartWord], _ index: Int, _ length: Int) -> Bool {
    length == 1
      && (KnownWords.isNarration(words[index].text) || KnownWords.isDescription(words[index].text))
  }

  /// "rice, brown", "breast of chicken", "ham and pineapple thin crust pizza": a longer name around the last one.
  private func widen(_ found: inout Found, _ stems: [String], _ words: [PartWord]) {
    guard words.count > 1, !found.rest.isEmpty || found.matches.count > 1,
      words.allSatisfy({ $0.food == nil })
    else { return }
    guard let last = found.matches.last else {
      // "breast chicken": no word alone is a food, all together are.
      let content = found.rest.prefix(8)
      guard let name = NameSearch(table, stems: stems).longest(required: [], optional: Array(content), least: 2) else {
        return
      }
      let range = (name.positions.first ?? 0)..<((name.positions.last ?? 0) + 1)
      found.matches = [Match(food: name.food, range: range, words: name.positions.count)]
      found.rest.removeAll { name.positions.contains($0) }
      return
    }
    if takeHead(&found, last, stems, words) { return }
    let plural = Set(
      found.matches.dropLast().filter { words[$0.range.upperBound - 1].text.hasSuffix("s") }.flatMap(\.range))
    let head = last.range.upperBound - 1
    let optional = words.indices.reversed().lazy.filter { index in
      index != head && !(KnownWords.isNarration(words[index].text) && !KnownWords.isDescription(words[index].text))
        && !plural.contains(index)
    }
    guard
      let name = NameSearch(table, stems: stems).longest(
        required: [head], optional: Array(optional.prefix(16)), least: last.words + 1)
    else { return }
    let others = found.matches.dropLast().filter { match in !match.range.contains { name.positions.contains($0) } }
    let given = found.matches.flatMap { Array($0.range) }
    let low = others.isEmpty ? name.positions.first ?? head : last.range.lowerBound
    let high = max(last.range.upperBound, (name.positions.last ?? head) + 1)
    found.matches =
      others + [Match(food: name.food, range: min(low, last.range.lowerBound)..<high, words: name.positions.count)]
    let kept = Set(found.matches.dropLast().flatMap { Array($0.range) }).union(name.positions)
    found.rest = Set(found.rest + given).subtracting(kept).sorted()
  }

  /// "skinless grilled chicken thigh": of two names the one that ends the part says what the food is.
  private func takeHead(_ found: inout Found, _ last: Match, _ stems: [String], _ words: [PartWord]) -> Bool {
    guard let head = found.rest.last, head >= last.range.upperBound, found.matches.count == 1,
      !KnownWords.isDescription(words[head].text), MeasureUnit(spelling: words[head].text) == nil
    else { return false }
    let optional = words.indices.reversed().filter { $0 != head && !KnownWords.isNarration(words[$0].text) }
    guard
      let name = NameSearch(table, stems: stems).longest(
        required: [head], optional: optional, least: max(2, last.words)),
      name.positions.contains(where: last.range.contains)
    else { return false }
    let range = (name.positions.first ?? head)..<(head + 1)
    found.rest = (found.rest + Array(last.range)).filter { !name.positions.contains($0) }.sorted()
    found.matches = [Match(food: name.food, range: range, words: name.positions.count)]
    return true
  }

  /// Whether the last word of the part, which says what the food is, belongs to no name.
  private func endsUnknown(_ found: Found, _ words: [PartWord]) -> Bool {
    guard found.matches.count == 1, let last = found.rest.last, last > found.matches[0].range.upperBound - 1 else {
      return false
    }
    return !KnownWords.isDescription(words[last].text) && MeasureUnit(spelling: words[last].text) == nil
  }

  /// "celeriac soup": the last word stands for its kind.
  private func standIn(_ found: inout Found, _ words: [PartWord]) {
    guard let last = found.rest.last, !KnownWords.isDescription(words[last].text),
      let food = table.fallback(for: words[last].stem)
    else { return }
    let first =
      words.indices.first { !KnownWords.isNarration(words[$0].text) && MeasureUnit(spelling: words[$0].text) == nil }
      ?? last
    found.matches = [Match(food: food, range: min(first, last)..<(last + 1), words: 1, isFallback: true)]
    found.rest.removeAll { $0 >= first }
  }

  private func note(_ changes: [Int: String], in found: inout Found, _ words: [PartWord]) {
    guard !changes.isEmpty else { return }
    for index in found.matches.indices {
      for position in found.matches[index].range where changes[position] != nil {
        let name = table[found.matches[index].food].name
        let note = "\"\(words[position].text)\" read as \(name)"
        if !found.matches[index].corrections.contains(note) { found.matches[index].corrections.append(note) }
      }
    }
  }
}
