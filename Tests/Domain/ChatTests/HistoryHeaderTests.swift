import HTTPServer
import JSONCodec
import TestSupport
import Testing

@testable import Chat

/// The body of a history is a bare array; whether there is more stands in its header fields.
@Suite struct HistoryHeaderTests {
  private static func ids(_ answer: WireResponse) -> [Int64] {
    answer.json?.arrayValue?.compactMap { $0["message_id"]?.integerValue } ?? []
  }

  /// The address of the next page, without `/api`.
  private static func next(_ answer: WireResponse) throws -> String? {
    guard let link = answer["Link"] else { return nil }
    let match = try #require(link.wholeMatch(of: #/</api(/[^>]*)>; rel="next"/#), "\(link)")
    return String(match.1)
  }

  @Test(arguments: [
    ("/messages/general", false), ("/messages/general?limit=6", false), ("/messages/general?limit=5", true),
    ("/messages/general?before=3", false), ("/messages/general?before=4&limit=2", true),
    ("/messages/general?after=0&limit=6", false), ("/messages/general?after=0&limit=5", true),
    ("/messages/general?after=2&before=5&limit=2", false), ("/messages/general?after=2&before=5&limit=1", true),
    ("/messages/general?after=2&limit=4", false), ("/messages/general?after=2&limit=3", true),
    ("/messages/general/recent", false), ("/messages/general/recent?limit=1", true),
    ("/messages/general/search?q=x", false), ("/messages/general/search?q=x&limit=5", true),
    ("/rooms/general/search?q=x&limit=6", false), ("/rooms/general/search?q=x3&limit=1", false),
  ])
  func reportsWhetherThereIsMore(path: String, hasMore: Bool) async throws {
    try await ChatFixture.run { chat in
      for number in 1...6 { try chat.post("x\(number)") }
      let answer = try chat.send("GET", path)
      #expect(answer.json?.arrayValue != nil)
      #expect(answer["X-Has-More"] == (hasMore ? "true" : "false"))
      #expect((answer["Link"] != nil) == hasMore)
    }
  }

  @Test(arguments: [
    ("/messages/general?limit=2", false), ("/messages/1/recent?limit=3", false), ("/messages/1?after=0&limit=2", true),
    ("/messages/1?before=8&after=1&limit=2", true), ("/messages/1/search?q=x&limit=2", false),
    ("/rooms/general/search?query=%58&limit=2&after=1", false),
  ])
  func theLinksLeadThroughEveryMessageOnce(path: String, isForward: Bool) async throws {
    try await ChatFixture.run(
      { $0.searchDepth = 3 },
      { chat in
        for number in 1...9 { try chat.post("x\(number)") }
        _ = try chat.send("DELETE", "/messages/1/5")
        var pages: [[Int64]] = []
        var next: String? = path
        while let address = next, pages.count < 20 {
          let answer = try chat.send("GET", address)
          #expect(answer.status == 200, "\(address)")
          pages.append(Self.ids(answer))
          next = try Self.next(answer)
        }
        let seen = isForward ? pages.flatMap { $0 } : pages.reversed().flatMap { $0 }
        let first: Int64 = path.contains("after=1") ? 2 : 1
        let last: Int64 = path.contains("before=8") ? 7 : 9
        #expect(seen == (first...last).filter { $0 != 5 }, "\(pages)")
      })
  }

  /// A search that found nothing within its depth has a next page.
  @Test func aSearchThatReachedItsDepthHasANextPage() async throws {
    try await ChatFixture.run(
      { $0.searchDepth = 3 },
      { chat in
        for text in ["needle", "a", "b", "c", "d", "e", "f"] { try chat.post(text) }
        var answer = try chat.send("GET", "/messages/1/search?q=needle")
        #expect(Self.ids(answer).isEmpty && answer["X-Has-More"] == "true")
        for _ in 0..<2 { answer = try chat.send("GET", try #require(try Self.next(answer))) }
        #expect(Self.ids(answer) == [1] && answer["X-Has-More"] == "false")
        // A position beyond the newest message is the end, however far.
        let beyond = try chat.send("GET", "/messages/1/search?q=f&before=4611686018427387904")
        #expect(Self.ids(beyond) == [7])
      })
  }

  /// A page that ends because of its size has more, too.
  @Test func reportsMoreResultsIfAPageReachesItsSizeLimit() async throws {
    try await ChatFixture.run(
      { $0.maxContent = 20_000 },
      { chat in
        let text = String(repeating: "\u{1F469}", count: 15_000)
        for _ in 0..<40 { try chat.post(text) }
        let answer = try chat.send("GET", "/messages/1")
        #expect(Self.ids(answer).count < 40 && answer["X-Has-More"] == "true")
        #expect(try Self.next(answer) == "/messages/1?limit=500&before=\(Self.ids(answer)[0])")
      })
  }

  @Test func theAddressKeepsTheRoomAsItWasNamed() async throws {
    try await ChatFixture.run { chat in
      let name = "a/search>\"; Ä"
      #expect(try chat.send("POST", "/rooms", ["name": .string(name)]).status == 200)
      for number in 1...2 { try chat.post("x\(number)", in: "2") }
      let path = "/messages/a%2Fsearch%3E%22%3B%20%C3%84"
      let answer = try chat.send("GET", path + "?limit=1")
      #expect(answer.status == 200)
      #expect(try Self.next(answer) == path + "?limit=1&before=2")
      let search = try chat.send("GET", path + "/search?limit=1&q=X%26limit%3D")
      #expect(search.status == 200 && search["X-Has-More"] == "false")
    }
  }

  @Test func aPhraseStaysOnePhrase() async throws {
    try await ChatFixture.run { chat in
      for _ in 0..<2 { try chat.post("x&before=1>") }
      let answer = try chat.send("GET", "/messages/1/search?limit=1&q=x%26before%3D1%3E")
      #expect(try Self.next(answer) == "/messages/1/search?q=x%26before%3D1%3E&limit=1&before=2")
      #expect(Self.ids(try chat.send("GET", try #require(try Self.next(answer)))) == [1])
    }
  }

  /// 200 characters of 8 bytes are 4,800 bytes of an address.
  @Test func anAddressThatIsTooLongIsLeftOut() async throws {
    try await ChatFixture.run { chat in
      for _ in 0..<2 { try chat.post(String(repeating: "e\u{301}\u{302}\u{303}\u{304}", count: 1000)) }
      let short = String(repeating: "e%CC%81%CC%82%CC%83%CC%84", count: 10)
      #expect(try chat.send("GET", "/messages/1/search?limit=1&q=\(short)")["Link"] != nil)
      let long = String(repeating: "e%CC%81%CC%82%CC%83%CC%84", count: 170)
      let answer = try chat.send("GET", "/messages/1/search?limit=1&q=\(long)")
      #expect(answer.status == 200 && answer["X-Has-More"] == "true" && answer["Link"] == nil)
    }
  }
}
