import Runtime
import Web

/// Serves by a closure.
struct ScriptedEndpoint: WebSocketEndpoint {
  var script: @Sendable (WebSocketSession) async -> Void

  init(_ script: @escaping @Sendable (WebSocketSession) async -> Void) { self.script = script }

  func refusal(of request: Request) async throws -> Response? { nil }

  func serve(_ session: WebSocketSession, _ request: consuming Request) async { await script(session) }
}

/// Lets nobody through until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension WebSocketConfiguration {
  /// The usual limits, changed.
  static func with(_ change: (inout WebSocketConfiguration) -> Void) -> WebSocketConfiguration {
    var configuration = WebSocketConfiguration()
    change(&configuration)
    return configuration
  }
}
