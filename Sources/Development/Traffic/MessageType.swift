import HTTPServer
import JSONCodec

/// The type of a socket's message: its member `type`, or the text itself for the bare `ping` and `pong`.
enum MessageType {
  /// Longer messages have no type: they would be parsed for the traffic only.
  private static let maxBytes = 1 << 20
  private static let maxTypeBytes = 128

  /// Returns nil for a message without a type.
  static func of(_ frame: SocketFrame) -> String? {
    switch frame {
    case .text(let bytes), .binary(let bytes): of(bytes)
    case .ping, .pong, .close: nil
    }
  }

  private static func of(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= maxBytes else { return nil }
    if bytes.count == 4 {
      let text = String(decoding: bytes, as: UTF8.self)
      return ["ping", "pong"].contains(text) ? text : nil
    }
    guard let type = (try? JSONValue(parsing: bytes))?["type"]?.stringValue, type.utf8.count <= maxTypeBytes else {
      return nil
    }
    return type
  }
}
