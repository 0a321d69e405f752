package import Coach
import FoundationEssentials
import HealthModels

/// The built-in coach as a provider. It streams word by word, and continues an answer after a crash, because the same
/// turn gives the same text.
package struct BuiltInProvider: CoachProvider {
  private let coach: BuiltInCoach
  private let wordInterval: Duration

  /// - Parameter wordInterval: the delay between two words.
  package init(coach: BuiltInCoach, wordInterval: Duration) {
    self.coach = coach
    self.wordInterval = wordInterval
  }

  /// Emits the answer word by word.
  package func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    var state = (try? JSONDecoder().decode(DialogueState.self, from: Data(turn.dialogueState.utf8))) ?? DialogueState()
    // The facts of the turn include those of this dialogue, with later corrections.
    state.facts = turn.facts
    let reply = coach.reply(
      to: CoachTurn(
        message: turn.message, persona: turn.persona, state: state, profile: turn.facts, diary: turn.diary,
        recentDanger: turn.recentDanger))
    // A meal that was logged since the interruption may change the text; then the stream throws `interrupted`.
    try await WordStream(interval: wordInterval).emit(reply.text, after: written, emit)
    let stored = try JSONEncoder().encode(reply.state)
    var outcome = AnswerOutcome(
      dialogueState: String(decoding: stored, as: UTF8.self), facts: reply.state.facts,
      forgotten: reply.forgotten, meal: reply.meal, templates: reply.templates)
    outcome.replacesTemplate = reply.replacesTemplate
    outcome.removedMeal = reply.removedMeal
    return outcome
  }

  /// Returns the state after a danger, without its open question.
  package func interrupted(_ dialogueState: String, because danger: SafetyFinding) -> String {
    let known = try? JSONDecoder().decode(DialogueState.self, from: Data(dialogueState.utf8))
    guard var state = dialogueState.isEmpty ? DialogueState() : known else { return dialogueState }
    state.interrupt(because: danger)
    guard let bytes = try? JSONEncoder().encode(state) else { return dialogueState }
    return String(decoding: bytes, as: UTF8.self)
  }
}
