/// A validator of UTF-8 (RFC 3629) that arrives in pieces. It fails at the first byte that makes the text invalid.
package struct UTF8Validator: Sendable {
  /// The number of expected continuation bytes.
  private var remaining = 0
  /// The range of the next continuation byte; narrower than 80...BF after E0, ED, F0 and F4.
  private var lower: UInt8 = 0x80
  private var upper: UInt8 = 0xBF

  /// Creates a validator at the start of a text.
  package init() {}

  /// Whether the text may end here: no character is incomplete.
  package var isComplete: Bool { remaining == 0 }

  /// Validates further bytes. - Returns: false if no continuation makes the text valid.
  package mutating func accept(_ bytes: ArraySlice<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe accept($0) }
  }

  /// Validates further bytes. - Returns: false if no continuation makes the text valid.
  package mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if remaining == 0 {
        index = unsafe Self.skipASCII(bytes, from: index)
        guard index < bytes.count else { break }
        guard unsafe begin(bytes[index]) else { return false }
      } else {
        guard unsafe bytes[index] >= lower, unsafe bytes[index] <= upper else { return false }
        remaining -= 1
        lower = 0x80
        upper = 0xBF
      }
      index += 1
    }
    return true
  }

  /// The index of the next byte that is not ASCII, searched eight bytes at a time.
  private static func skipASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while bytes.count - index >= 8 {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      index += 8
    }
    while index < bytes.count, unsafe bytes[index] < 0x80 { index += 1 }
    return index
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: remaining = 1
    case 0xE0...0xEF:
      remaining = 2
      if byte == 0xE0 { lower = 0xA0 }
      // Surrogates are not allowed in UTF-8.
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
