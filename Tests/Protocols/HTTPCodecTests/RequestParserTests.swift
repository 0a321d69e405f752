import HTTPCodec
import TestSupport
import Testing

/// Tests of each row of the table: whole, byte by byte and split at seeded random positions, with equal results.
@Suite struct RequestParserTests {
  /// The result of parsing some bytes.
  private struct Reading: Equatable {
    var requests: [String] = []
    var keepsAlive = true
    var status: Int?
    var isWithinRequest = false
  }

  @Test func hasManyRowsWithUniqueNames() {
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

  /// RFC 9110 §5.6.2 for names, §5.5 for values.
  @Test(arguments: 0...255)
  func takesTheBytesOfTheGrammarInNamesAndValues(_ byte: UInt8) {
    let isVisible = byte > 0x20 && byte < 0x7F
    let isToken = isVisible && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    // A colon ends the name.
    let inName = Self.read([Array("GET / HTTP/1.1\r\nHost: a\r\nx".utf8) + [byte] + Array("y: b\r\n\r\n".utf8)])
    #expect((inName.status == nil) == (isToken || byte == UInt8(ascii: ":")))
    for length in [0, 1, 7, 8, 20] {
      let before = Array("GET / HTTP/1.1\r\nHost: a\r\nX: b".utf8) + [UInt8](repeating: 0x62, count: length)
      let inValue = Self.read([before + [byte] + Array("b\r\n\r\n".utf8)])
      #expect((inValue.status == nil) == (byte == 0x09 || byte >= 0x20 && byte != 0x7F))
    }
  }

  /// A repeated request line is not parsed again; a longer or similar one is.
  @Test func readsEachRequestLineOfAConnection() {
    let long = "/" + String(repeating: "a", count: 300)
    let targets = ["/a", "/a", "/b", "/ab", "/a", long, long, "/a?b", "/a%20", "/a%20", "/a"]
    let bytes = targets.flatMap { Array("GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n".utf8) }
    let reading = Self.read([bytes])
    #expect(reading.requests == targets.map { Self.text("GET", $0, []) })
  }

  /// The result does not depend on the split, also for damaged requests.
  @Test func parsesDamagedRequestsAlikeForEverySplit() {
    var generator = SeededGenerator(seed: 20)
    for row in HTTPRequestTable.rows where (1...400).contains(row.bytes.count) {
      for seed in UInt64(0)..<12 {
        var bytes = row.bytes
        for _ in 0...Int.random(in: 0...2, using: &generator) { Self.damage(&bytes, &generator) }
        let readings = Splits.of(bytes, randomTries: 2, seed: seed).map { Self.read($0) }
        #expect(readings.allSatisfy { $0 == readings.first }, "\(row): \(bytes)")
      }
    }
  }

  /// Replaces, removes, inserts or repeats bytes at a random position.
  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let signs = Array("\r\n\0 \t:;,=\"0159afFx#%/*".utf8) + [0x0B, 0x7F, 0x80, 0xFF]
    let sign = signs[Int.random(in: 0..<signs.count, using: &generator)]
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0 where place < bytes.count: bytes[place] = sign
    case 1 where place < bytes.count: bytes.remove(at: place)
    case 2:
      let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    default: bytes.insert(sign, at: place)
    }
  }

  @Test func parsesNothingAfterAnError() {
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
  func sendsContinueOnlyIfContentIsExpected(_ text: String, expects: Bool) throws {
    var parser = RequestParser(limits: HTTPLimits())
    feed(&parser, text)
    guard case .head(_, let expectsContinue, _) = try parser.next() else {
      Issue.record("no head")
      return
    }
    #expect(expectsContinue == expects)
  }

  @Test func keepsTheBytesAfterAnUpgrade() throws {
    var parser = RequestParser(limits: HTTPLimits())
    feed(&parser, "GET / HTTP/1.1\r\nHost: x\r\n\r\n\u{1}\u{2}\r")
    while let event = try parser.next() {
      if case .end = event { break }
    }
    let remainder = parser.takeRemainder()
    let isWithinRequest = parser.isWithinRequest
    #expect(remainder == [1, 2, 13])
    #expect(!isWithinRequest)
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

  @Test func enforcesSmallerLimits() {
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
          switch event {
          case .head(let received, _, let keepAlive):
            head = received
            reading.keepsAlive = keepAlive
          case .body(let bytes): body += bytes
          case .end:
            reading.requests.append(text(head?.line.method ?? "-", head?.line.target.text ?? "-", body))
            head = nil
            body = []
            // A connection that is not persistent parses no further request.
            if !reading.keepsAlive { return reading }
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
