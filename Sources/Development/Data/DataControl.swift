import API
import Runtime
package import Storage

/// Runs the work that needs the data of a server as a whole: one at a time, and none beside its replacement. Any thread.
package final class DataControl: Sendable {
  /// Replaces the data of the server. - Throws: an error after which the former data is in use.
  package typealias Replacement = @Sendable (StagedDatabase) async throws -> Void

  private struct State {
    /// nil before the start and after the end of the server.
    var replacement: Replacement?
    var isBusy = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The maximum number of requests that wait; each waits for at most a few seconds.
  private static let maxWaiting = 100

  private let state = Locked(State())

  /// The control of a server that has not started.
  package init() {}

  /// Enables `replace`. Call it once, when the server listens.
  package func connect(_ replacement: @escaping Replacement) { state.withLock { $0.replacement = replacement } }

  /// Waits for the running work. Later work is refused.
  package func end() async {
    guard (try? await begin()) != nil else { return }
    state.withLock { $0.replacement = nil }
    finish()
  }

  /// Replaces the data of the server. - Parameter stage: makes the new database, on a thread of its own.
  /// - Throws: the error of `stage` or of the replacement; `Problem` 503 if the server stops or too many requests wait.
  func replace(_ stage: @escaping @Sendable () throws -> StagedDatabase) async throws {
    try await exclusively {
      guard let replacement = self.state.withLock({ $0.replacement }) else { throw Self.stopping }
      try await replacement(try await onThread(stage))
    }
  }

  /// Runs `body` while no replacement runs. - Throws: its error, or the `Problem` of `replace`.
  func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await begin()
    defer { finish() }
    guard state.withLock({ $0.replacement != nil }) else { throw Self.stopping }
    return try await body()
  }

  private func begin() async throws {
    let isFull = state.withLock { $0.waiting.count >= Self.maxWaiting }
    guard !isFull else {
      throw Problem(
        status: 503, code: "BUSY", message: "Too many requests wait for the data. Please try again in a moment.",
        fields: ["Retry-After": "1"])
    }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isBusy { state.waiting.append(continuation) }
        defer { state.isBusy = true }
        return !state.isBusy
      }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the turn to the request that waits longest.
  private func finish() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }

  private static let stopping = Problem(
    status: 503, code: "SHUTTING_DOWN", message: "The server is stopping. Please try again in a moment.",
    fields: ["Retry-After": "5"])
}

/// Runs work that blocks on files on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try Thread(name: "snapshots") { continuation.resume(with: Result { try body() }) }.detach()
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
