package import Bytes
import Runtime

/// A clock that a test moves, with identifiers that count up.
package final class ManualClock: Sendable {
  private let state: Locked<(now: Timestamp, nextID: Int)>

  /// - Parameter start: RFC 3339.
  package init(_ start: String = "2026-01-15T12:00:00Z") {
    state = Locked((Timestamp(rfc3339: start) ?? Timestamp(seconds: 0), 1))
  }

  /// The current time of the clock.
  package var now: Timestamp { state.withLock { $0.now } }

  /// Moves the clock forward.
  package func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  /// The environment of the code under test.
  package var environment: Environment {
    Environment(
      now: { self.now },
      newID: {
        let number = self.state.withLock { state in
          state.nextID += 1
          return state.nextID
        }
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
      },
      randomBytes: { count in
        let id = self.state.withLock { state in
          state.nextID += 1
          return state.nextID
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: id &* 31 &+ $0) }
      })
  }
}
