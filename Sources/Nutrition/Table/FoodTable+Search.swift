extension FoodTable {
  /// The foods whose name or one alias holds every word of `text`, those that hold little else first.
  ///
  /// - Parameter limit: how many at most. Costs the number of spellings.
  package func search(_ text: String, limit: Int) -> [Food] {
    search(words: Tokeniser.keyStems(String(text.prefix(200))), limit: limit)
  }

  /// - Parameter words: stems, in any order.
  package func search(words: [String], limit: Int) -> [Food] {
    let wanted = Set(words).map { stems.number(of: $0.utf8) }
    let known = wanted.compactMap(\.self)
    guard !known.isEmpty, known.count == wanted.count, limit > 0 else { return [] }
    var surplus: [Int: Int] = [:]
    for row in 0..<phrases.count {
      let phrase = phrases[row]
      guard known.allSatisfy({ phrase.words.contains($0) }) else { continue }
      surplus[phrase.food] = min(surplus[phrase.food] ?? .max, phrase.words.count - known.count)
    }
    // Equal ones stay in the order of the table, which is that of their names.
    return surplus.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map { foods[$0.key] }
  }
}
