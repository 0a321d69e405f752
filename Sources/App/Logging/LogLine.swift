import Bytes
import JSONCodec

/// One event of the log.
///
/// Values come from clients in part (paths, names), so both formats escape them: no value can end a line, start another
/// field, or move a terminal's cursor.
struct LogLine {
  enum Format: Sendable { case text, json }

  var time: Timestamp
  var level: String
  var message: String
  var values: [(name: String, value: String)]

  /// The line in UTF-8 with its line end.
  func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .text:
      let fields = values.map { " \($0.name)=\(Self.quoted($0.value))" }.joined()
      return Array("\(time.rfc3339) \(level) \(Self.escaped(message))\(fields)\n".utf8)
    case .json:
      var members = Dictionary(values.map { ($0.name, JSONValue.string($0.value)) }) { $1 }
      members["time"] = .string(time.rfc3339)
      members["level"] = .string(level)
      members["message"] = .string(message)
      return JSONValue.object(members).encoded + [UInt8(ascii: "\n")]
    }
  }

  /// The text unchanged if it is one plain word, else in double quotes.
  static func quoted(_ text: String) -> String {
    isPlain(text) ? text : "\"\(escaped(text, quotes: true))\""
  }

  /// Whether `text` is one word that both formats write unchanged.
  static func isPlain(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    // Native strings are contiguous. `span` would cost a library call for each.
    let isPlain = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy(Self.isPlain) }
    return isPlain ?? text.utf8.allSatisfy(Self.isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x3D && byte != 0x5C
  }

  /// The text with control characters escaped, and with quotes and backslashes escaped inside quotes.
  private static func escaped(_ text: String, quotes: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\"" where quotes, "\\" where quotes: result += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Timestamp {
  /// The system's clock.
  static var now: Timestamp { Environment.system.now() }
}
