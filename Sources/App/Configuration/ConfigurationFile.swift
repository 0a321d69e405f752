import JSONCodec

/// A configuration file as a list of values with their keys and positions.
///
/// The values come from the JSON reader. Only the walk through the objects is done here, because `JSONValue` keeps
/// neither positions nor repeated names.
struct ConfigurationFile {
  struct Entry {
    let key: String
    let value: JSONValue
    let position: Position
  }

  /// A place in the file, both from 1; columns count Unicode scalars.
  struct Position: Equatable, CustomStringConvertible {
    let line: Int
    let column: Int

    var description: String { "line \(line), column \(column)" }
  }

  /// The file is not one JSON object, or an object has two members of one name.
  struct SyntaxError: Error {
    let key: String
    let text: String
    let position: Position
  }

  private(set) var entries: [Entry] = []
  private(set) var repeated: [SyntaxError] = []

  private let bytes: [UInt8]
  private var index = 0

  /// - Parameter isSection: whether a key names an object of settings; other objects are values.
  /// - Throws: `SyntaxError` with the first violation of the grammar.
  init(_ bytes: [UInt8], isSection: (String) -> Bool) throws(SyntaxError) {
    self.bytes = bytes
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch { throw Self.syntaxError(error, in: bytes) }
    guard value.objectValue != nil else {
      throw SyntaxError(key: "(file)", text: "is not a JSON object", position: Position(line: 1, column: 1))
    }
    readObject(prefix: "", isSection)
  }

  // MARK: - The walk, over bytes that are known to be JSON

  private mutating func readObject(prefix: String, _ isSection: (String) -> Bool) {
    var positions: [String: Position] = [:]
    skipSpace()
    index += 1
    skipSpace()
    while index < bytes.count, bytes[index] != UInt8(ascii: "}") {
      let position = Self.position(of: index, in: bytes)
      let name = readValue().stringValue ?? ""
      let key = prefix + name
      skipSpace()
      index += 1
      skipSpace()
      if let first = positions[name] {
        repeated.append(SyntaxError(key: key, text: "is set twice, first in \(first)", position: position))
      }
      positions[name] = positions[name] ?? position
      if bytes[index] == UInt8(ascii: "{"), isSection(key) {
        readObject(prefix: key + ".", isSection)
      } else {
        let position = Self.position(of: index, in: bytes)
        entries.append(Entry(key: key, value: readValue(), position: position))
      }
      skipSpace()
      if index < bytes.count, bytes[index] == UInt8(ascii: ",") { index += 1 }
      skipSpace()
    }
    index += 1
  }

  private mutating func readValue() -> JSONValue {
    let start = index
    skipValue()
    return (try? JSONValue(parsing: bytes[start..<index])) ?? .null
  }

  private mutating func skipValue() {
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return }
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return }
        index += 1
        continue
      default:
        index += 1
        continue
      }
      if depth == 0 { return }
    }
  }

  private mutating func skipString() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  private mutating func skipSpace() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  // MARK: - Errors

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private static func position(of offset: Int, in bytes: [UInt8]) -> Position {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Position(
      line: 1 + before.count { $0 == UInt8(ascii: "\n") },
      column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 })
  }

  private static func syntaxError(_ error: JSONError, in bytes: [UInt8]) -> SyntaxError {
    var offset = min(error.offset, bytes.count)
    let text: String
    switch error.reason {
    case .notUTF8: text = "is not UTF-8"
    case .tooDeep: text = "is nested too deeply"
    case .controlCharacter: text = "has a string with a line break or another control character; write \\n"
    case .loneSurrogate: text = "has a \\u escape that is half of a surrogate pair"
    case .numberOutOfRange: text = "has a number that is too large"
    case .repeatedName: text = "sets a name twice"
    case .unexpectedByte:
      let previous = bytes.prefix(offset).lastIndex { !isSpace($0) }
      switch (previous.map { bytes[$0] }, bytes.dropFirst(offset).first) {
      case (_, UInt8(ascii: "/")), (_, UInt8(ascii: "#")): text = "has a comment, which JSON does not allow; remove it"
      case (UInt8(ascii: ","), UInt8(ascii: "}")), (UInt8(ascii: ","), UInt8(ascii: "]")):
        // The comma is the mistake, not the bracket after it.
        offset = previous ?? offset
        text = "has a comma after the last member, which JSON does not allow; remove it"
      case (_, nil): text = "ends too early: a quote or a closing bracket is missing"
      case (_, let byte?):
        let shown = byte > 0x20 && byte < 0x7F ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
        text = "is not JSON: unexpected \(shown)"
      }
    }
    return SyntaxError(key: "(file)", text: text, position: position(of: offset, in: bytes))
  }
}
