import Bytes
import HTTPCodec
import Testing

@Suite struct ResponseEncoderTests {
  private let date = "Thu, 15 Jan 2026 12:00:00 GMT"

  private func encode(
    _ status: Int = 200, fields: [(name: String, value: String)] = [], body: String = "", isHead: Bool = false,
    keepAlive: Bool = true, version: HTTPVersion = .http11
  ) -> String {
    var bytes: [UInt8] = []
    ResponseEncoder.encode(
      status: status, fields: fields, body: Array(body.utf8), isHead: isHead, keepAlive: keepAlive,
      date: Array(date.utf8), version: version
    ) { size, write in
      bytes.append(upTo: size, write)
      #expect(bytes.count < size)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func writesHeadAndContent() {
    #expect(
      encode(fields: [("A", "b"), ("A", "c")], body: "hello")
        == "HTTP/1.1 200 OK\r\nDate: \(date)\r\nA: b\r\nA: c\r\nX-Content-Type-Options: nosniff\r\n"
        + "Cache-Control: no-store\r\nContent-Length: 5\r\n\r\nhello")
  }

  @Test func keepsACacheControlOfTheHandler() {
    let fields = [(name: "Cache-Control", value: "max-age=60")]
    let prepared = PreparedResponse(status: 200, fields: fields, body: [])
    var bytes: [UInt8] = []
    bytes.append(upTo: prepared.size(idBytes: 0)) { prepared.write(requestID: "", date: [], to: &$0) }
    let streamed = ResponseEncoder.streamedHead(
      status: 200, fields: fields, requestID: nil, keepAlive: true, date: [], version: .http11)
    for text in [
      encode(fields: fields), String(decoding: bytes, as: UTF8.self), String(decoding: streamed, as: UTF8.self),
    ] {
      #expect(text.components("\r\n").filter { $0.hasPrefix("Cache-Control:") } == ["Cache-Control: max-age=60"])
      #expect(text.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
    }
  }

  @Test func sendsOnlyTheLengthInResponseToHEAD() {
    #expect(encode(body: "hello", isHead: true).hasSuffix("\r\nContent-Length: 5\r\n\r\n"))
  }

  @Test(arguments: [204, 304])
  func hasNoContentAndNoLength(_ status: Int) {
    let text = encode(status, body: "hello")
    #expect(text.hasSuffix("\r\n\r\n") && !text.contains("Content-Length"))
  }

  @Test func sendsTheLengthOfEmptyContent() {
    #expect(encode().hasSuffix("\r\nContent-Length: 0\r\n\r\n"))
  }

  @Test(arguments: [
    (true, HTTPVersion.http11, nil), (false, .http11, "close"), (true, .http10, "keep-alive"),
    (false, .http10, "close"),
  ])
  func writesTheConnectionField(_ keepAlive: Bool, _ version: HTTPVersion, _ option: String?) {
    let text = encode(keepAlive: keepAlive, version: version)
    let lines = text.split(separator: "\r\n").filter { $0.hasPrefix("Connection:") }
    #expect(lines.map(String.init) == (option.map { ["Connection: \($0)"] } ?? []))
    #expect(text.hasPrefix("HTTP/1.1 "))
  }

  @Test(arguments: ["a\r\nX: y", "a\nX: y", "a\rX: y", "a\0X: y", "a\r\n\r\nbody"])
  func escapesLineBreaks(_ value: String) {
    for text in [encode(fields: [("A", value)]), encode(fields: [(value, "b")])] {
      #expect(text.utf8.filter { $0 == 0x0A }.count == 7)
      #expect(text.utf8.filter { $0 == 0x0D }.count == 7)
      #expect(!text.utf8.contains(0))
    }
  }

  @Test(arguments: [400, 404, 405, 408, 413, 414, 417, 426, 431, 500, 501, 503, 505, 299])
  func hasAReasonForEachStatus(_ status: Int) {
    let line = encode(status).split(separator: "\r\n").first.map(String.init) ?? ""
    let words = line.split(separator: " ", maxSplits: 2)
    #expect(words.count == 3 && words[1] == "\(status)" && !words[2].isEmpty)
  }

  @Test(arguments: ["", "hello"])
  func aPreparedResponseHasTheSameContent(_ body: String) {
    let fields = [(name: "A", value: "b"), (name: "C", value: "d\r\ne")]
    let prepared = PreparedResponse(status: 200, fields: fields, body: Array(body.utf8))
    var bytes: [UInt8] = []
    let size = prepared.size(idBytes: 4)
    bytes.append(upTo: size) { prepared.write(requestID: "id-1", date: Array(date.utf8), to: &$0) }
    let lines = String(decoding: bytes, as: UTF8.self).components("\r\n")
    var expected = encode(fields: fields, body: body).components("\r\n")
    expected.insert("X-Request-ID: id-1", at: 1)
    #expect(bytes.count < size)
    #expect(lines.first == expected.first)
    #expect(lines.suffix(2) == ["", body[...]])
    #expect(Set(lines) == Set(expected) && lines.count == expected.count)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
