import HTTPCodec
import Testing

@testable import WebSocketCodec

@Suite struct HandshakeTests {
  static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  static let usual = [
    ("Host", "server.example.com"), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Key", key),
    ("Sec-WebSocket-Version", "13"),
  ]

  /// The usual fields with `lines` in place of those of the same name; nil removes a field.
  private func fields(_ lines: [(String, String?)]) -> HTTPFields {
    var fields = HTTPFields()
    for line in Self.usual where !lines.contains(where: { $0.0 == line.0 }) { fields.append(line.0, line.1) }
    for case (let name, let value?) in lines { fields.append(name, value) }
    return fields
  }

  private func status(_ result: HandshakeResult) -> Int {
    switch result {
    case .notUpgrade: 0
    case .accept: 101
    case .refuse(let status, _): status
    }
  }

  /// RFC 6455 §4.2.1; 101 is a valid request, 0 one without an upgrade.
  @Test(
    arguments: [
      ([], 101),
      ([("Upgrade", "WebSocket")], 101), ([("Upgrade", "h2c, websocket")], 101),
      ([("Upgrade", "h2c"), ("Upgrade", "WEBSOCKET")], 101), ([("Connection", "keep-alive, upgrade")], 101),
      ([("Connection", "keep-alive"), ("Connection", " Upgrade ")], 101),
      ([("Upgrade", nil)], 0), ([("Upgrade", "h2c")], 0), ([("Upgrade", "web socket")], 0),
      ([("Upgrade", "websockets")], 0), ([("Upgrade", "")], 0), ([("Upgrade", ",")], 0), ([("Upgrade", " , ,")], 0),
      // The Kelvin sign, whose lower case is an ASCII letter.
      ([("Upgrade", "websoc\u{212A}et")], 0), ([("Upgrade", "webſocket")], 0),
      ([("Connection", nil)], 400), ([("Connection", "keep-alive")], 400), ([("Connection", "up grade")], 400),
      ([("Sec-WebSocket-Key", nil)], 400), ([("Sec-WebSocket-Key", "")], 400),
      ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ")], 400), ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25j")], 400),
      ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZR==")], 400),
      ([("Sec-WebSocket-Key", "dGhlIHNhbXBs?SBub25jZQ==")], 400),
      ([("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZTEy")], 400),
      ([("Sec-WebSocket-Key", key), ("Sec-WebSocket-Key", key)], 400),
      ([("Sec-WebSocket-Version", nil)], 426), ([("Sec-WebSocket-Version", "8")], 426),
      ([("Sec-WebSocket-Version", "013")], 426), ([("Sec-WebSocket-Version", "13, 8")], 426),
      ([("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Version", "13")], 426),
      // RFC 9112 §6: content, which an opening handshake must not have.
      ([("Content-Length", "0")], 101), ([("Content-Length", "5")], 400), ([("Content-Length", "x")], 400),
      ([("Transfer-Encoding", "chunked")], 400),
      ([("Connection", "upgra\u{0501}e")], 400), ([("Connection", "keep-alive,\tUPGRADE\t")], 101),
    ] as [([(String, String?)], Int)])
  func judges(_ lines: [(String, String?)], status expected: Int) {
    let result = Handshake.check(method: "GET", version: .http11, fields: fields(lines))
    #expect(status(result) == expected)
    if expected == 101 { #expect(result == .accept(key: Self.key)) }
  }

  @Test(arguments: ["POST", "HEAD", "get", "CONNECT"])
  func opensOnlyWithGET(_ method: String) {
    #expect(status(Handshake.check(method: method, version: .http11, fields: fields([]))) == 400)
  }

  @Test func opensOnlyWithHTTP11() {
    #expect(status(Handshake.check(method: "GET", version: .http10, fields: fields([]))) == 400)
  }
}
