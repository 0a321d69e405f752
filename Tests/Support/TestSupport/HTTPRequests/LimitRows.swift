/// Limits: each exactly reached, and passed by one.
enum LimitRows: HTTPRequestRows {
  static let limits: [Row] = [
    Row(
      "the longest request line", "RFC 9112 §3", "GET \(long(8192 - 13)) HTTP/1.1\r\nHost: x\r\n\r\n",
      [Good("GET", long(8192 - 13), status: 404)]),
    Row("a request line one too long", "RFC 9112 §3", "GET \(long(8193 - 13)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    Row("a request line that goes on and on", "RFC 9112 §3", "GET " + long(9000), 414),
    Row("a method that goes on and on", "RFC 9112 §3", String(repeating: "A", count: 9000), 414),
    Row("the largest field section", "RFC 6585 §5", get("X: \(fill(32768 - 10))\r\n"), [Good()]),
    Row("a field section one too large", "RFC 6585 §5", get("X: \(fill(32769 - 10))\r\n"), 431),
    Row("a field line that goes on and on", "RFC 6585 §5", "GET / HTTP/1.1\r\nHost: x\r\nX: " + fill(33000), 431),
    Row("a field name that goes on and on", "RFC 6585 §5", "GET / HTTP/1.1\r\nHost: x\r\n" + fill(33000), 431),
    Row(
      "white space that goes on and on", "RFC 6585 §5",
      get(String(repeating: "X:" + String(repeating: " ", count: 1000) + "\r\n", count: 40)), 431),
    Row("the most field lines", "RFC 6585 §5", get(String(repeating: "X: y\r\n", count: 99)), [Good()]),
    Row("one field line too many", "RFC 6585 §5", get(String(repeating: "X: y\r\n", count: 100)), 431),
    Row("the longest content", "RFC 9110 §15.5.14", post("Content-Length: 1048576\r\n"), [], .incomplete),
    Row("content one too long", "RFC 9110 §15.5.14", post("Content-Length: 1048577\r\n"), 413),
    Row("content of the largest Int", "RFC 9110 §8.6", post("Content-Length: 9223372036854775807\r\n"), 413),
    Row("content past the largest Int", "RFC 9110 §8.6", post("Content-Length: 9223372036854775808\r\n"), 413),
    Row("content that wraps around to five", "RFC 9110 §8.6", post("Content-Length: 18446744073709551621\r\n"), 413),
    Row("content of a thousand digits", "RFC 9110 §8.6", post("Content-Length: \(digits(1000))\r\n"), 413),
  ]

  private static func long(_ count: Int) -> String { "/" + String(repeating: "a", count: count - 1) }

  private static func fill(_ count: Int) -> String { String(repeating: "y", count: count) }

  private static func digits(_ count: Int) -> String { String(repeating: "9", count: count) }
}
