/// Checks UTF-8 (RFC 3629) as it arrives, in pieces of any size, and fails on the very byte that makes it invalid.
package struct UTF8Validator: Sendable {
  /// Continuation bytes still expected.
  private var remaining = 0
  /// What the next continuation byte may be; narrower than 80...BF behind E0, ED, F0 and F4.
  private var lower: UInt8 = 0x80
  private var upper: UInt8 = 0xBF

  package init() {}

  /// Whether the text could end here.
  package var isComplete: Bool { remaining == 0 }

  /// Takes more bytes. - Returns: false as soon as no continuation could make the text valid.
  package mutating func accept(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes {
      if remaining == 0 {
        if byte < 0x80 { continue }
        guard begin(byte) else { return false }
      } else {
        guard byte >= lower, byte <= upper else { return false }
        remaining -= 1
        lower = 0x80
        upper = 0xBF
      }
    }
    return true
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: remaining = 1
    case 0xE0...0xEF:
      remaining = 2
      if byte == 0xE0 { lower = 0xA0 }
      // Surrogates have no UTF-8 form.
      if byte == 0xED { upper = 0x9F }
    case 0xF0...0xF4:
      remaining = 3
      if byte == 0xF0 { lower = 0x90 }
      if byte == 0xF4 { upper = 0x8F }
    default: return false
    }
    return true
  }
}
