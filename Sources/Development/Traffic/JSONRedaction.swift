import HTTPServer
import JSONCodec

/// Removes secrets from JSON text without parsing it as a whole: text that is cut off or malformed has secrets too.
struct JSONRedaction {
  private let bytes: [UInt8]
  private var index = 0
  private var result: [UInt8] = []

  /// - Parameter bytes: UTF-8.
  static func redacted(_ bytes: [UInt8]) -> String {
    var redaction = JSONRedaction(bytes)
    return redaction.run()
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    result.reserveCapacity(bytes.count)
  }

  private mutating func run() -> String {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let token = takeString()
      let name = copySpaceAndColon(after: token)
      if let name, TrafficRedaction.isSecret(name) { redactValue() }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Takes a string with its quotes. The last one may be missing at the end of the text.
  private mutating func takeString() -> ArraySlice<UInt8> {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
    return bytes[start..<index]
  }

  /// Writes a string and what separates it from its value. - Returns: the string if it is the name of a member.
  private mutating func copySpaceAndColon(after token: ArraySlice<UInt8>) -> String? {
    let next = indexOfNext(from: index)
    guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else {
      append(value: token)
      return nil
    }
    result += token
    let value = indexOfNext(from: next + 1)
    result += bytes[index..<value]
    index = value
    // Names may be written with escapes, which the server decodes.
    return (try? JSONValue(parsing: token))?.stringValue ?? String(decoding: token, as: UTF8.self)
  }

  /// Writes a string that is no secret by its name: it may still be a URL with a token, or a token.
  private mutating func append(value token: ArraySlice<UInt8>) {
    guard token.count > 2, token.last == UInt8(ascii: "\"") else {
      result += Array(TrafficRedaction.text(String(decoding: token, as: UTF8.self)).utf8)
      return
    }
    let content = token.dropFirst().dropLast()
    result.append(UInt8(ascii: "\""))
    result += Array(TrafficRedaction.text(String(decoding: content, as: UTF8.self)).utf8)
    result.append(UInt8(ascii: "\""))
  }

  /// Replaces a secret string or number. Objects and arrays have members of their own; null is no secret.
  private mutating func redactValue() {
    guard index < bytes.count else { return }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      _ = takeString()
      result += Array("\"\(TrafficRedaction.mark)\"".utf8)
    case UInt8(ascii: "["): redactStrings()
    case UInt8(ascii: "{"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"): break
    default:
      while index < bytes.count, !",]}".utf8.contains(bytes[index]), bytes[index] > 0x20 { index += 1 }
      result += Array("\"\(TrafficRedaction.mark)\"".utf8)
    }
  }

  /// Replaces the strings of an array of secrets.
  private mutating func redactStrings() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "]"), bytes[index] != UInt8(ascii: "{") {
      if bytes[index] == UInt8(ascii: "\"") {
        _ = takeString()
        result += Array("\"\(TrafficRedaction.mark)\"".utf8)
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
  }

  private func indexOfNext(from start: Int) -> Int {
    bytes[start...].firstIndex { $0 > 0x20 } ?? bytes.count
  }
}
