/// Finds the members of a JSON object without reading their values.
///
/// A product of Open Food Facts may have megabytes of members that are not imported. Linear in the bytes, without recursion.
struct JSONMembers {
  /// The name between its quotes as written, and the position of the value.
  struct Member: Equatable {
    var name: String
    var value: Range<Int>
  }

  private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
  /// Longer names are invalid.
  private static let maxName = 200

  private let bytes: [UInt8]
  private var index = 0
  private var isFirst = true
  /// Whether the object was read to its last bracket, after which there is only white space.
  private(set) var isComplete = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next member; nil at the end, and where the text is not a JSON object.
  mutating func next() -> Member? {
    if isFirst, !take(UInt8(ascii: "{")) { return nil }
    if takeEnd() { return nil }
    if !isFirst, !take(UInt8(ascii: ",")) { return nil }
    isFirst = false
    skipSpace()
    let start = index + 1
    guard skipText(), index - start - 1 <= Self.maxName else { return nil }
    let name = String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
    guard take(UInt8(ascii: ":")) else { return nil }
    skipSpace()
    let value = index
    guard skipValue(), index > value else { return nil }
    return Member(name: name, value: value..<index)
  }

  /// Takes the last bracket.
  private mutating func takeEnd() -> Bool {
    guard take(UInt8(ascii: "}")) else { return false }
    skipSpace()
    isComplete = index == bytes.count
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  /// Skips a text in quotes. - Returns: false if there is none, or if it has no end.
  private mutating func skipText() -> Bool {
    guard index < bytes.count, bytes[index] == Self.quote else { return false }
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      index += byte == Self.backslash ? 2 : 1
      if byte == Self.quote { return true }
    }
    index = bytes.count
    return false
  }

  /// Skips a value. Numbers and words end before the next delimiter.
  private mutating func skipValue() -> Bool {
    guard index < bytes.count else { return false }
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case Self.quote:
        guard skipText() else { return false }
        if depth == 0 { return true }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return true }
        depth -= 1
        if depth == 0 {
          index += 1
          return true
        }
      case UInt8(ascii: ","), 0...0x20: if depth == 0 { return true }
      default: break
      }
      index += 1
    }
    return false
  }
}
