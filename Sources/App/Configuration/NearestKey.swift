/// Finds the name that a misspelt one was meant to be.
enum NearestKey {
  /// - Returns: the candidate with the fewest edits; nil if it would change more than a third of the name.
  static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(name.utf8.prefix(maxLength))
    var best: (name: String, edits: Int)?
    for candidate in candidates.sorted() {
      let edits = distance(letters, Array(candidate.utf8))
      if edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    guard let best, best.edits * 3 <= max(letters.count, best.name.utf8.count) else { return nil }
    return best.name
  }

  /// The distance takes time proportional to the product of the lengths, and names may come from a hostile file.
  private static let maxLength = 100

  /// The number of insertions, deletions and replacements (Levenshtein).
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (i, byte) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
