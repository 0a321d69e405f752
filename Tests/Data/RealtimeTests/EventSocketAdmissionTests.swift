import Bytes
import HTTPServer
import JSONCodec
import Runtime
import Storage
import TestSupport
import Testing

@testable import Realtime

@Suite struct EventSocketAdmissionTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var query: [(name: String, value: String)]
    var bearer: String?
    var code: String
    var close: UInt16
  }

  static let refusals = [
    Refusal(testDescription: "no token", query: [], code: "AUTH_FAILED", close: 4401),
    Refusal(testDescription: "empty token", query: [("token", "")], code: "AUTH_FAILED", close: 4401),
    Refusal(testDescription: "wrong token", query: [("token", "eve")], code: "AUTH_FAILED", close: 4401),
    Refusal(testDescription: "other scheme", query: [], bearer: "Basic anna", code: "AUTH_FAILED", close: 4401),
    Refusal(
      testDescription: "since is no number", query: [("token", "anna"), ("since", "x")], code: "INVALID_PARAMETER",
      close: 4400),
    Refusal(
      testDescription: "since is negative", query: [("token", "anna"), ("since", "-1")], code: "INVALID_PARAMETER",
      close: 4400),
    Refusal(
      testDescription: "since is too large", query: [("token", "anna"), ("since", "9223372036854775808")],
      code: "INVALID_PARAMETER", close: 4400),
    Refusal(
      testDescription: "unknown quantity", query: [("token", "anna"), ("quantity", "words")],
      code: "INVALID_PARAMETER", close: 4400),
    Refusal(
      testDescription: "the token is judged first", query: [("since", "x")], code: "AUTH_FAILED", close: 4401),
  ]

  @Test(arguments: refusals) func refusesWithAFrameAndACloseCode(_ row: Refusal) async throws {
    let session = try await RealtimeFixture().connect(row.query, bearer: row.bearer)
    #expect(session.types == ["error"])
    #expect(session.frames.first?["error_code"]?.stringValue == row.code)
    #expect(session.closeCode == row.close)
  }

  @Test(arguments: ["Bearer anna", "bearer anna", "BEARER  anna"]) func acceptsTheTokenOfTheField(
    _ field: String
  ) async throws {
    let session = try await RealtimeFixture().connect([], bearer: field)
    #expect(session.types == ["connected"])
    #expect(session.frames.first?["user_id"]?.stringValue == "anna")
    #expect(session.closeCode == nil)
  }

  @Test func refusesTheEleventhConnectionOfAMinute() async throws {
    let fixture = try await RealtimeFixture()
    for _ in 0..<10 {
      let session = try await fixture.connect()
      #expect(session.types == ["connected"])
    }
    let refused = try await fixture.connect()
    #expect(refused.frames.first?["error_code"]?.stringValue == "RATE_LIMIT")
    #expect(refused.closeCode == 4429)
    #expect(try await fixture.connect([("token", "ben")]).types == ["connected"])
    fixture.clock.advance(by: .seconds(61))
    #expect(try await fixture.connect().types == ["connected"])
  }

  @Test func refusesAnAddressThatKeepsFailingBeforeTheUpgrade() async throws {
    let fixture = try await RealtimeFixture { $0.failuresPerMinute = 3 }
    let socket = fixture.endpoint()
    for _ in 0..<3 {
      #expect(try await socket.refusal(of: RealtimeFixture.request([])) == nil)
      _ = try await fixture.connect([("token", "eve")])
    }
    #expect(try await socket.refusal(of: RealtimeFixture.request([]))?.status == 429)
    fixture.clock.advance(by: .seconds(61))
    #expect(try await socket.refusal(of: RealtimeFixture.request([])) == nil)
  }

  @Test func aNewConnectionReplacesTheOldOne() async throws {
    let fixture = try await RealtimeFixture()
    let old = try await fixture.connect { old in
      let new = try await fixture.connect { _ in await old.until { $0.closeCode != nil } }
      #expect(new.types == ["connected"])
    }
    #expect(old.types == ["connected", "error"])
    #expect(old.frames.last?["error_code"]?.stringValue == "CONNECTION_LIMIT")
    #expect(old.closeCode == 1000)
    #expect(fixture.registry.count == 0)
  }

  @Test func thePolicyRejectKeepsTheOldOne() async throws {
    let fixture = try await RealtimeFixture { $0.limitPolicy = .reject }
    let old = try await fixture.connect { _ in
      let new = try await fixture.connect()
      #expect(new.frames.first?["error_code"]?.stringValue == "CONNECTION_LIMIT")
      #expect(new.closeCode == 4429)
    }
    #expect(old.closeCode == nil)
  }

  @Test func otherTypesOfConnectionsStay() async throws {
    let fixture = try await RealtimeFixture()
    let meals = try await fixture.connect { _ in
      _ = try await fixture.connect(type: "nutrition")
    }
    #expect(meals.types == ["connected"])
  }

  @Test func aSignOutDuringTheCheckOfTheTokenCounts() async throws {
    let fixture = try await RealtimeFixture()
    fixture.authenticator.meanwhile.withLock {
      $0 = {
        fixture.authenticator.lockedOut.withLock { _ = $0.insert("anna") }
        fixture.registry.signedOut(userID: "anna")
      }
    }
    let session = try await fixture.connect()
    #expect(session.closeCode == 4401)
    #expect(fixture.registry.count == 0)
  }

  @Test func notifiesTheObserverOfSocketEvents() async throws {
    let counts = Locked([String: Int]())
    let count: @Sendable (String) -> Void = { name in counts.withLock { $0[name, default: 0] += 1 } }
    var observer = SocketObserver()
    observer.opened = { count("opened " + $0) }
    observer.closed = { count("closed " + $0) }
    observer.sent = { count("sent " + $0) }
    observer.delivered = { count("delivered " + $0) }
    observer.authenticationFailed = { count("failed " + $0) }
    let fixture = try await RealtimeFixture(observer: observer)
    try await fixture.publish()
    _ = try await fixture.connect { await $0.until { !$0.eventIDs.isEmpty } }
    _ = try await fixture.connect([])
    #expect(
      counts.withLock { $0 } == [
        "opened meal_logs": 1, "closed meal_logs": 1, "sent meal_logs": 3, "delivered meal_log.completed": 1,
        "failed meal_logs": 1,
      ])
  }
}
