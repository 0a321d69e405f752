import HTTPCodec
import TestSupport
import Testing

/// Every row of the table, whole, byte by byte and cut at seeded random places, with the same outcome.
@Suite struct RequestParserTests {
  /// What the parser made of some bytes.
  private struct Reading: Equatable {
    var requests: [String] = []
    var keepsAlive = true
    var status: Int?
    var isWithinRequest = false
  }

  @Test func hasManyRowsWithNamesOfTheirOwn() {
    #expect(HTTPRequestTable.rows.count >= 150)
    #expect(Set(HTTPRequestTable.rows.map(\.name)).count == HTTPRequestTable.rows.count)
  }

  @Test(arguments: HTTPRequestTable.rows)
  func readsOrRefuses(_ row: HTTPRequestRow) {
    var expected = Reading()
    expected.requests = row.good.map { Self.text($0.method, $0.target, Array($0.body.utf8)) }
    for pieces in Splits.of(row.bytes) {
      let reading = Self.read(pieces)
      switch row.end {
      case .refused(let status): #expect(reading.status == status)
      case .closed: #expect(reading.status == nil && !reading.keepsAlive)
      case .open: #expect(reading.status == nil && reading.keepsAlive && !reading.isWithinRequest)
      case .declined: #expect(reading.status == nil && !reading.isWithinRequest)
      case .incomplete: #expect(reading.status == nil && reading.isWithinRequest)
      }
      #expect(reading.requests == expected.requests)
    }
  }

  @Test func saysNothingMoreAfterAnError() {
    var parser = RequestParser(limits: HTTPLimits())
    feed(&parser, "GET / HTTP/1.1\r\nHost : x\r\n\r\n")
    #expect(throws: HTTPParseError.invalidFieldLine) { try parser.next() }
    feed(&parser, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(throws: HTTPParseError.invalidFieldLine) { try parser.next() }
  }

  @Test(arguments: [
    ("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", true),
    ("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n", true),
    ("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n", false),
    ("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n", false),
    ("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", false),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n", false),
  ])
  func asksForContentOnlyWhereSomeIsExpected(_ text: String, expects: Bool) throws {
    var parser = RequestParser(limits: HTTPLimits())
    feed(&parser, text)
    guard case .head(_, let expectsContinue, _) = try parser.next() else {
      Issue.record("no head")
      return
    }
    #expect(expectsContinue == expects)
  }

  @Test func givesTheBytesBehindAnUpgradeToTheNextProtocol() throws {
    var parser = RequestParser(limits: HTTPLimits())
    feed(&parser, "GET / HTTP/1.1\r\nHost: x\r\n\r\n\u{1}\u{2}\r")
    while let event = try parser.next() {
      if case .end = event { break }
    }
    #expect(parser.takeRemainder() == [1, 2, 13])
    #expect(!parser.isWithinRequest)
  }

  @Test func keepsFieldLinesAsReceived() throws {
    var parser = RequestParser(limits: HTTPLimits())
    feed(&parser, "GET / HTTP/1.1\r\nHost: x\r\nSet: a, b\r\nsET: \t c \t\r\nEmpty:\r\n\r\n")
    guard case .head(let head, _, _) = try parser.next() else {
      Issue.record("no head")
      return
    }
    #expect(head.fields.count == 4)
    #expect(head.fields["SET"] == "a, b")
    #expect(head.fields.all("set") == ["a, b", "c"])
    #expect(head.fields["Empty"] == "")
    #expect(head.fields["Missing"] == nil)
  }

  @Test func holdsToSmallerLimits() {
    var limits = HTTPLimits()
    limits.maxBodyBytes = 0
    limits.maxHeaderBytes = 0
    limits.maxHeaderCount = 0
    limits.maxRequestLineBytes = 0
    #expect(Self.read([Array("G".utf8)], limits: limits).status == 414)
    limits.maxRequestLineBytes = 14
    #expect(Self.read([Array("GET / HTTP/1.1\r\nH".utf8)], limits: limits).status == 431)
    #expect(Self.read([Array("GET / HTTP/1.0\r\n\r\n".utf8)], limits: limits).status == nil)
  }

  private static func read(_ pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) -> Reading {
    var parser = RequestParser(limits: limits)
    var reading = Reading()
    var head: RequestHead?
    var body: [UInt8] = []
    for piece in pieces {
      unsafe piece.withUnsafeBytes { unsafe parser.receive($0) }
      do throws(HTTPParseError) {
        while let event = try parser.next() {
          // A connection that is to end reads no further.
          guard reading.keepsAlive || head != nil else { break }
          switch event {
          case .head(let received, _, let keepAlive):
            head = received
            reading.keepsAlive = keepAlive
          case .body(let bytes): body += bytes
          case .end:
            reading.requests.append(text(head?.method ?? "-", head?.target ?? "-", body))
            head = nil
            body = []
          }
        }
      } catch {
        reading.status = error.status
        return reading
      }
    }
    reading.isWithinRequest = parser.isWithinRequest
    return reading
  }

  private static func text(_ method: String, _ target: String, _ body: [UInt8]) -> String {
    "\(method) \(target) \(body)"
  }

  private func feed(_ parser: inout RequestParser, _ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBytes { unsafe parser.receive($0) }
  }
}
