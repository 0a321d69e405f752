/// A recogniser of JSON by the grammar of RFC 8259.
struct Grammar {
  private let bytes: [UInt8]
  private var index = 0

  static func takes(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var grammar = Grammar(bytes: bytes)
    return grammar.value() && grammar.index == bytes.count
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func space() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func value() -> Bool {
    space()
    defer { space() }
    switch next {
    case UInt8(ascii: "{"): return members(until: "}") { $0.member() }
    case UInt8(ascii: "["): return members(until: "]") { $0.value() }
    case UInt8(ascii: "\""): return string()
    default: return skip("null") || skip("true") || skip("false") || number()
    }
  }

  private mutating func members(until end: String, _ one: (inout Grammar) -> Bool) -> Bool {
    index += 1
    space()
    if skip(end) { return true }
    while one(&self) {
      if skip(end) { return true }
      guard skip(",") else { return false }
      space()
    }
    return false
  }

  private mutating func member() -> Bool {
    space()
    guard string() else { return false }
    space()
    return skip(":") && value()
  }

  private mutating func string() -> Bool {
    guard skip("\"") else { return false }
    while let byte = next, byte >= 0x20 {
      index += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), !escape() { return false }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = next else { return false }
    index += 1
    guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
    let digits = bytes[index...].prefix(4)
    index += digits.count
    return digits.count == 4 && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || isHexLetter($0) }
  }

  private func isHexLetter(_ byte: UInt8) -> Bool { (0x61...0x66).contains(byte | 0x20) }

  private mutating func number() -> Bool {
    _ = skip("-")
    if !skip("0"), !digits() { return false }
    if skip("."), !digits() { return false }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    return index > start
  }
}
