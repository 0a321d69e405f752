import Bytes
import Coach
import JSONCodec

/// The state of a consultation.
enum ConsultationStatus: String, Sendable, CaseIterable {
  case pending, active, completed, abandoned, archived
}

/// One conversation of a user with the coach.
struct Consultation: Sendable, Equatable {
  /// The purpose of a consultation.
  enum Kind: String, Sendable, CaseIterable {
    /// A conversation with the coach.
    case coach
    /// The single consultation of each user that carries meal events on the legacy path
    /// (docs/api/socket-consultation.md#legacy).
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
  /// The state that the provider keeps between answers, as JSON (column `memory`); "{}" at the start.
  var dialogueState: String
  var messageCount = 0
  /// Whether a job is writing an answer, or is enqueued to write one.
  var isAnswering = false
  var completedAt: Timestamp?
  var lastMessageAt: Timestamp?
  var createdAt: Timestamp
  var updatedAt: Timestamp

  /// The topic of its events among those of the user.
  var topic: String { Self.topic(id) }

  static func topic(_ id: String) -> String { "consultation:" + id }
}

/// One message of a consultation.
struct ConsultationMessage: Sendable, Equatable {
  enum Role: String, Sendable, CaseIterable { case user, assistant, system }

  enum State: String, Sendable, CaseIterable {
    /// A message of the user that has no answer yet.
    case waiting
    /// An answer that is being written.
    case streaming
    case complete
    /// An answer that the user stopped; its text is incomplete.
    case stopped
    /// An answer that failed, or a message of the user whose answer failed.
    case failed
  }

  var id: String
  var consultationID: String
  /// Position in the consultation, from 1.
  var number: Int64
  var role: Role
  var content: String
  var state: State
  /// The id that the client assigned. Sending it again does not create another message.
  var clientID: String?
  /// The id of the message that this one answers.
  var answers: String?
  var errorCode: String?
  var tokensUsed: Int?
  var processingMilliseconds: Int?
  var createdAt: Timestamp
}
