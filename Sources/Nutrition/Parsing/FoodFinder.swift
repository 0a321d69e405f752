/// Finds the foods that the words of one part name.
///
/// Spelling correction is bounded by a budget for the whole text, so that hostile input stays cheap.
struct FoodFinder {
  /// One food and the words that named it.
  struct Match: Hashable, Sendable {
    var food: Int
    /// Positions in the part's words.
    var range: Range<Int>
    /// What was corrected ("brocoli" read as "broccoli").
    var corrections: [String] = []
    /// Whether the match was found although the part says more.
    var isLoose = false
  }

  let table: FoodTable
  /// Words that may still be compared with the whole vocabulary.
  var correctionBudget = 40

  init(_ table: FoodTable) { self.table = table }

  /// The foods of `words` in order, and the positions of words that belong to none.
  mutating func find(_ words: [PartWord]) -> (matches: [Match], rest: [Int]) {
    var found = scan(words.map(\.stem), words)
    if let better = anyOrder(words, found) { found = better }
    if found.matches.isEmpty { found = corrected(words) ?? found }
    if found.matches.count > 1 { joinCompound(&found, words) }
    return found
  }

  /// Longest names from left to right.
  private func scan(_ stems: [String], _ words: [PartWord]) -> (matches: [Match], rest: [Int]) {
    var matches: [Match] = []
    var rest: [Int] = []
    var index = 0
    while index < words.count {
      if let food = words[index].food {
        matches.append(Match(food: food, range: index..<(index + 1)))
        index += 1
      } else if let match = table.longestMatch(stems, at: index, upTo: words.count),
        table.isOwn(match.food) || !isIdle(words, index, match.length)
      {
        matches.append(Match(food: match.food, range: index..<(index + match.length)))
        index += match.length
      } else {
        if !KnownWords.isNarration(words[index].text) { rest.append(index) }
        index += 1
      }
    }
    return withoutFlavours(matches, rest, words)
  }

  /// "butter-flavored popcorn" holds no butter.
  private func withoutFlavours(
    _ matches: [Match], _ rest: [Int], _ words: [PartWord]
  ) -> (matches: [Match], rest: [Int]) {
    let flavours = matches.filter { match in
      match.range.upperBound < words.count
        && ["flavored", "flavoured", "flavor"].contains(words[match.range.upperBound].text)
    }
    guard !flavours.isEmpty, flavours.count < matches.count else { return (matches, rest) }
    return (matches.filter { !flavours.contains($0) }, (rest + flavours.flatMap { Array($0.range) }).sorted())
  }

  /// A single word that is usually not meant as a food.
  private func isIdle(_ words: [PartWord], _ index: Int, _ length: Int) -> Bool {
    length == 1
      && (KnownWords.isNarration(words[index].text) || KnownWords.isDescription(words[index].text))
  }

  /// "rice, brown", "breast of chicken", "rice boiled white": all content words, or a match and one word beside it.
  private func anyOrder(
    _ words: [PartWord], _ found: (matches: [Match], rest: [Int])
  ) -> (matches: [Match], rest: [Int])? {
    guard !found.rest.isEmpty || found.matches.count > 1, words.allSatisfy({ $0.food == nil }) else { return nil }
    let content = words.indices.filter { !KnownWords.isNarration(words[$0].text) }
    if content.count > 1, let food = table.food(anyOrder: content.map { words[$0].stem }) {
      return ([Match(food: food, range: 0..<words.count)], [])
    }
    guard let match = found.matches.first, found.matches.count == 1 else { return nil }
    for extra in found.rest.prefix(12) {
      let stems = match.range.map { words[$0].stem } + [words[extra].stem]
      guard let food = table.food(anyOrder: stems) else { continue }
      return ([Match(food: food, range: match.range)], found.rest.filter { $0 != extra })
    }
    return nil
  }

  /// Two names side by side are usually one dish ("pumpkin pancakes"): the last one is meant, unless the first is a
  /// plural ("eggs toast") or there are more than two.
  private func joinCompound(_ found: inout (matches: [Match], rest: [Int]), _ words: [PartWord]) {
    guard found.matches.count == 2, found.matches[0].range.upperBound == found.matches[1].range.lowerBound else {
      return
    }
    let first = words[found.matches[0].range.upperBound - 1]
    guard first.food == nil, !first.text.hasSuffix("s"), words[found.matches[1].range.lowerBound].food == nil else {
      return
    }
    found.rest = (found.rest + Array(found.matches[0].range)).sorted()
    found.matches.removeFirst()
    found.matches[0].isLoose = true
  }

  /// The same after correcting words that are near exactly one known word.
  private mutating func corrected(_ words: [PartWord]) -> (matches: [Match], rest: [Int])? {
    var stems = words.map(\.stem)
    var changes: [Int: String] = [:]
    for (index, word) in words.enumerated() where word.food == nil && isCorrectable(word.text) {
      guard let near = nearest(word) else { continue }
      stems[index] = near
      changes[index] = near
    }
    guard !changes.isEmpty else { return nil }
    var found = scan(stems, words)
    guard !found.matches.isEmpty else { return nil }
    for index in found.matches.indices {
      for position in found.matches[index].range where changes[position] != nil {
        let name = table[found.matches[index].food].name
        found.matches[index].corrections.append("\"\(words[position].text)\" read as \(name)")
      }
    }
    return found
  }

  private func isCorrectable(_ word: String) -> Bool {
    !KnownWords.isNarration(word) && !KnownWords.isDescription(word) && MeasureUnit(spelling: word) == nil
  }

  /// The only stem within one change (two from eight letters on) that begins with the same letter.
  private mutating func nearest(_ word: PartWord) -> String? {
    let letters = Array(word.stem.utf8)
    guard letters.count >= 4, letters.count <= 24, correctionBudget > 0, let first = letters.first else { return nil }
    correctionBudget -= 1
    var best: (stem: [UInt8], distance: Int)?
    var isTied = false
    for candidate in table.vocabulary(first) where candidate.count >= 4 {
      let limit = letters.count >= 8 ? 2 : 1
      guard let distance = EditDistance.between(letters, candidate, limit: limit) else { continue }
      if distance == 0 { return nil }
      // Short words differ by one letter too easily ("beef", "beet"): only a missing, doubled or swapped letter counts.
      if letters.count <= 4, candidate.count == letters.count, letters.sorted() != candidate.sorted() { continue }
      // A word of the user's own foods may be in the table as well.
      if best?.stem == candidate { continue }
      if let current = best, current.distance <= distance {
        isTied = isTied || current.distance == distance
      } else {
        best = (candidate, distance)
        isTied = false
      }
    }
    guard let best, !isTied else { return nil }
    return String(decoding: best.stem, as: UTF8.self)
  }
}
