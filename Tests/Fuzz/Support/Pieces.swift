/// The splits of one input. The result of a parser must not depend on them.
package enum Pieces {
  /// - Returns: `bytes` whole, byte by byte, and split at positions derived from the bytes, so that a run is reproducible. No piece is
  ///   empty.
  package static func ways(_ bytes: [UInt8]) -> [[[UInt8]]] {
    guard bytes.count > 1 else { return [bytes.isEmpty ? [] : [bytes]] }
    return [[bytes], bytes.map { [$0] }, cut(bytes)]
  }

  /// `bytes` in pieces of 1 to 64 bytes.
  package static func cut(_ bytes: [UInt8]) -> [[UInt8]] {
    // FNV-1a, then a linear congruence.
    var state = bytes.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let end = min(bytes.count, start + 1 + Int(state >> 58))
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }
}
