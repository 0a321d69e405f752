import Bytes
import Crypto
import HTTPCodec
import WebSocketCodec

/// The server's side of a valid opening handshake (RFC 6455 §4.2).
struct WebSocketUpgrade {
  /// The accepted compression; nil without compression.
  let deflate: DeflateParameters?
  /// The value of `Sec-WebSocket-Key`.
  private let key: String

  private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Checks an upgrade request.
  /// - Throws: 426 if it requests no upgrade to the supported version, 400 if it is malformed.
  init(_ head: RequestHead, acceptsDeflate: Bool) throws(RequestRefusal) {
    switch Handshake.check(method: head.line.method, version: head.line.version, fields: head.fields) {
    case .accept(let value): key = value
    case .notUpgrade: throw Self.refusal(426, "WebSocket required: send an upgrade request (RFC 6455).")
    case .refuse(let status, let reason): throw Self.refusal(status, reason)
    }
    do throws(MalformedExtensions) {
      deflate = acceptsDeflate ? try DeflateParameters.negotiate(head.fields) : nil
    } catch {
      throw Self.refusal(400, "Sec-WebSocket-Extensions is not valid.")
    }
  }

  /// The bytes of the 101 response.
  func response(date: [UInt8]) -> [UInt8] {
    let extensions = deflate.map { "Sec-WebSocket-Extensions: \($0.response)\r\n" } ?? ""
    return Array(
      """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(Base64.encode(SHA1.digest(Array((key + Self.guid).utf8))))\r
      \(extensions)Date: \(String(decoding: date, as: UTF8.self))\r
      \r

      """.utf8)
  }

  private static func refusal(_ status: Int, _ reason: String) -> RequestRefusal {
    guard status == 426 else { return RequestRefusal(status: status, code: "BAD_UPGRADE", message: reason) }
    return RequestRefusal(
      status: status, code: "UPGRADE_REQUIRED", message: reason,
      fields: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
  }
}
