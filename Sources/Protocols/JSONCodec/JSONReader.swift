import Bytes

/// A strict parser of JSON text (RFC 8259): no byte order mark, trailing comma or comment. Linear in the bytes.
struct JSONReader {
  /// Maximum nesting of arrays and objects.
  static let maxDepth = 512
  /// The initial capacity of an object; a dictionary that grows hashes all of its keys again.
  private static let usualMembers = 6

  private let bytes: [UInt8]
  private let refusesDuplicates: Bool
  private var index = 0
  private var depth = 0

  /// - Parameter refusesDuplicates: whether two members of one name are an error; otherwise the first one counts.
  init(_ bytes: [UInt8], refusesDuplicates: Bool) {
    self.bytes = bytes
    self.refusesDuplicates = refusesDuplicates
  }

  /// Parses the text, which must be one value.
  mutating func read() throws(JSONError) -> JSONValue {
    skipSpace()
    let result = try value()
    skipSpace()
    guard index == bytes.count else { throw failure(.unexpectedByte) }
    return result
  }

  private func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(reason: reason, offset: index) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch next {
    case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.array() }
    case UInt8(ascii: "\""):
      index += 1
      return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for place in 0..<text.utf8CodeUnitCount {
      guard skip(unsafe text.utf8Start[place]) else { throw failure(.unexpectedByte) }
    }
    return value
  }

  /// Parses an array or object after its opening bracket.
  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < Self.maxDepth else { throw failure(.tooDeep) }
    depth += 1
    index += 1
    skipSpace()
    let result = try read(&self)
    depth -= 1
    return result
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    if skip(UInt8(ascii: "]")) { return .array(values) }
    while true {
      values.append(try value())
      skipSpace()
      if skip(UInt8(ascii: "]")) { return .array(values) }
      guard skip(UInt8(ascii: ",")) else { throw failure(.unexpectedByte) }
      skipSpace()
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    if skip(UInt8(ascii: "}")) { return .object([:]) }
    var members = [String: JSONValue](minimumCapacity: Self.usualMembers)
    while true {
      guard skip(UInt8(ascii: "\"")) else { throw failure(.unexpectedByte) }
      let name = try string()
      skipSpace()
      guard skip(UInt8(ascii: ":")) else { throw failure(.unexpectedByte) }
      skipSpace()
      let value = try value()
      // Inserts the value if the name is new, with one hash of the name.
      let known = members.count
      Self.touch(&members[name, default: value])
      if members.count == known, refusesDuplicates { throw failure(.repeatedName) }
      skipSpace()
      if skip(UInt8(ascii: "}")) { return .object(members) }
      guard skip(UInt8(ascii: ",")) else { throw failure(.unexpectedByte) }
      skipSpace()
    }
  }

  private static func touch(_ value: inout JSONValue) {}

  // MARK: - Numbers (RFC 8259 §6)

  /// Whole numbers in the range of `Int64` become integers, also in the forms `1.0` and `1e3` below 2^53, where a double is exact. All
  /// others become doubles.
  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    let isNegative = skip(UInt8(ascii: "-"))
    let first = index
    guard try digits(), index == first + 1 || bytes[first] != 0x30 else { throw failure(.unexpectedByte) }
    if index - first <= 18, next != UInt8(ascii: "."), (next ?? 0) | 0x20 != UInt8(ascii: "e") {
      var whole: Int64 = 0
      for digit in bytes[first..<index] { whole = whole * 10 + Int64(digit - 0x30) }
      return .integer(isNegative ? -whole : whole)
    }
    if skip(UInt8(ascii: ".")) { guard try digits() else { throw failure(.unexpectedByte) } }
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      guard try digits() else { throw failure(.unexpectedByte) }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let whole = Int64(text) { return .integer(whole) }
    guard let number = Double(text), number.isFinite else { throw failure(.numberOutOfRange) }
    guard abs(number) < 9_007_199_254_740_992, let whole = Int64(exactly: number) else { return .number(number) }
    return .integer(whole)
  }

  /// Skips digits. - Returns: whether there was at least one.
  private mutating func digits() throws(JSONError) -> Bool {
    let start = index
    while let byte = next, byte >= 0x30, byte <= 0x39 { index += 1 }
    return index > start
  }

  // MARK: - Strings (RFC 8259 §7)

  /// Parses a string after its opening quote.
  private mutating func string() throws(JSONError) -> String {
    let start = index
    index = ByteScan.firstJSONSpecial(in: bytes.span, from: index, to: bytes.count)
    if skip(UInt8(ascii: "\"")) { return String(decoding: bytes[start..<index - 1], as: UTF8.self) }
    var text = Array(bytes[start..<index])
    while let byte = next, byte >= 0x20 {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      default: text.append(byte)
      }
    }
    throw failure(next == nil ? .unexpectedByte : .controlCharacter)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw failure(.unexpectedByte) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += String(try scalar()).utf8
    default: throw failure(.unexpectedByte)
    }
  }

  /// Parses four digits, or a surrogate pair in two escapes. A lone surrogate is an error: it is not a Unicode scalar.
  private mutating func scalar() throws(JSONError) -> Character {
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code) {
      guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw failure(.loneSurrogate) }
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw failure(.loneSurrogate) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure(.loneSurrogate) }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      switch next {
      case .some(let byte) where byte >= 0x30 && byte <= 0x39: code = code << 4 + UInt32(byte - 0x30)
      case .some(let byte) where byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66:
        code = code << 4 + UInt32(byte | 0x20) - 0x57
      default: throw failure(.unexpectedByte)
      }
      index += 1
    }
    return code
  }
}

/// An error in JSON text.
package struct JSONError: Error, Equatable, Sendable {
  /// The kind of error.
  package enum Reason: Sendable {
    /// The text is not valid UTF-8.
    case notUTF8
    /// The grammar does not allow the byte or the end of the text here.
    case unexpectedByte
    /// Arrays and objects are nested deeper than 512 levels.
    case tooDeep
    /// An unescaped control character in a string.
    case controlCharacter
    /// An escaped surrogate without its other half.
    case loneSurrogate
    /// A number outside of the range of doubles.
    case numberOutOfRange
    /// Two members of an object have the same name.
    case repeatedName
  }

  /// The kind of error.
  package var reason: Reason
  /// The position of the error, in bytes from the start.
  package var offset: Int
}
