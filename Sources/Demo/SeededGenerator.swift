import Bytes

/// SplitMix64 (Steele, Lea, Flood 2014): equal seeds give equal sequences on every machine.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A sequence for a subject, independent of those of other subjects.
  init(_ subject: String, _ number: Int64 = 0) {
    // FNV-1a, because `Hasher` differs from process to process.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in subject.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(seed: hash &+ UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Whether something of this probability (0 to 1) happens.
  mutating func happens(_ probability: Double) -> Bool {
    Double(next() >> 11) / Double(1 << 53) < probability
  }

  /// A number of the range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// An element; "" of an empty array.
  mutating func element(of texts: [String]) -> String {
    texts.isEmpty ? "" : texts[number(in: 0...texts.count - 1)]
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// A version 4 UUID (RFC 9562 §5.4) in lower case.
  mutating func uuid() -> String {
    var bytes = bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return Hex.uuid(bytes)
  }
}
