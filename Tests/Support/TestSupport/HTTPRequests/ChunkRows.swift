/// Chunked transfer coding.
enum ChunkRows: HTTPRequestRows {
  static let chunkSizes: [Row] = [
    size("five", "5", posted("hello")),
    size("with leading zeros", "00005", posted("hello")),
    size("in 16 digits", "0000000000000005", posted("hello")),
    size("in 17 digits", "00000000000000005"),
    size("empty", ""),
    size("with a leading space", " 5"),
    size("with a trailing space", "5 "),
    size("with a trailing tab", "5\t"),
    size("with a plus sign", "+5"),
    size("with a minus sign", "-5"),
    size("with a prefix", "0x5"),
    size("with a letter past F", "5g"),
    size("with an underscore", "5_"),
    size("with a comma", "5,5"),
    size("in full-width digits", "\u{FF15}"),
    size("behind an empty line", "\r\n5"),
    size("with NUL", "5\0"),
    size("of the largest Int", "7FFFFFFFFFFFFFFF", status: 413),
    size("past the largest Int", "8000000000000000"),
    size("of all ones", "FFFFFFFFFFFFFFFF"),
    size("that wraps around to five", "10000000000000005"),
    size("one past the limit", "100001", status: 413),
    Row("chunk sizes that overflow together", "RFC 9112 §7.1", chunked("1\r\na\r\n7FFFFFFFFFFFFFFF\r\n"), 413),
    Row("chunk sizes that pass the limit together", "RFC 9110 §15.5.14", chunked("1\r\na\r\n100000\r\n"), 413),
    Row("a chunk size that ends in a bare LF", "RFC 9112 §2.2", chunked("5\nhello\r\n0\r\n\r\n")),
    Row("a chunk size that ends in a bare CR", "RFC 9112 §2.2", chunked("5\rhello\r\n0\r\n\r\n")),
    Row("a chunk size that never ends", "RFC 9112 §7.1", chunked(String(repeating: "0", count: 300))),
    Row(
      "chunk sizes in either case", "RFC 9112 §7.1", chunked("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n"),
      posted("01234567890123456789")),
  ]

  private static func size(_ name: String, _ size: String, _ good: [Good]) -> Row {
    Row("chunk size \(name)", "RFC 9112 §7.1", chunked("\(size)\r\nhello\r\n0\r\n\r\n"), good)
  }

  private static func size(_ name: String, _ size: String, status: Int = 400) -> Row {
    Row("chunk size \(name)", "RFC 9112 §7.1", chunked("\(size)\r\nhello\r\n0\r\n\r\n"), status)
  }

  static let chunkExtensions: [Row] = [
    ext("with a name", ";a", posted("hello")),
    ext("with a value", ";a=b", posted("hello")),
    ext("with a quoted value", ";a=\"b;\\\"c\"", posted("hello")),
    ext("repeated", ";a;b=c;d=\"\"", posted("hello")),
    ext("without a name", ";"),
    ext("with a value but no name", ";=b"),
    ext("with an empty value", ";a="),
    ext("with two semicolons", ";;a"),
    ext("behind a space", " ;a"),
    ext("with a space in its name", ";a b"),
    ext("with an open quote", ";a=\"b"),
    ext("with text behind the quote", ";a=\"b\"c"),
    ext("with a bare CR", ";a\rb"),
    ext("with a bare LF", ";a\nb"),
    ext("with NUL", ";a\0"),
    ext("with DEL", ";a=\"\u{7F}\""),
    ext("too long", ";" + String(repeating: "a", count: 300)),
    Row("extension of the last chunk", "RFC 9112 §7.1.1", chunked("1\r\na\r\n0;x=y\r\n\r\n"), posted("a")),
    Row("bad extension of the last chunk", "RFC 9112 §7.1.1", chunked("1\r\na\r\n0;\r\n\r\n")),
    Row(
      "more extensions than content", "RFC 9112 §7.1.1",
      chunked(String(repeating: "1;" + String(repeating: "e", count: 200) + "\r\na\r\n", count: 200))),
  ]

  private static func ext(_ name: String, _ text: String, _ good: [Good]) -> Row {
    Row("extension \(name)", "RFC 9112 §7.1.1", chunked("5\(text)\r\nhello\r\n0\r\n\r\n"), good)
  }

  private static func ext(_ name: String, _ text: String) -> Row {
    Row("extension \(name)", "RFC 9112 §7.1.1", chunked("5\(text)\r\nhello\r\n0\r\n\r\n"))
  }

  static let chunkedContent: [Row] = [
    Row("a chunk shorter than its size", "RFC 9112 §7.1", chunked("5\r\nhell\r\n0\r\n\r\n")),
    Row("a chunk longer than its size", "RFC 9112 §7.1", chunked("5\r\nhello!\r\n0\r\n\r\n")),
    Row("a chunk that ends in a bare LF", "RFC 9112 §7.1", chunked("5\r\nhello\n0\r\n\r\n")),
    Row("a chunk that ends in a bare CR", "RFC 9112 §7.1", chunked("5\r\nhello\r0\r\n\r\n")),
    Row("a chunk without its line end", "RFC 9112 §7.1", chunked("5\r\nhello0\r\n\r\n")),
    Row("a chunk that is not complete", "RFC 9112 §8", chunked("5\r\nhel"), [], .incomplete),
    Row("no last chunk", "RFC 9112 §8", chunked("5\r\nhello\r\n"), [], .incomplete),
    Row("no end behind the last chunk", "RFC 9112 §8", chunked("5\r\nhello\r\n0\r\n"), [], .incomplete),
    Row("a last chunk of many zeros", "RFC 9112 §7.1", chunked("1\r\na\r\n0000\r\n\r\n"), posted("a")),
    Row("an end of bare LFs", "RFC 9112 §7.1", chunked("1\r\na\r\n0\n\n")),
    Row("CRLF inside a chunk", "RFC 9112 §7.1", chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n"), posted("\r\n\r\n")),
    Row("a trailer", "RFC 9112 §7.1.2", chunked("1\r\na\r\n0\r\nX: y\r\n\r\n"), posted("a")),
    Row(
      "framing fields as trailers", "RFC 9110 §6.5.1",
      chunked("1\r\na\r\n0\r\nContent-Length: 50\r\nTransfer-Encoding: chunked\r\nHost: y\r\n\r\n") + get(),
      posted("a") + [Good()]),
    Row("a trailer without colon", "RFC 9112 §7.1.2", chunked("0\r\nX\r\n\r\n")),
    Row("a trailer with a space before the colon", "RFC 9112 §5.1", chunked("0\r\nX : y\r\n\r\n")),
    Row("a folded trailer", "RFC 9112 §5.2", chunked("0\r\nX: y\r\n z\r\n\r\n")),
    Row("a trailer with NUL", "RFC 9110 §5.5", chunked("0\r\nX: \0\r\n\r\n")),
    Row("a trailer that ends in a bare LF", "RFC 9112 §2.2", chunked("0\r\nX: y\n\r\n")),
    Row("a trailer that is too large", "RFC 6585 §5", chunked("0\r\nX: " + String(repeating: "y", count: 32768)), 431),
    Row(
      "trailers that are too many", "RFC 6585 §5", chunked("0\r\n" + String(repeating: "X: y\r\n", count: 101)), 431),
  ]
}
