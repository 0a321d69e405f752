import Foundation

extension JSONValue {
  /// Decodes one JSON text whose objects name no member twice.
  ///
  /// Foundation takes the first of two; others take the last, so that two programs may read one signed text as two
  /// things. RFC 7515 §4 and RFC 7519 §4 let a reader refuse it.
  /// - Throws: `DecodingError`, also where a name stands twice in an object, however it is escaped.
  package init(parsingUnique bytes: [UInt8]) throws {
    self = try JSONValue(parsing: bytes)
    var scanner = MemberScanner(bytes: bytes)
    guard scanner.namesAreUnique() else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a member stands twice"))
    }
  }
}

/// Walks over a text that is known to be JSON, and looks at the names of members alone.
private struct MemberScanner {
  let bytes: [UInt8]
  /// The names so far of each object or array that is open; arrays have none.
  private var open: [Set<String>] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func namesAreUnique() -> Bool {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append([])
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: "\""):
        let end = endOfString(from: index)
        if isName(before: end), !isFirst(bytes[index..<end]) { return false }
        index = end
        continue
      default: break
      }
      index += 1
    }
    return true
  }

  /// The index behind the closing quote.
  private func endOfString(from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private func isName(before end: Int) -> Bool {
    bytes[end...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
  }

  private mutating func isFirst(_ quoted: ArraySlice<UInt8>) -> Bool {
    guard !open.isEmpty, let name = try? JSONValue(parsing: quoted).stringValue else { return false }
    return open[open.count - 1].insert(name).inserted
  }
}
