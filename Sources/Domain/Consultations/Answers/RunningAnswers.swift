package import Cluster
import Runtime

/// The answers that this node is writing, and the requests to stop them. Any thread.
package final class RunningAnswers: Sendable {
  private struct Answer {
    var isStopped = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// Requests the end of an answer (key: the id of its consultation) that another node may be writing.
  private static let stopHint = Hint.Kind("stop-answer")

  private let answers = Locked([String: Answer]())
  private let bus: any Bus

  /// Creates an empty registry. Call it before the bus starts.
  package init(bus: any Bus) {
    self.bus = bus
    bus.receive(Self.stopHint) { [self] hint in stopLocal(hint.key) }
  }

  func began(_ consultationID: String) {
    answers.withLock { $0[consultationID] = Answer() }
  }

  func ended(_ consultationID: String) {
    let answer = answers.withLock { $0.removeValue(forKey: consultationID) }
    answer?.waiter?.resume()
  }

  /// Requests the end of an answer, on the node that is writing it.
  /// - Returns: false if this node is not writing it.
  @discardableResult
  func stop(_ consultationID: String) -> Bool {
    if stopLocal(consultationID) { return true }
    bus.send(Hint(Self.stopHint, key: consultationID))
    return false
  }

  @discardableResult
  private func stopLocal(_ consultationID: String) -> Bool {
    let answer = answers.withLock { answers in
      let answer = answers[consultationID]
      if answer != nil { answers[consultationID] = Answer(isStopped: true) }
      return answer
    }
    answer?.waiter?.resume()
    return answer != nil
  }

  func isStopped(_ consultationID: String) -> Bool { answers.withLock { $0[consultationID]?.isStopped == true } }

  /// Waits until the answer is stopped. One task waits at a time.
  /// - Throws: `AnswerFailure.stopped`; `CancellationError` if the task is cancelled or the answer has ended.
  func waitUntilStopped(_ consultationID: String) async throws -> Never {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = answers.withLock { answers in
          if Task.isCancelled || answers[consultationID]?.isStopped != false { return true }
          answers[consultationID]?.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = answers.withLock { answers in
        defer { answers[consultationID]?.waiter = nil }
        return answers[consultationID]?.waiter
      }
      waiter?.resume()
    }
    if isStopped(consultationID) { throw AnswerFailure.stopped }
    throw CancellationError()
  }
}
