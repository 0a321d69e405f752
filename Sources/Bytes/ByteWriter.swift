/// Writes text one behind another into memory of a size that was reckoned before; what does not fit is left out.
///
/// For what is written with every request: appending to an array asks each time whether it is shared and has room.
@safe package struct ByteWriter: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// Bytes written so far.
  package private(set) var count = 0

  /// - Parameter space: outlives the writer, and holds a byte at least.
  package init?(_ space: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = space.baseAddress else { return nil }
    unsafe self.start = start
    capacity = space.count
  }

  /// What was written. Valid as long as the space is.
  package var written: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

  package mutating func append(_ text: StaticString) {
    unsafe append(text.utf8Start, text.utf8CodeUnitCount)
  }

  package mutating func append(_ text: String) {
    let length = unsafe text.utf8.span.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress, bytes.count <= capacity - count {
        unsafe (start + count).update(from: first, count: bytes.count)
        return bytes.count
      }
      return 0
    }
    count += length
  }

  package mutating func append(byte: UInt8) {
    guard count < capacity else { return }
    unsafe start[count] = byte
    count += 1
  }

  /// In decimal digits. - Parameter number: not negative.
  package mutating func append(_ number: Int64) {
    var place: UInt64 = 1
    while number.magnitude / place >= 10 { place *= 10 }
    while place > 0 {
      append(byte: UInt8(0x30 + number.magnitude / place % 10))
      place /= 10
    }
  }

  /// Puts a space where one of the bytes from `first` on is NUL, CR or LF.
  package mutating func blankLineBreaks(from first: Int) {
    var index = first
    while index < count {
      let byte = unsafe start[index]
      if byte <= 0x0D, byte == 0x0D || byte == 0x0A || byte == 0 { unsafe start[index] = 0x20 }
      index += 1
    }
  }

  private mutating func append(_ first: UnsafePointer<UInt8>, _ length: Int) {
    guard length <= capacity - count else { return }
    unsafe (start + count).update(from: first, count: length)
    count += length
  }
}

extension [UInt8] {
  /// Appends what `write` writes, at most `size` bytes.
  package mutating func append(upTo size: Int, _ write: (inout ByteWriter) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { space in
      guard var writer = unsafe ByteWriter(space) else { return }
      write(&writer)
      unsafe append(contentsOf: writer.written)
    }
  }
}
