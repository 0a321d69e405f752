package import Coach
import Foundation
import HealthModels

/// The embedded coach as a provider: it streams word by word, and takes an answer up again after a crash, because the
/// same turn gives the same text.
package struct BuiltInProvider: CoachProvider {
  private let coach: BuiltInCoach
  private let wordInterval: Duration

  /// - Parameter wordInterval: the wait between two words.
  package init(coach: BuiltInCoach, wordInterval: Duration) {
    self.coach = coach
    self.wordInterval = wordInterval
  }

  package func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    var memory = (try? JSONDecoder().decode(DialogueMemory.self, from: Data(turn.memory.utf8))) ?? DialogueMemory()
    // What was said here is among them, unless it was corrected or taken back meanwhile.
    memory.facts = turn.facts
    let reply = coach.reply(
      to: CoachTurn(
        message: turn.message, persona: turn.persona, memory: memory, profile: turn.facts, diary: turn.diary))
    // A meal logged in between may have changed the answer: then it cannot be continued.
    try await WordStream(interval: wordInterval).emit(reply.text, after: written, emit)
    let stored = try JSONEncoder().encode(reply.memory)
    return AnswerOutcome(
      memory: String(decoding: stored, as: UTF8.self), facts: reply.memory.facts, templates: reply.templates)
  }

  package func memoryWithoutQuestion(_ memory: String) -> String {
    guard var kept = try? JSONDecoder().decode(DialogueMemory.self, from: Data(memory.utf8)) else { return memory }
    kept.drop()
    guard let bytes = try? JSONEncoder().encode(kept) else { return memory }
    return String(decoding: bytes, as: UTF8.self)
  }
}
