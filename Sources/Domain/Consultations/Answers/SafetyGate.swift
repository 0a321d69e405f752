package import Coach
package import HealthModels

/// A provider that runs the safety stage before another provider.
///
/// A message that shows a danger is answered with the reply of the stage: the provider is not called, and no request is
/// sent to a model. If a message names a food that conflicts with a stated allergy or condition, a warning precedes the provider's
/// answer.
package struct SafetyGate: CoachProvider {
  private let provider: any CoachProvider
  private let statements: any HealthStatementStore
  private let words: WordStream
  private let numbers: HelpNumbers
  private let stage = SafetyStage()

  /// - Parameters:
  ///   - wordInterval: the delay between two words of the gate's own text.
  ///   - numbers: named before each reply.
  package init(
    _ provider: any CoachProvider, statements: any HealthStatementStore, wordInterval: Duration,
    numbers: HelpNumbers = HelpNumbers()
  ) {
    self.numbers = numbers
    self.provider = provider
    self.statements = statements
    words = WordStream(interval: wordInterval)
  }

  /// Emits the reply of the safety stage, or else a warning, if there is one, and the answer of the provider.
  package func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    var turn = turn
    turn.facts.separateAllergies()
    let earlier = turn.history.filter(\.isUser).map(\.text)
    let verdict = stage.verdict(on: turn.message, after: earlier, facts: turn.facts)
    // Stored before the answer, so that an answer that fails or is stopped does not lose them.
    if !verdict.statement.isEmpty { try await statements.apply(verdict.statement, of: turn.userID) }
    if let finding = verdict.finding {
      try await words.emit((verdict.warning ?? "") + finding.reply(numbers), after: written, emit)
      let state = provider.interrupted(turn.dialogueState, because: finding)
      return AnswerOutcome(dialogueState: state, facts: verdict.learned)
    }
    turn.facts.apply(verdict.statement)
    turn.recentDanger = verdict.recent
    let rest = try await warn(verdict.warning ?? "", after: written, emit)
    return try await provider.answer(turn, after: rest, emit: emit)
  }

  /// Returns the state of the provider after a danger, without its open question.
  package func interrupted(_ dialogueState: String, because danger: SafetyFinding) -> String {
    provider.interrupted(dialogueState, because: danger)
  }

  /// Emits the part of the warning that an earlier run did not emit.
  /// - Returns: the text that the provider wrote in that run.
  /// - Throws: `AnswerFailure.interrupted` if that run emitted another warning.
  private func warn(
    _ warning: String, after written: String, _ emit: (String) async throws -> Void
  ) async throws -> String {
    let known = written.utf8.count
    guard known >= warning.utf8.count else {
      try await words.emit(warning, after: written, emit)
      return ""
    }
    guard Array(written.utf8).starts(with: warning.utf8) else { throw AnswerFailure.interrupted }
    return String(decoding: Array(written.utf8).dropFirst(warning.utf8.count), as: UTF8.self)
  }
}
