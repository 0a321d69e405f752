/// Rows about the delimitation of content.
enum FramingRows: HTTPRequestRows {
  static let contentLength: [Row] = [
    length("of five", "5", posted("hello")),
    length("zero", "0", [Good("POST", status: 200)], content: ""),
    length("with leading zeros", "0005", posted("hello")),
    length("with spaces around it", "  5  ", posted("hello")),
    length("with tabs around it", "\t5\t", posted("hello")),
    length("empty", ""),
    length("with a plus sign", "+5"),
    length("with a minus sign", "-5"),
    length("with a space inside", "5 5"),
    length("with a comma list of equals", "5, 5"),
    length("with a comma list", "5,6"),
    length("with a trailing comma", "5,"),
    length("in hexadecimal", "0x5"),
    length("with a letter", "5a"),
    length("with an exponent", "1e1"),
    length("with a fraction", "5.0"),
    length("with a semicolon", "5;"),
    length("in quotes", "\"5\""),
    length("in full-width digits", "\u{FF15}"),
    length("in Arabic digits", "\u{0665}"),
    length("with a no-break space", "5\u{A0}"),
    length("with an underscore", "1_0"),
    Row("Content-Length twice, equal", "RFC 9112 §6.3", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")),
    Row(
      "Content-Length twice, different", "RFC 9112 §6.3", post("Content-Length: 5\r\ncontent-length: 6\r\n", "hello!")),
    Row("Content-Length without content yet", "RFC 9112 §6.3", post("Content-Length: 5\r\n", "hell"), [], .incomplete),
    Row("Content-Length of a GET", "RFC 9110 §9.3.1", get("Content-Length: 3\r\n") + "abc", [Good(body: "abc")]),
    Row("no Content-Length, no content", "RFC 9112 §6.3", post(""), posted("")),
  ]

  private static func length(_ name: String, _ value: String, _ good: [Good], content: String = "hello") -> Row {
    Row("Content-Length \(name)", "RFC 9110 §8.6", post("Content-Length:\(value)\r\n", content), good)
  }

  private static func length(_ name: String, _ value: String) -> Row {
    Row("Content-Length \(name)", "RFC 9110 §8.6", post("Content-Length:\(value)\r\n", "hello"))
  }

  static let transferEncoding: [Row] = [
    coding("in capitals", "CHUNKED", posted("hello")),
    coding("with spaces around it", " \tchunked \t", posted("hello")),
    // KELVIN SIGN becomes "k" in Unicode's lower case, and equals K in Unicode's canonical equivalence.
    coding("with a Kelvin sign", "chun\u{212A}ed"),
    coding("empty", ""),
    coding("unknown and last", "gzip"),
    coding("identity", "identity"),
    coding("with chunked not last", "chunked, gzip"),
    coding("unknown before chunked", "gzip, chunked", status: 501),
    coding("chunked twice", "chunked, chunked"),
    coding("with an empty member", ", chunked"),
    coding("with an empty last member", "chunked,"),
    coding("with a parameter", "chunked;q=1"),
    coding("with a prefix", "xchunked"),
    coding("with a suffix", "chunkedx"),
    coding("in quotes", "\"chunked\""),
    coding("with a vertical tab", "\u{0B}chunked"),
    coding("with a no-break space", "chunked\u{A0}"),
    coding("separated by a space", "gzip chunked"),
    Row(
      "Transfer-Encoding twice", "RFC 9112 §6.1",
      post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
    Row(
      "Transfer-Encoding twice, hidden", "RFC 9112 §6.1",
      post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n")),
    Row(
      "Transfer-Encoding in HTTP/1.0", "RFC 9112 §6.1",
      "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Row(
      "Transfer-Encoding of a GET", "RFC 9110 §9.3.1", get("Transfer-Encoding: chunked\r\n") + "1\r\na\r\n0\r\n\r\n",
      [Good(body: "a")]),
  ]

  private static let hello = "5\r\nhello\r\n0\r\n\r\n"

  private static func coding(_ name: String, _ value: String, _ good: [Good]) -> Row {
    Row("Transfer-Encoding \(name)", "RFC 9112 §6.1", post("Transfer-Encoding:\(value)\r\n", hello), good)
  }

  private static func coding(_ name: String, _ value: String, status: Int = 400) -> Row {
    Row("Transfer-Encoding \(name)", "RFC 9112 §6.3", post("Transfer-Encoding:\(value)\r\n", hello), status)
  }

  static let smuggling: [Row] = [
    Row(
      "CL.TE", "RFC 9112 §6.3",
      post("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\nG")),
    Row(
      "TE.CL", "RFC 9112 §6.3",
      post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "5c\r\nGPOST / HTTP/1.1\r\n\r\n0\r\n\r\n")),
    Row("TE beside CL of zero", "RFC 9112 §6.3", post("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", hello)),
    Row("TE with a space before the colon", "RFC 9112 §5.1", post("Transfer-Encoding : chunked\r\n", hello)),
    Row(
      "TE with a space before the colon beside CL", "RFC 9112 §5.1",
      post("Content-Length: 5\r\nTransfer-Encoding : chunked\r\n", hello)),
    Row("TE on a folded line", "RFC 9112 §5.2", post("X: y\r\n Transfer-Encoding: chunked\r\n", hello)),
    Row("TE whose value is folded", "RFC 9112 §5.2", post("Transfer-Encoding:\r\n chunked\r\n", hello)),
    Row("TE behind a bare LF", "RFC 9112 §2.2", post("X: y\nTransfer-Encoding: chunked\r\n", hello)),
    Row("TE behind a bare CR", "RFC 9112 §2.2", post("X: y\rTransfer-Encoding: chunked\r\n", hello)),
    Row("TE with NUL in its name", "RFC 9110 §5.1", post("Transfer-Encoding\0: chunked\r\n", hello)),
    Row(
      "a name that only looks like TE", "RFC 9110 §5.1",
      post("Content-Length: 5\r\nTransfer_Encoding: chunked\r\n", "hello"), posted("hello")),
    Row(
      "a request inside the content", "RFC 9112 §6.3",
      post("Content-Length: 30\r\n", "GET /inner HTTP/1.1\r\nHost: y\r\n") + get(),
      [Good("POST", body: "GET /inner HTTP/1.1\r\nHost: y\r\n"), Good()]),
    Row(
      "content longer than its length", "RFC 9112 §6.3", post("Content-Length: 3\r\n", "abcdef\r\n\r\n"),
      after: posted("abc")),
    Row(
      "content without a length", "RFC 9112 §6.3", post("", "hello\r\n\r\n"), after: posted("")),
    Row(
      "two good requests before a bad one", "RFC 9112 §9.3.2",
      get() + post("Content-Length: 1\r\n", "a") + post("Content-Length: x\r\n") + get(),
      after: [Good(), Good("POST", body: "a")]),
    Row(
      "a good request behind chunked content", "RFC 9112 §7.1", chunked(hello) + get(), posted("hello") + [Good()]),
    Row(
      "a request line where a trailer is due", "RFC 9112 §7.1",
      chunked("5\r\nhello\r\n0\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")),
    Row(
      "an empty line behind the content", "RFC 9112 §2.2", chunked(hello) + "\r\n" + get(), posted("hello") + [Good()]),
  ]
}
