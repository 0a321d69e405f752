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

  /// The length of ids that clients assign, in characters.
  static let idLength = 1...100

  /// The values that all clients can decode.
  enum ContextType: String, CaseIterable { case goal, mood, insight, general }

  /// - Parameter length: the allowed length of the initial message, in characters.
  /// - Throws: `Problem` 400 with the invalid member.
  static func draft(_ fields: JSONFields, length: ClosedRange<Int>) throws -> ConsultationDraft {
    let name = try fields.optionalText("persona", "consultationType", "consultation_type", length: 1...50)
    let quick = try fields.optionalText("quick_action", "quickAction", length: idLength)
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
      goalID: try fields.optionalText("goal_id", "goalId", length: idLength),
      contextType: try fields.optionalChoice("context_type", "contextType", of: ContextType.self)?.rawValue,
      contextID: try fields.optionalText("context_id", "contextId", length: idLength), quickAction: quick)
  }

  /// Parses a message and the id that the client assigned to it.
  /// - Throws: `Problem` 400 with the invalid member.
  static func message(
    _ fields: JSONFields, length: ClosedRange<Int>
  ) throws -> (text: String, clientID: String?) {
    (
      try fields.text("content", "message", length: length),
      try fields.optionalText("messageId", "message_id", "client_message_id", length: idLength)
    )
  }
}
