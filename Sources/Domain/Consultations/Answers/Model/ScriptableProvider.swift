import Coach
package import LanguageModel

/// A model that can have a script, in development.
package struct ModelScriptSource: Sendable {
  /// The model that plays the script.
  package var model: BudgetedModel
  /// Whether there is a script.
  package var isSet: @Sendable () -> Bool

  /// - Parameter isSet: read for each answer.
  package init(_ model: BudgetedModel, isSet: @escaping @Sendable () -> Bool) {
    self.model = model
    self.isSet = isSet
  }
}

/// The provider of a development server: the scripted model while it has a script, and the usual provider otherwise.
struct ScriptableProvider: CoachProvider {
  let usual: any CoachProvider
  let scripted: any CoachProvider
  let isScripted: @Sendable () -> Bool

  private var current: any CoachProvider { isScripted() ? scripted : usual }

  func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    try await current.answer(turn, after: written, emit: emit)
  }

  func interrupted(_ dialogueState: String, because danger: SafetyFinding) -> String {
    current.interrupted(dialogueState, because: danger)
  }
}
