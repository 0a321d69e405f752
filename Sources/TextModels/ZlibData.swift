import CZlib

/// Bytes in the zlib format (RFC 1950), in one piece: those of a table whose size is known.
package enum ZlibData {
  /// Returns the bytes of a table of the program, which may be compressed: a zero byte, the size in four bytes, the lowest
  /// first, and the zlib format, as `scripts/compress-tables` writes it. Empty if it is damaged.
  package static func table(_ file: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let bytes = unsafe Array(file)
    guard bytes.first == 0, bytes.count > 5 else { return bytes }
    let count = bytes[1...4].reversed().reduce(0) { $0 << 8 | Int($1) }
    return self.bytes(of: bytes[5...], count: count) ?? []
  }

  /// Returns the compressed bytes; empty only if there is no memory.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = CZlib.compressBound(CUnsignedLong(bytes.count))
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { space, written in
      let status = unsafe CZlib.compress2(
        space.baseAddress, &count, bytes, CUnsignedLong(bytes.count), Z_BEST_COMPRESSION)
      written = status == Z_OK ? Int(count) : 0
    }
  }

  /// Returns the bytes that were compressed; nil if they are not exactly `count`, or damaged.
  static func bytes(of data: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { space, written in
      var found = CUnsignedLong(count)
      let status = unsafe data.withUnsafeBufferPointer {
        unsafe CZlib.uncompress(space.baseAddress, &found, $0.baseAddress, CUnsignedLong($0.count))
      }
      written = status == Z_OK ? Int(found) : 0
    }
    return bytes.count == count ? bytes : nil
  }
}
