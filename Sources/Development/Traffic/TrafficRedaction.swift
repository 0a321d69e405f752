import Bytes
import HTTPServer

/// Removes secrets from recorded traffic: values of fields, parameters and JSON members whose names say that they are secret,
/// and JSON Web Tokens in any text.
enum TrafficRedaction {
  static let mark = "[redacted]"

  /// Fields whose whole value is secret. Browsers send tokens in `Sec-WebSocket-Protocol`, the only field that their
  /// WebSockets can set.
  private static let secretFields: Set<String> = [
    "cookie", "set-cookie", "x-api-key", "sec-websocket-protocol", "proxy-authorization",
  ]

  /// The ends of secret names, in lower case without `_` and `-`.
  private static let secretEndings = [
    "token", "password", "secret", "apikey", "authorization", "cookie", "credentials", "passwordhash", "invitation",
    "invitecode",
  ]
  /// Names with such an ending that hold no secret: positions of mobile sync.
  private static let publicNames: Set<String> = ["synctoken", "nextsynctoken", "sincetoken"]

  /// Whether the value of a member or parameter is secret.
  static func isSecret(_ name: some StringProtocol) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    if plain == "refresh" { return true }
    return secretEndings.contains { plain.hasSuffix($0) } && !publicNames.contains(plain)
  }

  /// Field lines without secrets. `Authorization` keeps its scheme.
  static func fields(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
    fields.map { name, value in
      let lower = name.lowercased()
      if lower == "authorization" {
        let scheme = value.prefix { $0 != " " }
        return (name, scheme.count < value.count ? "\(scheme) \(mark)" : mark)
      }
      return (name, secretFields.contains(lower) || isSecret(lower) ? mark : text(value))
    }
  }

  /// A query with its leading question mark, encoded; "" if there are no parameters.
  static func query(_ query: [(name: String, value: String)]) -> String {
    guard !query.isEmpty else { return "" }
    let pairs = query.map { name, value in
      PercentEncoding.encode(text(name)) + "=" + PercentEncoding.encode(isSecret(name) ? mark : text(value))
    }
    return "?" + pairs.joined(separator: "&")
  }

  /// Text that is not JSON, such as a path or the value of a field.
  static func text(_ text: String) -> String { LogRedaction.redacted(text) }

  /// The beginning of a content as text; nil if it is empty or not UTF-8.
  static func content(_ bytes: [UInt8], maxBytes: Int) -> (body: String?, isTruncated: Bool) {
    let isTruncated = bytes.count > maxBytes
    var beginning = bytes.prefix(maxBytes)
    // A cut may divide a character of up to four bytes.
    for _ in 0..<4 where isTruncated && String(validating: beginning, as: UTF8.self) == nil { beginning.removeLast() }
    guard !beginning.isEmpty, let text = String(validating: beginning, as: UTF8.self) else { return (nil, isTruncated) }
    let first = text.utf8.first { $0 > 0x20 }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
    return (isJSON ? JSONRedaction.redacted(Array(beginning)) : self.text(text), isTruncated)
  }
}
