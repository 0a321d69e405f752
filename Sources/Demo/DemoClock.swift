import Bytes
import Runtime

/// The environment of demo data: a clock that is set before each row, and ids and random bytes from a seed. Any thread.
final class DemoClock: Sendable {
  private struct State {
    var now: Timestamp
    var generator: SeededGenerator
  }

  private let state: Locked<State>

  init(_ now: Timestamp) { state = Locked(State(now: now, generator: SeededGenerator("ids"))) }

  /// Sets the time of later rows.
  func set(_ now: Timestamp) { state.withLock { $0.now = now } }

  var environment: Environment {
    Environment(
      now: { self.state.withLock { $0.now } }, newID: { self.state.withLock { $0.generator.uuid() } },
      randomBytes: { count in self.state.withLock { $0.generator.bytes(count) } })
  }
}
