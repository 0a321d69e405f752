import API
import Coach
import JSONCodec

/// Parses and validates the requests about consultations, in both documented spellings
/// (docs/api/rest-consultations.md#object).
enum ConsultationInput {
  /// The members of a request for a new consultation.
  struct ConsultationDraft {
    var persona: Persona
    var initialMessage: String?
    var goalID: String?
    var contextType: String?
    var contextID: String?
    var quickAction: String?
  }

  /// The values that all clients can decode.
  private enum ContextType: String, CaseIterable { case goal, mood, insight, general }

  /// - Parameter length: the allowed length of the initial message, in characters.
  /// - Throws: `Problem` 400 with the invalid member.
  static func draft(_ fields: JSONFields, length: ClosedRange<Int>) throws -> ConsultationDraft {
    let name = try fields.optionalText("persona", "consultationType", "consultation_type", length: 1...50)
    let quick = try fields.optionalText("quick_action", "quickAction", length: 1...100)
    let action = try quick.map { id in
      guard let action = QuickAction.all.first(where: { $0.id == id }) else {
        throw fields.problem("quick_action", "one of " + QuickAction.all.map(\.id).joined(separator: ", "))
      }
      return action
    }
    guard let persona = name.map(ConsultationJSON.persona) ?? action?.persona ?? .generalWellness else {
      let allowed = Persona.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.problem("persona", "one of \(allowed)")
    }
    return ConsultationDraft(
      persona: persona,
      initialMessage: try fields.optionalText(
        "initial_message", "initialMessage", length: length) ?? action?.prompt,
      goalID: try fields.optionalText("goal_id", "goalId", length: 1...100),
      contextType: try fields.optionalChoice("context_type", "contextType", of: ContextType.self)?.rawValue,
      contextID: try fields.optionalText("context_id", "contextId", length: 1...100), quickAction: quick)
  }

  /// Parses a message and the id that the client assigned to it.
  /// - Throws: `Problem` 400 with the invalid member.
  static func message(
    _ fields: JSONFields, length: ClosedRange<Int>
  ) throws -> (text: String, clientID: String?) {
    (
      try fields.text("content", "message", length: length),
      try fields.optionalText("messageId", "message_id", "client_message_id", length: 1...100)
    )
  }
}

/// A suggested first message.
struct QuickAction: Sendable {
  var id: String
  var title: String
  var prompt: String
  var persona: Persona

  static let all = [
    QuickAction(
      id: "review_day", title: "Review my day", prompt: "How am I doing today, and what is left to my targets?",
      persona: .nutritionist),
    QuickAction(id: "review_week", title: "Review my week", prompt: "How was my week?", persona: .nutritionist),
    QuickAction(
      id: "energy_needs", title: "My energy needs", prompt: "How many calories do I need?", persona: .nutritionist),
    QuickAction(id: "meal_plan", title: "Plan my meals", prompt: "Make me a meal plan.", persona: .nutritionist),
    QuickAction(
      id: "workout_plan", title: "Plan my training", prompt: "Make me a workout plan.", persona: .fitnessCoach),
    QuickAction(
      id: "better_sleep", title: "Sleep better", prompt: "Make me a sleep routine.", persona: .wellnessSpecialist),
    QuickAction(
      id: "less_stress", title: "Less stress", prompt: "Make me a stress routine.", persona: .wellnessSpecialist),
  ]

  var json: JSONValue {
    [
      "id": .string(id), "title": .string(title), "prompt": .string(prompt), "persona": .string(persona.rawValue),
      "consultationType": .string(ConsultationJSON.type(persona)),
    ]
  }
}
