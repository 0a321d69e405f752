/// Looks at eight bytes at a time: what every byte of a request goes through.
package enum ByteScan {
  /// Where the first byte below `limit` stands among those from `start` up to `end`; `end` where there is none.
  ///
  /// - Parameters:
  ///   - limit: 1 to 128.
  ///   - bytes: holds at least `end` bytes, which is checked.
  @inlinable
  package static func firstIndex(below limit: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let limits = ones &* UInt64(limit)
    let raw = unsafe bytes.bytes
    var index = start
    while end - index >= 8 {
      let word = UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let marks = below(limits, word)
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, bytes[index] >= limit { index += 1 }
    return index
  }

  /// The same for the first control character of ASCII: below 0x20, or DEL.
  @inlinable
  package static func firstControl(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let raw = unsafe bytes.bytes
    var index = start
    while end - index >= 8 {
      let word = UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let marks = below(ones &* 0x20, word) | below(ones, word ^ (ones &* 0x7F))
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, bytes[index] >= 0x20, bytes[index] != 0x7F { index += 1 }
    return index
  }

  /// The top bit of each byte that is smaller than its limit of 1 to 128. A borrow reaches only bytes above one that is
  /// marked itself, so that the lowest mark is right.
  @inlinable
  package static func below(_ limits: UInt64, _ word: UInt64) -> UInt64 { (word &- limits) & ~word & (ones &* 0x80) }

  @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
}
