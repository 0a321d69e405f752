import TextModels

/// Finds the foods whose names are nearest to unknown words.
///
/// A word is compared with the stems that share its first letter, and the names with a near stem are ranked.
struct NearestNames {
  /// Words that are compared; the rest is ignored.
  private static let maxWords = 12

  let table: FoodTable

  /// Names of at most `limit` foods, the nearest first; empty if no word resembles one of a name.
  func names(of words: [String], limit: Int) -> [String] {
    var ranks: [Int: Int] = [:]
    for (stem, distance) in nearStems(words) {
      for row in table.coverage.rows(with: stem) {
        let phrase = table.names.phrases[Int(row)]
        ranks[phrase.food] = min(ranks[phrase.food] ?? .max, distance + 2 * phrase.words.count)
      }
    }
    return ranks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map { table[$0.key].name }
  }

  /// The distances of stems, by their numbers, from the nearest of the words.
  private func nearStems(_ words: [String]) -> [UInt32: Int] {
    var near: [UInt32: Int] = [:]
    for word in Set(words.prefix(Self.maxWords)) {
      let letters = Array(Stemmer.stem(word).utf8)
      guard let first = letters.first, letters.count >= 3, letters.count <= EditDistance.maxLength else { continue }
      for stem in table.vocabulary(first) {
        guard let changes = SpellingDistance.ofBeginning(letters, stem),
          let number = table.number(of: String(decoding: stem, as: UTF8.self))
        else { continue }
        // Of stems with the same prefix the shortest is nearest.
        let distance = changes * 8 + min(abs(stem.count - letters.count), 7)
        near[number] = min(near[number] ?? .max, distance)
      }
    }
    return near
  }
}
