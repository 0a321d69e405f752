import Bytes

/// A writer of JSON text (RFC 8259). Members are sorted by the bytes of their names, so that equal values have equal text.
///
/// Foundation's encoder took more time than the rest of a small request.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += value ? "true".utf8 : "false".utf8
    case .integer(let value): write(integer: value)
    case .number(let value): write(number: value)
    case .string(let value): write(string: value)
    case .array(let values): write(array: values)
    case .object(let members): write(object: members)
    }
  }

  private mutating func write(integer value: Int64) {
    bytes.append(upTo: 20) { text in
      if value < 0 { text.append(byte: UInt8(ascii: "-")) }
      text.append(value)
    }
  }

  /// Whole numbers are written without a fraction, others as the shortest text that parses to the same number. JSON has no form for
  /// infinity and NaN; null is what clients can decode.
  private mutating func write(number value: Double) {
    if !value.isFinite {
      bytes += "null".utf8
    } else if let whole = Int64(exactly: value), abs(value) < 9_007_199_254_740_992 {
      write(integer: whole)
    } else if abs(value) < 1e12, let tenths = Int64(exactly: (value * 10).rounded()), Double(tenths) / 10 == value {
      // Almost all figures have one decimal; no shorter text parses to the same number.
      bytes.append(upTo: 20) { text in
        if tenths < 0 { text.append(byte: UInt8(ascii: "-")) }
        text.append(tenths / 10)
        text.append(byte: UInt8(ascii: "."))
        text.append(tenths % 10)
      }
    } else {
      bytes += value.description.utf8
    }
  }

  private mutating func write(array values: [JSONValue]) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for value in values {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(object members: [String: JSONValue]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for place in MemberOrder.places(of: members) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      let (name, value) = members[place]
      write(string: name)
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(string: String) {
    var string = string
    bytes.append(UInt8(ascii: "\""))
    string.withUTF8 { text in
      var start = 0
      for index in text.indices {
        let byte = unsafe text[index]
        guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
        unsafe bytes.append(contentsOf: text[start..<index])
        escape(byte)
        start = index + 1
      }
      unsafe bytes.append(contentsOf: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += "u00".utf8
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
