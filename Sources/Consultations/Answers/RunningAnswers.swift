import Runtime

/// The answers that are being written in this process, and who wants them ended. Any thread.
package final class RunningAnswers: Sendable {
  private struct State {
    var running: Set<String> = []
    var stopped: Set<String> = []
  }

  private let state = Locked(State())

  package init() {}

  func began(_ consultationID: String) {
    state.withLock { state in
      state.running.insert(consultationID)
      state.stopped.remove(consultationID)
    }
  }

  func ended(_ consultationID: String) {
    state.withLock { state in
      state.running.remove(consultationID)
      state.stopped.remove(consultationID)
    }
  }

  /// Asks the answer to end. - Returns: false where none is being written.
  @discardableResult
  func stop(_ consultationID: String) -> Bool {
    state.withLock { state in
      guard state.running.contains(consultationID) else { return false }
      state.stopped.insert(consultationID)
      return true
    }
  }

  func isStopped(_ consultationID: String) -> Bool { state.withLock { $0.stopped.contains(consultationID) } }
}
