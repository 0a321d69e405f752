import Bytes
import Coach
import JSONCodec

/// What became of a consultation.
enum ConsultationStatus: String, Sendable, CaseIterable {
  case pending, active, completed, abandoned, archived
}

/// One dialogue of a user with the coach.
struct Consultation: Sendable, Equatable {
  /// Why there is one.
  enum Kind: String, Sendable {
    case coach
    /// The one of each user that carries meal news on the legacy path (wire contract C6).
    case mealTracking = "meal_tracking"
  }

  var id: String
  var userID: String
  var kind: Kind
  var persona: Persona
  var status: ConsultationStatus
  var goalID: String?
  var contextType: String?
  var contextID: String?
  var quickAction: String?
  /// What the coach remembers (`DialogueMemory` as JSON); "{}" at the start.
  var memory: String
  var messageCount = 0
  /// Whether a job is writing an answer, or about to.
  var isAnswering = false
  var completedAt: Timestamp?
  var lastMessageAt: Timestamp?
  var createdAt: Timestamp
  var updatedAt: Timestamp

  /// Where its events stand among those of the user.
  var topic: String { Self.topic(id) }

  static func topic(_ id: String) -> String { "consultation:" + id }
}

/// What was said once.
struct ConsultationMessage: Sendable, Equatable {
  enum Role: String, Sendable { case user, assistant, system }

  enum State: String, Sendable {
    /// A user's message without an answer.
    case waiting
    /// An answer that is being written.
    case streaming
    case complete
    /// An answer that the user ended; its text is what was written until then.
    case stopped
    /// An answer that failed; of the user's message, that its answer did.
    case failed
  }

  var id: String
  var consultationID: String
  /// Position in the consultation, from 1.
  var number: Int64
  var role: Role
  var content: String
  var state: State
  /// How the client calls its message; sending it again is the same message.
  var clientID: String?
  /// The message that this one answers.
  var answers: String?
  var errorCode: String?
  var tokensUsed: Int?
  var processingMilliseconds: Int?
  var createdAt: Timestamp
}
