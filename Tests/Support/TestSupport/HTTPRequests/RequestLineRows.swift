/// Request line, versions and targets.
enum RequestLineRows: HTTPRequestRows {
  static let requestLine: [Row] = [
    Row("an empty line before the request", "RFC 9112 §2.2", "\r\n" + get(), [Good()]),
    Row("two empty lines before the request", "RFC 9112 §2.2", "\r\n\r\n" + get()),
    Row("a bare LF before the request", "RFC 9112 §2.2", "\n" + get()),
    Row("a bare CR before the request", "RFC 9112 §2.2", "\r" + get()),
    requestLine("with a space before it", " GET / HTTP/1.1"),
    requestLine("with two spaces", "GET  / HTTP/1.1"),
    requestLine("with two spaces before the version", "GET /  HTTP/1.1"),
    requestLine("with a space behind it", "GET / HTTP/1.1 "),
    requestLine("with tabs", "GET\t/\tHTTP/1.1"),
    requestLine("without a version", "GET /"),
    requestLine("without a target", "GET HTTP/1.1"),
    requestLine("of a method", "GET"),
    requestLine("with a space in the target", "GET /a b HTTP/1.1"),
    requestLine("with a parenthesis in the method", "G(T / HTTP/1.1"),
    requestLine("with a colon in the method", "GET: / HTTP/1.1"),
    requestLine("with NUL in the method", "G\0T / HTTP/1.1"),
    requestLine("with a method of 33 letters", String(repeating: "A", count: 33) + " / HTTP/1.1"),
    requestLine("with a bare CR", "GET /\r HTTP/1.1"),
    requestLine("with a bare LF", "GET /\n HTTP/1.1"),
    requestLine("with NUL", "GET /\0 HTTP/1.1"),
    requestLine("with a control in the target", "GET /\u{1} HTTP/1.1"),
    requestLine("with DEL in the target", "GET /\u{7F} HTTP/1.1"),
    requestLine("outside ASCII", "GET /\u{E9} HTTP/1.1"),
    requestLine("of JSON", "{\"a\": 1}"),
    Row("a request line that ends in a bare LF", "RFC 9112 §2.2", "GET / HTTP/1.1\nHost: x\r\n\r\n"),
    Row("a request line that does not end", "RFC 9112 §8", "GET / HTTP/1.1", [], .incomplete),
    Row("an unknown method", "RFC 9110 §15.5.6", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n", [Good("FOO", status: 405)]),
    Row("a method in lower case", "RFC 9110 §9.1", "get / HTTP/1.1\r\nHost: x\r\n\r\n", [Good("get", status: 405)]),
    Row("HEAD", "RFC 9110 §9.3.2", "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", [Good("HEAD")]),
    Row(
      "the greeting of TLS", "RFC 9112 §3", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03], [],
      .refused(400)),
    Row("the preface of HTTP/2", "RFC 9113 §3.4", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
  ]

  private static func requestLine(_ name: String, _ line: String) -> Row {
    Row("request line \(name)", "RFC 9112 §3", "\(line)\r\nHost: x\r\n\r\n")
  }

  static let versions: [Row] = [
    version("0.9", "HTTP/0.9", 505),
    version("2.0", "HTTP/2.0", 505),
    version("3.0", "HTTP/3.0", 505),
    version("9.9", "HTTP/9.9", 505),
    version("in lower case", "http/1.1"),
    version("1.10", "HTTP/1.10"),
    version("01.1", "HTTP/01.1"),
    version("without a point", "HTTP/11"),
    version("without a minor", "HTTP/1."),
    version("without numbers", "HTTP/"),
    version("with a comma", "HTTP/1,1"),
    version("with letters", "HTTP/x.y"),
    version("of another protocol", "RTSP/1.0"),
    version("with a suffix", "HTTP/1.1x"),
    version("in full-width digits", "HTTP/\u{FF11}.1"),
    Row("version 1.2", "RFC 9110 §2.5", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", [Good()]),
    Row("version 1.0", "RFC 9112 §9.3", "GET / HTTP/1.0\r\nHost: x\r\n\r\n", [Good()], .closed),
  ]

  private static func version(_ name: String, _ version: String, _ status: Int = 400) -> Row {
    Row("version \(name)", "RFC 9112 §2.3", "GET / \(version)\r\nHost: x\r\n\r\n", status)
  }

  static let targets: [Row] = [
    target("of origin-form with a query", "/?a=b", 200),
    target("of only a query mark", "/?", 200),
    target("with an unknown path", "/a%2Fb/%C3%A9", 404),
    target("with an empty segment", "//", 404),
    target("with dot segments", "/a/../b", 404),
    target("with an encoded NUL", "/%00", 404),
    target("with characters that should be encoded", "/{a|b}", 404),
    target("of absolute-form", "http://x/", 200),
    target("of absolute-form with another host", "http://y:80/", 200),
    target("of absolute-form without a path", "http://x", 200),
    target("of absolute-form with a query and no path", "HTTP://x?a=b", 200),
    target("of absolute-form with https", "https://x/", 200),
    bad("of absolute-form without a host", "http:///"),
    bad("of absolute-form with a user", "http://u@x/"),
    bad("of absolute-form with a bad port", "http://x:y/"),
    bad("of absolute-form with another scheme", "ftp://x/"),
    bad("of absolute-form with one slash", "http:/x/"),
    bad("of authority-form", "x:80"),
    bad("without a leading slash", "a/b"),
    bad("of a query only", "?a=b"),
    bad("with a fragment", "/#a"),
    bad("of asterisk-form", "*"),
    bad("with a percent sign at its end", "/%"),
    bad("with half a triplet", "/%4"),
    bad("with a bad triplet", "/%zz"),
    bad("with a bad triplet in its query", "/?%zz"),
    bad("with encoded bytes that are no UTF-8", "/%FF"),
    bad("with an overlong slash", "/%C0%AF"),
    Row(
      "CONNECT with authority-form", "RFC 9112 §3.2.3", "CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n"),
    Row(
      "OPTIONS with asterisk-form", "RFC 9112 §3.2.4", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
      [Good("OPTIONS", "*", status: 204)]),
  ]

  private static func target(_ name: String, _ target: String, _ status: Int) -> Row {
    Row(
      "target \(name)", "RFC 9112 §3.2", "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n",
      [Good("GET", target, status: status)])
  }

  private static func bad(_ name: String, _ target: String) -> Row {
    Row("target \(name)", "RFC 9112 §3.2", "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
  }
}
