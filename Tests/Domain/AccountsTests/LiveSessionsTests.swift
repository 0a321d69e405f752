import Runtime
import Testing

@testable import Accounts

@Suite struct LiveSessionsTests {
  private static let start = MonotonicInstant(nanoseconds: 5_000_000_000)

  private static func later(_ nanoseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: start.nanoseconds + nanoseconds)
  }

  private static func remembering(_ session: String = "s", of user: String = "u") -> LiveSessions {
    let sessions = LiveSessions()
    sessions.add(session, of: user, since: sessions.queryBegan(at: start))
    return sessions
  }

  @Test func keepsASessionForOneSecond() {
    let sessions = Self.remembering()
    #expect(sessions.contains("s", of: "u", at: Self.start))
    #expect(sessions.contains("s", of: "u", at: Self.later(999_999_999)))
    #expect(!sessions.contains("s", of: "u", at: Self.later(1_000_000_000)))
  }

  @Test func distinguishesSessionsAndUsers() {
    let sessions = Self.remembering()
    #expect(!sessions.contains("s", of: "other", at: Self.start))
    #expect(!sessions.contains("other", of: "u", at: Self.start))
  }

  @Test func removesAllEntriesAtASignOut() {
    let sessions = Self.remembering()
    sessions.removeAll()
    #expect(!sessions.contains("s", of: "u", at: Self.start))
  }

  /// The database may have been queried before the end of a session, and the result arrive after it.
  @Test func ignoresQueriesThatStartedBeforeASignOut() {
    let sessions = LiveSessions()
    let query = sessions.queryBegan(at: Self.start)
    sessions.removeAll()
    sessions.add("s", of: "u", since: query)
    #expect(!sessions.contains("s", of: "u", at: Self.start))
  }

  @Test func evictsOnlyExpiredEntriesAtCapacity() {
    let sessions = LiveSessions()
    for number in 0..<LiveSessions.capacity {
      sessions.add("\(number)", of: "u", since: sessions.queryBegan(at: Self.start))
    }
    sessions.add("further", of: "u", since: sessions.queryBegan(at: Self.later(1)))
    #expect(!sessions.contains("further", of: "u", at: Self.later(1)))
    #expect(sessions.contains("0", of: "u", at: Self.later(1)))
    let late = Self.later(1_000_000_000)
    sessions.add("further", of: "u", since: sessions.queryBegan(at: late))
    #expect(sessions.contains("further", of: "u", at: late))
  }
}
