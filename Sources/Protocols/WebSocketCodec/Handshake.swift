import Bytes
package import HTTPCodec

/// The result of checking an upgrade request (RFC 6455 §4.2.1, §4.4).
package enum HandshakeResult: Equatable, Sendable {
  /// The request has no `Upgrade: websocket`.
  case notUpgrade
  /// The request is valid; `key` is its `Sec-WebSocket-Key`.
  case accept(key: String)
  /// The request is invalid: 400, or 426 for an unsupported WebSocket version.
  case refuse(status: Int, reason: String)
}

/// The server's checks of the opening handshake.
package enum Handshake {
  /// Checks the head of a request.
  package static func check(method: String, version: HTTPVersion, fields: HTTPFields) -> HandshakeResult {
    guard lists(fields, "Upgrade", "websocket") else { return .notUpgrade }
    guard method == "GET" else { return .refuse(status: 400, reason: "A WebSocket opens with GET.") }
    guard version == .http11 else { return .refuse(status: 400, reason: "A WebSocket needs HTTP/1.1.") }
    // A proxy might treat the bytes as content, and this server as frames: request smuggling.
    guard !hasContent(fields) else {
      return .refuse(status: 400, reason: "An upgrade request must not have content.")
    }
    guard lists(fields, "Connection", "upgrade") else {
      return .refuse(status: 400, reason: "The Connection field must contain \"Upgrade\".")
    }
    let versions = fields.all("Sec-WebSocket-Version")
    guard versions == ["13"] else { return .refuse(status: 426, reason: "Only WebSocket version 13 is supported.") }
    let keys = fields.all("Sec-WebSocket-Key")
    guard keys.count == 1, isKey(keys[0]) else {
      return .refuse(status: 400, reason: "Sec-WebSocket-Key must be 16 bytes in base64.")
    }
    return .accept(key: keys[0])
  }

  private static func hasContent(_ fields: HTTPFields) -> Bool {
    !fields.all("Transfer-Encoding").isEmpty || !fields.all("Content-Length").allSatisfy { Int($0) == 0 }
  }

  /// 16 bytes are 22 base64 digits and two padding characters; the last digit has four zero bits.
  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, bytes.suffix(2) == Array("==".utf8)[...] else { return false }
    return bytes.prefix(21).allSatisfy(isBase64Digit) && Array("AQgw".utf8).contains(bytes[21])
  }

  private static func isBase64Digit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// Whether a list field has a member, compared without regard to the case of ASCII letters. Unicode case mapping would accept the
  /// Kelvin sign as "k".
  /// - Parameter member: in lower case.
  private static func lists(_ fields: HTTPFields, _ name: String, _ member: String) -> Bool {
    fields.all(name).contains { line in
      line.utf8.split(separator: UInt8(ascii: ",")).contains { part in
        part.trimmingOptionalWhitespace().lazy.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }.elementsEqual(
          member.utf8)
      }
    }
  }
}
