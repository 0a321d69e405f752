import Bytes
import HTTPServer
import JSONCodec
import Runtime
import Storage
import TestSupport
import Testing

@testable import Realtime

@Suite struct EventSocketSessionTests {
  struct Exchange: Sendable, CustomTestStringConvertible {
    var message: String
    var answer: String
    var code: String?
    var testDescription: String { String(message.prefix(40)) }
  }

  static let exchanges = [
    Exchange(message: #"{"type":"ping"}"#, answer: "pong"),
    Exchange(message: #" {"messageId":"1","timestamp":"x","type":"pi\u006eg"}"#, answer: "pong"),
    Exchange(message: "ping", answer: "pong"),
    Exchange(message: "pings", answer: "error", code: "INVALID_JSON"),
    Exchange(message: "PING", answer: "error", code: "INVALID_JSON"),
    Exchange(message: "\"ping\"", answer: "error", code: "INVALID_MESSAGE"),
    Exchange(message: "", answer: "error", code: "INVALID_JSON"),
    Exchange(message: #"{"type":"ping"}{"type":"ping"}"#, answer: "error", code: "INVALID_JSON"),
    Exchange(message: String(repeating: "[", count: 10_000), answer: "error", code: "INVALID_JSON"),
    Exchange(
      message: #"{"type":"ping","x":""# + String(repeating: "x", count: 20_000) + #""}"#, answer: "error",
      code: "INVALID_JSON"),
    Exchange(message: "[]", answer: "error", code: "INVALID_MESSAGE"),
    Exchange(message: #"{"type":7}"#, answer: "error", code: "INVALID_MESSAGE"),
    Exchange(message: #"{"type":"authenticate"}"#, answer: "error", code: "INVALID_MESSAGE"),
    Exchange(message: #"{"type":"authenticate","token":"eve"}"#, answer: "error", code: "AUTH_FAILED"),
    Exchange(message: #"{"type":"authenticate","token":"ben"}"#, answer: "error", code: "AUTH_FAILED"),
  ]

  @Test(arguments: exchanges) func answersAndStaysOpen(_ row: Exchange) async throws {
    let session = try await RealtimeFixture().connect {
      $0.say(row.message)
      await $0.until { $0.frames.count == 2 }
      // What is not known is ignored.
      $0.say(#"{"type":"something_else"}"#)
      $0.say(#"{"type":"ping"}"#)
      await $0.until { $0.frames.count == 3 }
    }
    #expect(session.types == ["connected", row.answer, "pong"])
    #expect(session.frames[1]["error_code"]?.stringValue == row.code)
    #expect(session.frames[1]["timestamp"]?.stringValue == "2026-01-15T12:00:00Z")
    #expect(session.closeCode == nil)
  }

  @Test func worksInTheShareOfItsUser() async throws {
    let shares = Locked<[ClientShare]>([])
    var observer = SocketObserver()
    observer.opened = { _ in shares.withLock { $0.append(.current) } }
    observer.delivered = { _ in shares.withLock { $0.append(.current) } }
    let fixture = try await RealtimeFixture(observer: observer)
    // One event that was missed, and one that comes later.
    try await fixture.publish()
    _ = try await fixture.connect {
      await $0.until { $0.frames.count == 2 }
      try await fixture.publish()
      await $0.until { $0.frames.count == 3 }
    }
    #expect(shares.withLock { $0 } == [.client("anna"), .client("anna"), .client("anna")])
  }

  @Test func endsWhenTheTokenDoes() async throws {
    let fixture = try await RealtimeFixture()
    let session = try await fixture.connect([("token", "anna:60")]) {
      #expect($0.deadline == .seconds(60))
      fixture.clock.advance(by: .seconds(60))
      $0.push(.deadline)
      await $0.until { $0.closeCode != nil }
    }
    #expect(session.frames.last?["error_code"]?.stringValue == "AUTH_FAILED")
    #expect(session.closeCode == 4401)
  }

  @Test func aNewTokenExtendsTheConnection() async throws {
    let fixture = try await RealtimeFixture()
    let session = try await fixture.connect([("token", "anna:60")]) {
      $0.say(#"{"type":"authenticate","token":"anna:600"}"#)
      await $0.until { $0.frames.count == 2 }
      #expect($0.deadline == .seconds(600))
      fixture.clock.advance(by: .seconds(60))
      // The first token's deadline may have been on its way.
      $0.push(.deadline)
      await $0.until { $0.deadline == .seconds(540) }
    }
    #expect(session.types == ["connected", "authenticated"])
    #expect(session.frames.last?["expires_at"]?.stringValue == "2026-01-15T12:10:00Z")
    #expect(session.closeCode == nil)
  }

  @Test func aTokenWithEarlierExpiryDoesNotShortenTheSession() async throws {
    let session = try await RealtimeFixture().connect([("token", "anna:60")]) {
      $0.say(#"{"type":"authenticate","token":"anna:5"}"#)
      await $0.until { $0.frames.count == 2 }
    }
    #expect(session.deadline == .seconds(60))
  }

  @Test func aDistantExpiryIsWaitedForInSteps() async throws {
    let session = try await RealtimeFixture().connect([("token", "anna:\(Int64.max / 2000)")])
    #expect(session.deadline == .seconds(24 * 3600))
  }

  @Test func endsWhenIdle() async throws {
    let session = try await RealtimeFixture().connect {
      #expect($0.idleTimeout == .seconds(300))
      $0.push(.idle)
      await $0.until { $0.closeCode != nil }
    }
    #expect(session.types == ["connected", "error"])
    #expect(session.closeCode == 4408)
  }

  @Test func endsWhenTheAccountSignsOut() async throws {
    let fixture = try await RealtimeFixture()
    let session = try await fixture.connect {
      fixture.registry.signedOut(userID: "ben")
      fixture.registry.signedOut(userID: "anna")
      await $0.until { $0.closeCode != nil }
    }
    #expect(session.types == ["connected", "error"])
    #expect(session.closeCode == 1000)
  }

  @Test func endsWhenTheDatabaseFails() async throws {
    let fixture = try await RealtimeFixture()
    let session = try await fixture.connect {
      await fixture.database.close()
      $0.wake()
      await $0.until { $0.closeCode != nil }
    }
    #expect(session.frames.last?["error_code"]?.stringValue == "SERVER_ERROR")
    #expect(session.closeCode == 1011)
    #expect(fixture.registry.count == 0)
  }
}
