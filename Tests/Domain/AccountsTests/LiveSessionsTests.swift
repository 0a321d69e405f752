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
    sessions.remember(session, of: user, asked: sessions.question(at: start))
    return sessions
  }

  @Test func knowsASessionForASecond() {
    let sessions = Self.remembering()
    #expect(sessions.contains("s", of: "u", at: Self.start))
    #expect(sessions.contains("s", of: "u", at: Self.later(999_999_999)))
    #expect(!sessions.contains("s", of: "u", at: Self.later(1_000_000_000)))
  }

  @Test func isAskedAboutASessionAndItsUser() {
    let sessions = Self.remembering()
    #expect(!sessions.contains("s", of: "other", at: Self.start))
    #expect(!sessions.contains("other", of: "u", at: Self.start))
  }

  @Test func forgetsAllWithASignOut() {
    let sessions = Self.remembering()
    sessions.forget()
    #expect(!sessions.contains("s", of: "u", at: Self.start))
  }

  /// The database may have answered before a session was ended, and the answer come after it.
  @Test func takesNoAnswerFromBeforeASignOut() {
    let sessions = LiveSessions()
    let question = sessions.question(at: Self.start)
    sessions.forget()
    sessions.remember("s", of: "u", asked: question)
    #expect(!sessions.contains("s", of: "u", at: Self.start))
  }

  @Test func evictsOnlyExpiredEntriesAtCapacity() {
    let sessions = LiveSessions()
    for number in 0..<LiveSessions.capacity {
      sessions.remember("\(number)", of: "u", asked: sessions.question(at: Self.start))
    }
    sessions.remember("further", of: "u", asked: sessions.question(at: Self.later(1)))
    #expect(!sessions.contains("further", of: "u", at: Self.later(1)))
    #expect(sessions.contains("0", of: "u", at: Self.later(1)))
    let late = Self.later(1_000_000_000)
    sessions.remember("further", of: "u", asked: sessions.question(at: late))
    #expect(sessions.contains("further", of: "u", at: late))
  }
}
