/// Edit distance with insertion, deletion, substitution and transposition (optimal string alignment), up to a limit.
package enum EditDistance {
  /// Longest word that is compared.
  package static let maxLength = 24

  /// The distance of two words in bytes; nil if it exceeds `limit` or a word is longer than ``maxLength``.
  package static func between(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit, left.count <= maxLength, right.count <= maxLength else { return nil }
    // One edit changes the set of letters by at most two.
    guard (mask(left) ^ mask(right)).nonzeroBitCount <= 2 * limit else { return nil }
    var before: [Int] = []
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var best = min(previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      if (current.min() ?? 0) > limit { return nil }
      before = previous
      previous = current
    }
    return previous.last.flatMap { $0 <= limit ? $0 : nil }
  }

  /// The set of letters, one bit each.
  private static func mask(_ letters: [UInt8]) -> UInt32 { letters.reduce(0) { $0 | 1 << UInt32($1 & 31) } }
}
