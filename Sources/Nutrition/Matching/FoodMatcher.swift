/// Finds the foods that the words of one segment name.
///
/// Tries names from left to right, then a longer name with words between, then corrected spelling, and last the head
/// noun. Spelling correction has a budget for the whole text, so that hostile input stays cheap.
struct FoodMatcher {
  let table: FoodTable
  private let scanner: NameScanner
  private var corrector: SpellingCorrector

  init(_ table: FoodTable) {
    self.table = table
    scanner = NameScanner(table: table)
    corrector = SpellingCorrector(table)
  }

  /// - Parameter isOneFood: whether a weight before the words applies to all of them ("28 g of nacho cheese crisps").
  mutating func find(_ words: [SegmentWord], isOneFood: Bool = false) -> FoodMatches {
    guard !words.isEmpty else { return FoodMatches() }
    var stems = words.map(\.stem)
    var found = scanner.scan(stems, words)
    var corrections: [Int: String] = [:]
    if !found.unmatched.isEmpty {
      corrections = corrector.corrections(words, among: found.unmatched)
      if !corrections.isEmpty {
        for (index, stem) in corrections { stems[index] = stem }
        let corrected = scanner.scan(stems, words)
        // Otherwise the words may still be part of a longer name.
        if corrected.coveredWords > found.coveredWords { found = corrected }
      }
    }
    widen(&found, stems, words)
    corrections = corrections.filter { !found.unmatched.contains($0.key) }
    if found.matches.count > 1 { CompoundRule(table: table).apply(to: &found, words, isOneFood: isOneFood) }
    if found.matches.isEmpty || hasUnknownHead(found, words) { useHeadNoun(&found, words) }
    note(corrections, in: &found, words)
    return found
  }

  /// "rice, brown", "breast of chicken", "ham and pineapple thin crust pizza": looks for a longer name around the last
  /// one.
  private func widen(_ found: inout FoodMatches, _ stems: [String], _ words: [SegmentWord]) {
    guard words.count > 1, !found.unmatched.isEmpty || found.matches.count > 1,
      words.allSatisfy({ $0.food == nil })
    else { return }
    guard let last = found.matches.last else { return combineAll(&found, stems) }
    if takeHead(&found, last, stems, words) { return }
    let plural = Set(
      found.matches.dropLast().filter { words[$0.range.upperBound - 1].text.hasSuffix("s") }.flatMap(\.range))
    let head = last.range.upperBound - 1
    let optional = words.indices.reversed().lazy.filter { index in
      index != head
        && !(Lexicon.isNarration(words[index].text) && !Lexicon.isDescriptor(words[index].text)
          && !Lexicon.isOrigin(words[index].text))
        && !plural.contains(index)
    }
    guard
      let name = NameSearch(table, stems: stems).longest(
        required: [head], optional: Array(optional.prefix(16)), least: last.words + 1),
      !namesOther(name, stems, words, head)
    else { return }
    let others = found.matches.dropLast().filter { match in !match.range.contains { name.positions.contains($0) } }
    let matched = found.matches.flatMap { Array($0.range) }
    let low = others.isEmpty ? name.positions.first ?? head : last.range.lowerBound
    let high = max(last.range.upperBound, (name.positions.last ?? head) + 1)
    found.matches =
      others + [
        FoodMatch(food: name.food, range: min(low, last.range.lowerBound)..<high, words: name.positions.count)
      ]
    let kept = Set(found.matches.dropLast().flatMap { Array($0.range) }).union(name.positions)
    found.unmatched = Set(found.unmatched + matched).subtracting(kept).sorted()
  }

  /// "a crisp apple": a descriptor before a food does not make another food of it, like "apple crisp".
  private func namesOther(
    _ name: (food: Int, positions: [Int]), _ stems: [String], _ words: [SegmentWord], _ head: Int
  ) -> Bool {
    guard name.positions.count == 2, let first = name.positions.first, first < head,
      Lexicon.isDescriptor(words[first].text)
    else { return false }
    return table.food([stems[first], stems[head]]) != name.food && table.food([stems[head], stems[first]]) == name.food
  }

  /// "breast chicken": no word alone is a food, all together are.
  private func combineAll(_ found: inout FoodMatches, _ stems: [String]) {
    let content = found.unmatched.prefix(8)
    guard let name = NameSearch(table, stems: stems).longest(required: [], optional: Array(content), least: 2) else {
      return
    }
    let range = (name.positions.first ?? 0)..<((name.positions.last ?? 0) + 1)
    found.matches = [FoodMatch(food: name.food, range: range, words: name.positions.count)]
    found.unmatched.removeAll { name.positions.contains($0) }
  }

  /// "skinless grilled chicken thigh": of two names, the one with the last word of the segment is its head.
  private func takeHead(
    _ found: inout FoodMatches, _ last: FoodMatch, _ stems: [String], _ words: [SegmentWord]
  ) -> Bool {
    guard let head = found.unmatched.last, head >= last.range.upperBound, found.matches.count == 1,
      !Lexicon.isDescriptor(words[head].text), MeasureUnit(spelling: words[head].text) == nil
    else { return false }
    let optional = words.indices.reversed().filter { $0 != head && !Lexicon.isNarration(words[$0].text) }
    guard
      let name = NameSearch(table, stems: stems).longest(
        required: [head], optional: optional, least: max(2, last.words)),
      name.positions.contains(where: last.range.contains)
    else { return false }
    let range = (name.positions.first ?? head)..<(head + 1)
    found.unmatched = (found.unmatched + Array(last.range)).filter { !name.positions.contains($0) }.sorted()
    found.matches = [FoodMatch(food: name.food, range: range, words: name.positions.count)]
    return true
  }

  /// Whether the last word of the segment, its head noun, belongs to no name.
  private func hasUnknownHead(_ found: FoodMatches, _ words: [SegmentWord]) -> Bool {
    guard found.matches.count == 1, let last = found.unmatched.last, last > found.matches[0].range.upperBound - 1 else {
      return false
    }
    return !Lexicon.isDescriptor(words[last].text) && MeasureUnit(spelling: words[last].text) == nil
  }

  /// Finds the generic food of a head noun whose modifiers are unknown: "celeriac soup" is a soup.
  private func useHeadNoun(_ found: inout FoodMatches, _ words: [SegmentWord]) {
    guard let last = found.unmatched.last, !Lexicon.isDescriptor(words[last].text),
      let food = table.genericFood(forHead: words[last].stem)
    else { return }
    let first =
      words.indices.first { !Lexicon.isNarration(words[$0].text) && MeasureUnit(spelling: words[$0].text) == nil }
      ?? last
    found.matches = [FoodMatch(food: food, range: min(first, last)..<(last + 1), words: 1, isGeneric: true)]
    found.unmatched.removeAll { $0 >= first }
  }

  private func note(_ corrections: [Int: String], in found: inout FoodMatches, _ words: [SegmentWord]) {
    guard !corrections.isEmpty else { return }
    for index in found.matches.indices {
      for position in found.matches[index].range where corrections[position] != nil {
        let name = table[found.matches[index].food].name
        let note = "\"\(words[position].text)\" read as \(name)"
        if !found.matches[index].corrections.contains(note) { found.matches[index].corrections.append(note) }
      }
    }
  }
}
