/// Rows about the connection after a request: persistence, expectations, upgrades.
enum ConnectionRows: HTTPRequestRows {
  static let connection: [Row] = [
    Row("Connection: close", "RFC 9112 §9.6", get("Connection: close\r\n"), [Good()], .closed),
    Row("close in a list", "RFC 9110 §7.6.1", get("Connection: TE,\tClose\r\nTE: trailers\r\n"), [Good()], .closed),
    Row("close beside keep-alive", "RFC 9112 §9.3", get("Connection: keep-alive, close\r\n"), [Good()], .closed),
    Row("close on a second line", "RFC 9110 §5.3", get("Connection: x\r\nConnection: close\r\n"), [Good()], .closed),
    Row("close inside another word", "RFC 9110 §7.6.1", get("Connection: closed\r\n"), [Good()]),
    Row("a request behind close", "RFC 9112 §9.6", get("Connection: close\r\n") + get(), [Good()], .closed),
    Row(
      "HTTP/1.0 with keep-alive", "RFC 9112 §9.3", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", [Good()]),
    Row(
      "HTTP/1.0 with keep-alive spelt with a Kelvin sign", "RFC 9110 §7.6.1",
      "GET / HTTP/1.0\r\nConnection: \u{212A}eep-alive\r\n\r\n", [Good()], .closed),
    Row("three requests in one piece", "RFC 9112 §9.3.2", get() + get() + get(), [Good(), Good(), Good()]),
    Row(
      "an empty line between two requests", "RFC 9112 §2.2",
      post("Content-Length: 1\r\n", "a") + "\r\n" + get(), posted("a") + [Good()]),
    Row("garbage behind a request", "RFC 9112 §3", get() + "garbage\r\n", after: [Good()]),
    Row("an answer instead of a request", "RFC 9112 §3", get() + "HTTP/1.1 200 OK\r\n\r\n", after: [Good()]),
    Row("no bytes", "RFC 9112 §9.3", "", [], .open),
  ]

  static let expectations: [Row] = [
    expect("100-continue", posted("a")),
    expect("100-Continue", posted("a")),
    expect("200-ok"),
    expect(""),
    expect("100-continue, x"),
    expect("100-continue=1"),
    Row("Expect twice", "RFC 9110 §10.1.1", get("Expect: 100-continue\r\nExpect: 100-continue\r\n"), 417),
    Row("Expect without content", "RFC 9110 §10.1.1", get("Expect: 100-continue\r\n"), [Good()]),
    Row(
      "Expect in HTTP/1.0", "RFC 9110 §10.1.1", "GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n", [Good()], .closed),
    Row(
      "Expect for too much content", "RFC 9110 §10.1.1",
      post("Expect: 100-continue\r\nContent-Length: 1048577\r\n"), 413),
  ]

  private static func expect(_ value: String, _ good: [Good]) -> Row {
    Row("Expect: \(value)", "RFC 9110 §10.1.1", post("Expect: \(value)\r\nContent-Length: 1\r\n", "a"), good)
  }

  private static func expect(_ value: String) -> Row {
    Row("Expect: \(value)", "RFC 9110 §10.1.1", post("Expect: \(value)\r\nContent-Length: 1\r\n", "a"), 417)
  }

  private static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
  private static let version = "Sec-WebSocket-Version: 13\r\n"
  private static let asks = "Connection: Upgrade\r\nUpgrade: websocket\r\n"

  static let upgrades: [Row] = [
    upgrade("without Upgrade", "Connection: Upgrade\r\n" + version + key, 426),
    upgrade("to another protocol", "Connection: Upgrade\r\nUpgrade: h2c\r\n" + version + key, 426),
    upgrade("without Connection", "Upgrade: websocket\r\n" + version + key, 400),
    upgrade("with another Connection", "Connection: keep-alive\r\nUpgrade: websocket\r\n" + version + key, 400),
    upgrade("without a version", asks + key, 426),
    upgrade("of version 8", asks + "Sec-WebSocket-Version: 8\r\n" + key, 426),
    upgrade("of two versions", asks + version + version + key, 426),
    upgrade("of version 013", asks + "Sec-WebSocket-Version: 013\r\n" + key, 426),
    upgrade("without a key", asks + version, 400),
    upgrade("with an empty key", asks + version + "Sec-WebSocket-Key:\r\n", 400),
    upgrade("with a short key", asks + version + "Sec-WebSocket-Key: c2hvcnQ=\r\n", 400),
    upgrade("with a key that is not base64", asks + version + "Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!==\r\n", 400),
    upgrade("with two keys", asks + version + key + key, 400),
    Row(
      "upgrade in HTTP/1.0", "RFC 6455 §4.2.1",
      "GET /socket HTTP/1.0\r\nHost: x\r\n" + asks + version + key + "\r\n", [Good("GET", "/socket", status: 400)],
      .declined),
    Row(
      "upgrade with POST", "RFC 6455 §4.2.1",
      "POST /socket HTTP/1.1\r\nHost: x\r\n" + asks + version + key + "\r\n", [Good("POST", "/socket", status: 405)]),
    Row("upgrade without Host", "RFC 6455 §4.2.1", "GET /socket HTTP/1.1\r\n" + asks + version + key + "\r\n"),
    Row("upgrade of what is no socket", "RFC 9110 §7.8", get(asks + version + key), [Good()]),
    Row(
      "upgrade to HTTP/2 in clear text", "RFC 9110 §7.8",
      get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"), [Good()]),
  ]

  private static func upgrade(_ name: String, _ fields: String, _ status: Int) -> Row {
    Row(
      "upgrade \(name)", "RFC 6455 §4.2.1", "GET /socket HTTP/1.1\r\nHost: x\r\n\(fields)\r\n",
      [Good("GET", "/socket", status: status)], .declined)
  }
}
