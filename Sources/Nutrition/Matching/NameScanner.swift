/// Finds the longest names from left to right.
struct NameScanner {
  let table: FoodTable

  /// - Parameter stems: the stems of `words`, possibly corrected.
  func scan(_ stems: [String], _ words: [SegmentWord]) -> FoodMatches {
    var found = FoodMatches()
    var index = 0
    while index < words.count {
      let word = words[index]
      let match = word.food.map { ($0, 1) } ?? table.longestMatch(stems, at: index, upTo: words.count)
      // A single word may describe a meal ("light", "sweet").
      let mayDescribe = word.food == nil && (word.has(.narration) || word.has(.descriptor))
      if let (food, length) = match, length > 1 || table.isOwn(food) || !mayDescribe {
        found.matches.append(FoodMatch(food: food, range: index..<(index + length), words: length))
        index += length
      } else {
        if !word.has(.narration) { found.unmatched.append(index) }
        index += 1
      }
    }
    return withoutFlavors(found, words)
  }

  /// "butter-flavored popcorn" contains no butter, a "sandwich-sized roll" no sandwich.
  private func withoutFlavors(_ found: FoodMatches, _ words: [SegmentWord]) -> FoodMatches {
    func isFlavor(_ match: FoodMatch) -> Bool {
      match.range.upperBound < words.count && words[match.range.upperBound].parts[0].has(.modifier)
        || words[match.range].map(\.stem) == ["sugar"] && words[..<match.range.lowerBound].last?.has(.degree) == true
    }
    let flavors = found.matches.filter(isFlavor)
    // "sugar free" before an unknown word is not sugar.
    guard let last = flavors.last,
      words[last.range.upperBound...].first.map({ $0.text == "free" }) ?? true || flavors.count < found.matches.count
        || last.range.upperBound + 1 < words.count
    else { return found }
    return FoodMatches(
      matches: found.matches.filter { !isFlavor($0) },
      unmatched: (found.unmatched + flavors.flatMap { Array($0.range) }).sorted())
  }
}
