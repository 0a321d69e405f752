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
      let word = unsafe UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The top bit of each byte that is smaller than its limit. A borrow reaches only bytes above one that is marked
      // itself, so that the lowest mark is right.
      let marks = (word &- limits) & ~word & (ones &* 0x80)
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, bytes[index] >= limit { index += 1 }
    return index
  }

  @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
}
