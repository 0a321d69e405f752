/// A writer into memory of a precomputed size. Appended pieces that do not fit are dropped.
///
/// For output of every request: each append to an array checks its uniqueness and capacity.
@safe package struct ByteWriter: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// The number of bytes written.
  package private(set) var count = 0

  /// - Parameter space: the memory, which must outlive the writer. - Returns: nil if it is empty.
  package init?(_ space: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = space.baseAddress else { return nil }
    unsafe self.start = start
    capacity = space.count
  }

  /// The bytes written. Valid as long as the memory.
  package var written: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

  /// Appends a literal.
  package mutating func append(_ text: StaticString) {
    unsafe append(text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Appends the UTF-8 of a string.
  package mutating func append(_ text: String) {
    // Native strings have contiguous storage; others are copied.
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      if let first = bytes.baseAddress { unsafe append(first, bytes.count) }
    }
    if isWritten == nil { append(Array(text.utf8)) }
  }

  /// Appends bytes.
  package mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { unsafe append(first, bytes.count) }
    }
  }

  /// Appends one byte.
  package mutating func append(byte: UInt8) {
    guard count < capacity else { return }
    unsafe start[count] = byte
    count += 1
  }

  /// Appends a number in decimal digits; the sign of a negative number is dropped.
  package mutating func append(_ number: Int64) {
    var rest = number.magnitude
    var length = 1
    // Division by a constant compiles to a multiplication.
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

  /// Replaces NUL, CR and LF from position `first` on by spaces.
  package mutating func blankLineBreaks(from first: Int) {
    // Every byte is written unconditionally, so that the compiler vectorises the loop.
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
  /// Appends the bytes that `write` writes, at most `size`.
  package mutating func append(upTo size: Int, _ write: (inout ByteWriter) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { space in
      guard var writer = unsafe ByteWriter(space) else { return }
      write(&writer)
      unsafe append(contentsOf: writer.written)
    }
  }
}
