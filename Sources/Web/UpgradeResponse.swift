import Bytes
import Crypto

/// The server's side of the opening handshake (RFC 6455 §4.2.2).
enum UpgradeResponse {
  private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// `Sec-WebSocket-Accept` for a key.
  static func accept(key: String) -> String {
    Base64.encode(SHA1.digest(Array((key + guid).utf8)))
  }

  static func switchingProtocols(key: String, date: String) -> [UInt8] {
    Array(
      """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(accept(key: key))\r
      Date: \(date)\r
      \r

      """.utf8)
  }
}
