package import LanguageModel
import Runtime

/// A language model that answers with the steps of a script, in place of an endpoint. Any thread.
///
/// Unlike the client of an endpoint it does not repeat a failed request: a step is one answer.
package final class ScriptedModel: ChatModel, Sendable {
  /// The state of a script.
  struct Progress: Sendable {
    var script: ModelScript
    /// Whether each step was played, since the script began or began again.
    var isPlayed: [Bool]
    /// The number of answers so far.
    var answers = 0

    init(_ script: ModelScript) {
      self.script = script
      isPlayed = Array(repeating: false, count: script.steps.count)
    }

    /// Takes the first step that was not played and answers `message`. - Returns: nil if there is none.
    mutating func next(_ message: String) -> ModelStep? {
      answers += 1
      if let step = takeFirst(message) { return step }
      guard script.isRepeated else { return nil }
      isPlayed = Array(repeating: false, count: script.steps.count)
      return takeFirst(message)
    }

    private mutating func takeFirst(_ message: String) -> ModelStep? {
      guard let index = script.steps.indices.first(where: { !isPlayed[$0] && script.steps[$0].answers(message) })
      else { return nil }
      isPlayed[index] = true
      return script.steps[index]
    }
  }

  /// The answer to a message without a step.
  static let missing = ModelStep(text: "The script of the model has no step for this message.")
  /// The answer to a request for a summary of earlier messages, which takes no step.
  private static let summary = ModelStep(text: "Earlier messages.")

  private let progress = Locked<Progress?>(nil)
  private let timeouts: ModelTimeouts

  /// A model without a script. - Parameter timeouts: of the client of an endpoint, which the script observes as well.
  package init(timeouts: ModelTimeouts) { self.timeouts = timeouts }

  /// Whether there is a script.
  package var isSet: Bool { progress.withLock { $0 != nil } }

  /// The state of the script; nil if there is none.
  var current: Progress? { progress.withLock { $0 } }

  /// Replaces the script. Running answers continue with their step. - Parameter script: nil for none.
  func set(_ script: ModelScript?) {
    let new = script.map { Progress($0) }
    progress.withLock { $0 = new }
  }

  /// Plays the next step.
  package func answer(
    to request: ChatRequest, each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    let step = request.isSummary ? Self.summary : progress.withLock { $0?.next(request.lastUserText) } ?? Self.missing
    return try await play(step, until: .now + timeouts.total, each)
  }

  private func play(
    _ step: ModelStep, until deadline: ContinuousClock.Instant, _ each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    var completion = ChatCompletion()
    let tokens = step.tokens
    for (index, token) in tokens.enumerated() {
      try await interrupt(step, at: index, until: deadline)
      try await each(.text(token))
      completion.text += token
      if let rate = step.tokensPerSecond { try await Self.sleep(.seconds(1 / rate), until: deadline) }
    }
    try await interrupt(step, at: tokens.count, isEnd: true, until: deadline)
    if let failure = step.failure { throw LanguageModelError(status: failure.status, code: failure.code) }
    if let call = step.call {
      completion.toolCalls = [ToolCall(id: "call_1", name: call.name, arguments: call.arguments)]
      completion.finish = .toolCalls
    }
    return completion
  }

  /// Stalls or breaks the answer after `index` tokens, if the step says so. - Parameter isEnd: whether no token follows.
  private func interrupt(
    _ step: ModelStep, at index: Int, isEnd: Bool = false, until deadline: ContinuousClock.Instant
  ) async throws {
    if let stall = step.stall, stall.after == index || isEnd && stall.after > index {
      let limit = index == 0 ? timeouts.firstByte : timeouts.betweenBytes
      let silence = Duration.seconds(stall.seconds)
      try await Self.sleep(min(silence, limit), until: deadline)
      if silence >= limit { throw LanguageModelError.timedOut(index == 0 ? .firstByte : .betweenBytes) }
    }
    if let end = step.breakAfter, end == index || isEnd && end > index { throw LanguageModelError.brokenStream }
  }

  private static func sleep(_ duration: Duration, until deadline: ContinuousClock.Instant) async throws {
    guard .now + duration < deadline else {
      try await Task.sleep(until: deadline, clock: .continuous)
      throw LanguageModelError.timedOut(.total)
    }
    try await Task.sleep(for: duration)
  }
}

extension ChatRequest {
  /// The last message of the user.
  fileprivate var lastUserText: String {
    for case .user(let text) in messages.reversed() { return text }
    return ""
  }

  /// Whether the coach asks for a summary: it offers no tools, and no tool has answered.
  fileprivate var isSummary: Bool {
    if case .tool = messages.last { return false }
    return tools.isEmpty
  }
}
