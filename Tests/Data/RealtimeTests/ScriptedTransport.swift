import HTTPServer
import JSONCodec
import Runtime

@testable import Realtime

/// A session whose events a test gives and whose frames it reads.
final class ScriptedTransport: SocketTransport {
  struct Close: Equatable {
    var code: UInt16
  }

  private struct State {
    var events: [SessionEvent] = []
    var frames: [JSONValue] = []
    var close: Close?
    var ended = false
    var drains = true
    var deadline: Duration?
    var idleTimeout: Duration?
    var lastActive = ContinuousClock.now
    var reader: CheckedContinuation<Void, Never>?
    /// Counts changes.
    var revision = 0
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  // MARK: - For tests

  func say(_ text: String) { push(.message(Array(text.utf8), isBinary: false)) }

  func push(_ event: SessionEvent) {
    change { if event != .woken || !$0.events.contains(.woken) { $0.events.append(event) } }
  }

  /// The peer went away.
  func end() { change { $0.ended = true } }

  /// From now on nothing reaches the kernel.
  func stall() { change { $0.drains = false } }

  func wasActive(_ age: Duration, before now: ContinuousClock.Instant) { change { $0.lastActive = now - age } }

  var frames: [JSONValue] { state.withLock { $0.frames } }
  var types: [String] { frames.compactMap { $0["type"]?.stringValue } }
  var eventIDs: [Int64] { frames.compactMap { $0["event_id"]?.integerValue } }
  var closeCode: UInt16? { state.withLock { $0.close?.code } }
  var deadline: Duration? { state.withLock { $0.deadline } }
  var idleTimeout: Duration? { state.withLock { $0.idleTimeout } }

  /// Returns once `condition` holds; it is asked again after every change.
  func until(_ condition: @Sendable (ScriptedTransport) -> Bool) async {
    while true {
      let before = state.withLock { $0.revision }
      if condition(self) { return }
      await withCheckedContinuation { continuation in
        let changed = state.withLock { state in
          guard state.revision == before else { return true }
          state.watchers.append(continuation)
          return false
        }
        if changed { continuation.resume() }
      }
    }
  }

  // MARK: - SocketTransport

  var lastActivity: ContinuousClock.Instant { state.withLock { $0.lastActive } }

  let queuedBytes = 0

  func next() async -> SessionEvent? {
    while true {
      let (event, over): (SessionEvent?, Bool) = state.withLock { state in
        if state.close != nil { return (nil, true) }
        if !state.events.isEmpty { return (state.events.removeFirst(), false) }
        return (nil, state.ended)
      }
      if event != nil || over { return event }
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state in
          guard state.events.isEmpty, !state.ended, state.close == nil else { return true }
          state.reader = continuation
          return false
        }
        if ready { continuation.resume() }
      }
    }
  }

  func send(_ text: [UInt8]) {
    let frame = (try? JSONValue(parsing: text)) ?? .null
    change { if $0.close == nil { $0.frames.append(frame) } }
  }

  func sendSync(_ text: [UInt8]) { send(text) }

  func drained() -> Bool { state.withLock { $0.drains && $0.close == nil } }
  func close(_ code: UInt16, _ reason: String) { change { $0.close = $0.close ?? Close(code: code) } }
  func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) { change { $0.idleTimeout = timeout } }
  func setDeadline(after delay: Duration?) { change { $0.deadline = delay } }
  func wake() { push(.woken) }
  func notify(_ notification: SessionNotification) { push(.notification(notification)) }

  private func change(_ body: @Sendable (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      state.revision += 1
      let waiting = state.watchers + [state.reader].compactMap { $0 }
      state.watchers = []
      state.reader = nil
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
