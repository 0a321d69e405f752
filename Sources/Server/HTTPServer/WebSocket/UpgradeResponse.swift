import Bytes
import Crypto

/// The server's side of the opening handshake (RFC 6455 §4.2.2).
enum UpgradeResponse {
  private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// `Sec-WebSocket-Accept` for a key.
  static func accept(key: String) -> String {
    Base64.encode(SHA1.digest(Array((key + guid).utf8)))
  }

  /// - Parameter extensions: the value of `Sec-WebSocket-Extensions`; nil without extensions.
  static func switchingProtocols(key: String, extensions: String?, date: [UInt8]) -> [UInt8] {
    let extensions = extensions.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? ""
    return Array(
      """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(accept(key: key))\r
      \(extensions)Date: \(String(decoding: date, as: UTF8.self))\r
      \r

      """.utf8)
  }
}
