package import Nutrition

/// The coach that is always there: deterministic, offline, without I/O or clock.
///
/// message → facts and intent → an answer from the diary, the nutrition table, a formula or a topic → text, templates,
/// and what to remember.
package struct BuiltInCoach: Sendable {
  let kitchen: Kitchen

  package init(table: FoodTable = .builtIn, parser: (any MealParser)? = nil) {
    kitchen = Kitchen(table: table, parser: parser ?? EmbeddedMealParser(table: table))
  }

  /// Answers one message. Same turn, same answer.
  package func reply(to turn: CoachTurn) -> CoachReply {
    let utterance = Utterance(turn.message)
    var dialogue = Dialogue(turn: turn, utterance: utterance, kitchen: kitchen)
    let text = dialogue.answer()
    dialogue.memory.turns += 1
    return CoachReply(text: text, templates: dialogue.templates, memory: dialogue.memory)
  }

  /// The first words of a consultation.
  package static func greeting(_ persona: Persona) -> String {
    switch persona {
    case .nutritionist:
      "Hello! I know your meal log and the nutrition table. Ask me about a food, your day so far, or for a meal plan."
    case .fitnessCoach:
      "Hello! Tell me your goal, how many days a week you can train and with what, and I will write you a workout plan."
    case .wellnessSpecialist:
      "Hello! Tell me what you would like to improve, sleep, stress or energy for example, and we build a routine."
    case .generalWellness:
      "Hello! Ask me about food, training, sleep or stress, or let me make you a plan."
    }
  }
}
