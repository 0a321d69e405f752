import Bytes
import Coach
import JSONCodec

/// The JSON forms of consultations and messages, with the member names of all client families
/// (docs/api/rest-consultations.md#create).
enum ConsultationJSON {
  static func consultation(_ consultation: Consultation) -> JSONValue {
    let snake: [String: JSONValue] = [
      "id": .string(consultation.id), "user_id": .string(consultation.userID),
      "kind": .string(consultation.kind.rawValue),
      "persona": .string(consultation.persona.rawValue), "status": .string(consultation.status.rawValue),
      "goal_id": .optional(consultation.goalID), "context_type": .optional(consultation.contextType),
      "context_id": .optional(consultation.contextID), "quick_action": .optional(consultation.quickAction),
      "has_context_for_goal_suggestions": .bool(consultation.goalID != nil),
      "message_count": .integer(Int64(consultation.messageCount)), "is_answering": .bool(consultation.isAnswering),
      "started_at": .string(consultation.createdAt.rfc3339),
      "completed_at": .optional(consultation.completedAt?.rfc3339),
      "last_message_at": .optional(consultation.lastMessageAt?.rfc3339),
      "created_at": .string(consultation.createdAt.rfc3339), "updated_at": .string(consultation.updatedAt.rfc3339),
    ]
    return JSONValue.object(snake).merging([
      "userId": .string(consultation.userID), "consultationType": .string(type(consultation.persona)),
      "consultation_type": .string(type(consultation.persona)),
      "messageCount": .integer(Int64(consultation.messageCount)),
      "startedAt": .string(consultation.createdAt.rfc3339), "completedAt": .optional(consultation.completedAt?.rfc3339),
      "lastMessageAt": .optional(consultation.lastMessageAt?.rfc3339),
      "createdAt": .string(consultation.createdAt.rfc3339), "updatedAt": .string(consultation.updatedAt.rfc3339),
    ])
  }

  static func message(_ message: ConsultationMessage) -> JSONValue {
    let id: JSONValue = .string(message.clientID ?? message.id)
    return [
      "id": id, "message_id": id, "messageId": id, "consultation_id": .string(message.consultationID),
      "role": .string(message.role.rawValue), "content": .string(message.content),
      "state": .string(message.state.rawValue),
      "function_name": nil, "function_args": nil, "error_code": .optional(message.errorCode),
      "tokens_used": message.tokensUsed.map { .integer(Int64($0)) } ?? .null,
      "processing_time_ms": message.processingMilliseconds.map { .integer(Int64($0)) } ?? .null,
      "created_at": .string(message.createdAt.rfc3339), "timestamp": .string(message.createdAt.rfc3339),
    ]
  }

  /// The suggested first messages, under the names of both client families.
  static let quickActions: JSONValue = {
    let actions = JSONValue.array(QuickAction.all.map(\.json))
    return ["quick_actions": actions, "quickActions": actions]
  }()

  /// Returns the name of a persona in the guides of version 0.22 (docs/api/rest-consultations.md#object).
  static func type(_ persona: Persona) -> String {
    switch persona {
    case .nutritionist: "nutrition"
    case .fitnessCoach: "workout"
    case .wellnessSpecialist: "wellness"
    case .generalWellness: "general"
    }
  }

  /// Returns the persona for either of its names.
  static func persona(_ name: String) -> Persona? {
    Persona(rawValue: name) ?? Persona.allCases.first { type($0) == name }
  }
}
