/// Searches of bytes, eight at a time. Every byte of a request passes through them.
package enum ByteScan {
  /// Returns the index of the first byte below `limit` from `start` up to `end`; `end` if there is none.
  ///
  /// - Parameters:
  ///   - limit: 1 to 128.
  ///   - bytes: at least `end` bytes; shorter spans trap.
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

  /// Returns the index of the first ASCII control character (below 0x20, or DEL) from `start` up to `end`; `end` if there is none.
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

  /// Returns the index of the first byte from `start` up to `end` that ends a plain part of a JSON string (RFC 8259 §7): a control
  /// character below 0x20, a quotation mark or a backslash; `end` if there is none.
  @inlinable
  package static func firstJSONSpecial(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let raw = unsafe bytes.bytes
    var index = start
    while end - index >= 8 {
      let word = UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let marks = below(ones &* 0x20, word) | below(ones, word ^ (ones &* 0x22)) | below(ones, word ^ (ones &* 0x5C))
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, bytes[index] >= 0x20, bytes[index] != 0x22, bytes[index] != 0x5C { index += 1 }
    return index
  }

  /// Marks the top bit of each byte that is smaller than its limit of 1 to 128. A borrow affects only bytes above a marked one, so
  /// that the lowest mark is correct.
  @inlinable
  package static func below(_ limits: UInt64, _ word: UInt64) -> UInt64 { (word &- limits) & ~word & (ones &* 0x80) }

  /// The value 1 in each byte.
  @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
}
