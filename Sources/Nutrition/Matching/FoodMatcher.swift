/// Finds the foods that the words of one segment name.
///
/// Tries names from left to right, then corrected spelling, and last the head noun. Spelling correction has a budget
/// for the whole text, so that hostile input stays cheap.
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
    if let match = additionalFood(stems, words) { return FoodMatches(matches: [match]) }
    var found = scanner.scan(stems, words)
    var corrections = corrector.corrections(words, among: found.unmatched)
    if !corrections.isEmpty {
      for (index, stem) in corrections { stems[index] = stem }
      let corrected = additionalFood(stems, words).map { FoodMatches(matches: [$0]) } ?? scanner.scan(stems, words)
      // Otherwise the words may still be part of a longer name.
      if corrected.coveredWords > found.coveredWords { found = corrected }
    }
    corrections = corrections.filter { !found.unmatched.contains($0.key) }
    if found.matches.count > 1 { CompoundRule(table: table).apply(to: &found, words, isOneFood: isOneFood) }
    if found.matches.isEmpty { useHeadNoun(&found, words) }
    // "from the taco stand", but "a slice from the pizza place"
    found.matches.removeAll { !isOneFood && words.dropFirst($0.range.upperBound).first?.has(.place) == true }
    note(corrections, in: &found, words)
    return found
  }

  /// The food in addition to the table whose name has all words in any order.
  private func additionalFood(_ stems: [String], _ words: [SegmentWord]) -> FoodMatch? {
    guard !table.overlay.isEmpty else { return nil }
    let names = words.indices.filter { !words[$0].has(.narration) && words[$0].unit == nil }
    return table.food(anyOrder: names.map { stems[$0] }).flatMap { food in
      table.isAdditional(food) ? FoodMatch(food: food, range: words.indices, words: words.count) : nil
    }
  }

  /// Finds the generic food of a head noun whose modifiers are unknown: "celeriac soup" is a soup.
  private func useHeadNoun(_ found: inout FoodMatches, _ words: [SegmentWord]) {
    guard let last = found.unmatched.last, !words[last].has(.descriptor), let food = table.heads[words[last].stem]
    else { return }
    let first = words.indices.first { !words[$0].has(.narration) && words[$0].unit == nil } ?? last
    found.matches = [FoodMatch(food: food, range: min(first, last)..<(last + 1), words: 1, isGeneric: true)]
    found.unmatched.removeAll { $0 >= first }
  }

  private func note(_ corrections: [Int: String], in found: inout FoodMatches, _ words: [SegmentWord]) {
    for index in found.matches.indices {
      for position in found.matches[index].range where corrections[position] != nil {
        let name = table[found.matches[index].food].name
        let note = "\"\(words[position].text)\" read as \(name)"
        if !found.matches[index].corrections.contains(note) { found.matches[index].corrections.append(note) }
      }
    }
  }
}
