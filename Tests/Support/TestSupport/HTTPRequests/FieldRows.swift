/// Field lines and Host.
enum FieldRows: HTTPRequestRows {
  static let fieldLines: [Row] = [
    Row("every character that a name may have", "RFC 9110 §5.6.2", get("!#$%&'*+-.^_`|~09azAZ: y\r\n"), [Good()]),
    line("with a space before the colon", "X : y"),
    line("with a tab before the colon", "X\t: y"),
    line("without a colon", "X"),
    line("without a name", ": y"),
    line("with a space inside the name", "X Y: z"),
    line("with a parenthesis in the name", "X(: y"),
    line("with a slash in the name", "X/Y: z"),
    line("with a quote in the name", "\"X\": y"),
    line("with an at sign in the name", "X@: y"),
    line("with a letter outside ASCII in the name", "X\u{E9}: y"),
    line("with NUL in the name", "X\0Y: z"),
    line("with a control in the name", "X\u{1}: y"),
    line("of white space only", " "),
    line("that is folded with a space", "X: y\r\n z"),
    line("that is folded with a tab", "X: y\r\n\tz"),
    line("that ends in a bare LF", "X: y\nZ: a"),
    line("that ends in CR CR LF", "X: y\r"),
    line("that ends in LF CR", "X: y\n\rZ: a"),
    Row("white space before the first field line", "RFC 9112 §2.2", "GET / HTTP/1.1\r\n Host: x\r\n\r\n"),
    Row("an end of the fields in bare LFs", "RFC 9112 §2.2", "GET / HTTP/1.1\r\nHost: x\n\n"),
    Row("an end of the fields in a bare LF", "RFC 9112 §2.2", "GET / HTTP/1.1\r\nHost: x\r\n\n"),
    Row("an end of the fields in a bare CR", "RFC 9112 §2.2", "GET / HTTP/1.1\r\nHost: x\r\n\rGET"),
    Row("fields that do not end", "RFC 9112 §8", "GET / HTTP/1.1\r\nHost: x\r\n", [], .incomplete),
  ]

  private static func line(_ name: String, _ text: String) -> Row {
    Row("field line \(name)", "RFC 9112 §5", get("\(text)\r\n"))
  }

  static let fieldValues: [Row] = [
    value("empty", "X:", isGood: true),
    value("of white space", "X: \t ", isGood: true),
    value("with colons", "X: a:b:c", isGood: true),
    value("with a tab inside", "X: a\tb", isGood: true),
    value("outside ASCII", "X: \u{E9}\u{212A}", isGood: true),
    value("with NUL", "X: a\0b", isGood: false),
    value("with a bare CR", "X: a\rb", isGood: false),
    value("with a control", "X: a\u{1}b", isGood: false),
    value("with an escape", "X: a\u{1B}b", isGood: false),
    value("with DEL", "X: a\u{7F}b", isGood: false),
    value("with a vertical tab", "X: a\u{0B}", isGood: false),
    value("with a form feed", "X: a\u{0C}", isGood: false),
    Row(
      "field value of bytes that are no UTF-8", "RFC 9110 §5.5",
      Array("GET / HTTP/1.1\r\nHost: x\r\nX: ".utf8) + [0xFF, 0x80, 0xC0] + Array("\r\n\r\n".utf8), [Good()], .open),
  ]

  private static func value(_ name: String, _ line: String, isGood: Bool) -> Row {
    isGood
      ? Row("field value \(name)", "RFC 9110 §5.5", get("\(line)\r\n"), [Good()])
      : Row("field value \(name)", "RFC 9110 §5.5", get("\(line)\r\n"))
  }

  static let host: [Row] = [
    Row("no Host", "RFC 9112 §3.2", "GET / HTTP/1.1\r\n\r\n"),
    Row("Host twice, equal", "RFC 9112 §3.2", get("Host: x\r\n")),
    Row("Host twice, different", "RFC 9112 §3.2", get("host: y\r\n")),
    host("empty", "", isGood: false),
    host("with a space", "x y", isGood: false),
    host("in a list", "x, y", isGood: false),
    host("with a path", "x/y", isGood: false),
    host("with a query", "x?y", isGood: false),
    host("with a fragment", "x#y", isGood: false),
    host("with a backslash", "x\\y", isGood: false),
    host("with a user", "u@x", isGood: false),
    host("with a scheme", "http://x", isGood: false),
    host("with a port of letters", "x:y", isGood: false),
    host("with a negative port", "x:-1", isGood: false),
    host("with a port past 65535", "x:65536", isGood: false),
    host("with a long port", "x:00000000080", isGood: false),
    host("with two ports", "x:80:80", isGood: false),
    host("with a port and no name", ":80", isGood: false),
    host("outside ASCII", "\u{E9}", isGood: false),
    host("with an open bracket", "[::1", isGood: false),
    host("with letters in brackets", "[xyz]", isGood: false),
    host("with text behind the bracket", "[::1]x", isGood: false),
    host("with a bad percent triplet", "%zz", isGood: false),
    host("with a port", "x:80", isGood: true),
    host("with the last port", "x:65535", isGood: true),
    host("with an empty port", "x:", isGood: true),
    host("of IPv4", "127.0.0.1:80", isGood: true),
    host("of IPv6", "[::1]", isGood: true),
    host("of IPv6 with a port", "[::ffff:1.2.3.4]:80", isGood: true),
    host("with an underscore", "a_b.example", isGood: true),
    Row("HTTP/1.0 without Host", "RFC 9112 §3.2", "GET / HTTP/1.0\r\n\r\n", [Good()], .closed),
    Row("HTTP/1.0 with two Hosts", "RFC 9112 §3.2", "GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n"),
    Row("HTTP/1.0 with a bad Host", "RFC 9112 §3.2", "GET / HTTP/1.0\r\nHost: x y\r\n\r\n"),
  ]

  private static func host(_ name: String, _ value: String, isGood: Bool) -> Row {
    let text = "GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n"
    return isGood ? Row("Host \(name)", "RFC 9110 §7.2", text, [Good()]) : Row("Host \(name)", "RFC 9112 §3.2", text)
  }
}
