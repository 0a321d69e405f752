import Coach

/// The safety stage in front of a provider.
///
/// A message that shows a danger is answered with the stage's reply: the provider is not called and no request reaches a
/// model. A food that conflicts with a stated allergy puts a warning before the provider's answer.
package struct SafetyGate: CoachProvider {
  private let provider: any CoachProvider
  private let allergies: any AllergyKeeper
  private let words: WordStream
  private let stage = SafetyStage()

  /// - Parameter wordInterval: the wait between two words of the gate's own text.
  package init(_ provider: any CoachProvider, allergies: any AllergyKeeper, wordInterval: Duration) {
    self.provider = provider
    self.allergies = allergies
    words = WordStream(interval: wordInterval)
  }

  package func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    var turn = turn
    turn.facts.separateAllergies()
    let earlier = turn.history.filter(\.isUser).map(\.text)
    let verdict = stage.verdict(
      on: SafetyStage.Turn(message: turn.message, earlier: earlier, facts: turn.facts))
    // Stored before the answer: an answer that fails or is stopped must not lose an allergy.
    if !verdict.statement.isEmpty { try await allergies.keep(verdict.statement, of: turn.userID) }
    if let finding = verdict.finding {
      try await words.emit(finding.reply, after: written, emit)
      return AnswerOutcome(memory: provider.memoryWithoutQuestion(turn.memory), facts: verdict.learned)
    }
    turn.facts.apply(verdict.statement)
    let rest = try await warn(verdict.warning ?? "", after: written, emit)
    return try await provider.answer(turn, after: rest, emit: emit)
  }

  package func memoryWithoutQuestion(_ memory: String) -> String { provider.memoryWithoutQuestion(memory) }

  /// Emits the warning as far as an earlier run did not.
  /// - Returns: what the provider wrote in that run.
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
