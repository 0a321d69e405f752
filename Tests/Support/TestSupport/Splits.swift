/// The ways in which a parser's input arrives in tests: whole, byte by byte, and cut at seeded random places.
package enum Splits {
  /// - Returns: lists of pieces, each of which joins to `bytes`; no piece is empty.
  package static func of(_ bytes: [UInt8], randomTries: Int = 8, seed: UInt64 = 1) -> [[[UInt8]]] {
    guard bytes.count > 1 else { return [bytes.isEmpty ? [] : [bytes]] }
    var generator = SeededGenerator(seed: seed)
    var ways = [[bytes], bytes.map { [$0] }]
    for _ in 0..<randomTries {
      var pieces: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let end = start + Int.random(in: 1...max(1, bytes.count / 2), using: &generator)
        pieces.append(Array(bytes[start..<min(end, bytes.count)]))
        start = end
      }
      ways.append(pieces)
    }
    return ways
  }
}
