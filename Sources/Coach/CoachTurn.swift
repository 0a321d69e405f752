package import HealthModels

/// The persona that answers in a consultation; the raw value is stored and sent to clients.
package enum Persona: String, Sendable, Hashable, CaseIterable {
  case nutritionist
  case fitnessCoach = "fitness_coach"
  case wellnessSpecialist = "wellness_specialist"
  case generalWellness = "general_wellness"

  /// The kind of plan that it is asked for most, as in templates; nil if there is none.
  package var planKind: String? {
    [.nutritionist: "meal", .fitnessCoach: "workout", .wellnessSpecialist: "wellness"][self]
  }
}

/// The input of one answer of the built-in coach.
package struct CoachTurn: Sendable {
  /// The message of the user.
  package var message: String
  /// The persona that answers.
  package var persona: Persona
  /// The state after the last answer.
  package var state: DialogueState
  /// The facts from other sources. Facts of the dialogue have precedence.
  package var profile: Facts
  /// The meals that the user logged.
  package var diary: FoodDiary
  /// The danger that one of the last messages showed; nil if none did.
  package var recentDanger: SafetyFinding.Category?

  /// Creates the input of an answer; by default at the start of a dialogue with an unknown user.
  package init(
    message: String, persona: Persona, state: DialogueState = DialogueState(), profile: Facts = Facts(),
    diary: FoodDiary = FoodDiary(), recentDanger: SafetyFinding.Category? = nil
  ) {
    self.recentDanger = recentDanger
    self.message = message
    self.persona = persona
    self.state = state
    self.profile = profile
    self.diary = diary
  }
}

/// An answer of the built-in coach with its effects.
package struct CoachReply: Sendable {
  /// The text for the user.
  package var text: String
  /// The templates to store, which the text mentions.
  package var templates: [TemplateDraft] = []
  /// Whether the templates replace the last one of the consultation that has the same kind.
  package var replacesTemplate = false
  /// The meal to log, which the user confirmed.
  package var meal: MealInWords?
  /// The meal that was logged from this consultation, and that the user wants to be removed or replaced.
  package var removedMeal: MealInWords?
  /// The facts that the user wants to be forgotten.
  package var forgotten: Set<FactName> = []
  /// Whether the text states that the coach has no answer.
  package var isFallback = false
  /// The state for the next turn.
  package var state: DialogueState
}
