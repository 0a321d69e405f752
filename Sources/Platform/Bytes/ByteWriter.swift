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
    // Strings of Swift's own are in one piece, and here without a call of the library for each; others have it copied.
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      if let first = bytes.baseAddress { unsafe append(first, bytes.count) }
    }
    if isWritten == nil { append(Array(text.utf8)) }
  }

  package mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { unsafe append(first, bytes.count) }
    }
  }

  package mutating func append(byte: UInt8) {
    guard count < capacity else { return }
    unsafe start[count] = byte
    count += 1
  }

  /// In decimal digits. - Parameter number: not negative.
  package mutating func append(_ number: Int64) {
    var rest = number.magnitude
    var length = 1
    // Divided by constants only, which takes a multiplication.
    var reached = rest
    while reached >= 10 {
      reached /= 10
      length += 1
    }
    guard length <= capacity - count else { return }
    for place in stride(from: count + length - 1, through: count, by: -1) {
      unsafe start[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    }
    count += length
  }

  /// Puts a space where one of the bytes from `first` on is NUL, CR or LF.
  package mutating func blankLineBreaks(from first: Int) {
    // Every byte is written: without a way around it the compiler handles many at once.
    for index in first..<max(first, count) {
      let byte = unsafe start[index]
      unsafe start[index] = byte == 0x0D || byte == 0x0A || byte == 0 ? 0x20 : byte
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
