/// The masking of client frames (RFC 6455 §5.3).
enum Masking {
  /// XORs `bytes[range]` with `mask` (first key byte in the highest bits), starting at key byte `offset`.
  static func apply(_ mask: UInt32, offset: Int, to bytes: inout [UInt8], _ range: Range<Int>) {
    let rotated = mask << UInt32(8 * offset) | (offset == 0 ? 0 : mask >> UInt32(32 - 8 * offset))
    let wide = UInt64(rotated.bigEndian) << 32 | UInt64(rotated.bigEndian)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      var index = range.lowerBound
      // Eight bytes at a time; the key repeats every four.
      while range.upperBound - index >= 8 {
        let value = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        unsafe buffer.storeBytes(of: value ^ wide, toByteOffset: index, as: UInt64.self)
        index += 8
      }
      var key = rotated
      while index < range.upperBound {
        unsafe buffer[index] ^= UInt8(truncatingIfNeeded: key >> 24)
        key = key << 8 | key >> 24
        index += 1
      }
    }
  }
}
