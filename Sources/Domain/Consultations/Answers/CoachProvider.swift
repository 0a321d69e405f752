package import Bytes
package import Coach
package import HealthModels
package import Storage

/// All that a provider may use for one answer.
package struct AnswerTurn: Sendable {
  package var userID: String
  package var consultationID: String
  package var persona: Persona
  /// What was said before, oldest first.
  package var history: [Said]
  /// What is to be answered.
  package var message: String
  /// What this provider remembered after its last answer here.
  package var memory: String
  /// What is known about the user: from every consultation and the profile, whichever was told last.
  package var facts: Facts
  package var diary: FoodDiary
}

/// One message of a consultation.
package struct Said: Sendable, Equatable {
  /// Grows from message to message.
  package var number: Int64
  /// Otherwise it is the coach's.
  package var isUser: Bool
  package var text: String

  package init(number: Int64, isUser: Bool, text: String) {
    self.number = number
    self.isUser = isUser
    self.text = text
  }
}

/// What became of an answer, beside its text.
package struct AnswerOutcome: Sendable {
  /// To be remembered in the consultation.
  package var memory: String
  /// To be remembered about the user, where that changed.
  package var facts: Facts?
  package var templates: [TemplateDraft] = []
  package var tokensUsed: Int?

  package init(memory: String, facts: Facts? = nil, templates: [TemplateDraft] = [], tokensUsed: Int? = nil) {
    self.memory = memory
    self.facts = facts
    self.templates = templates
    self.tokensUsed = tokensUsed
  }
}

/// Why an answer ended without being complete.
package enum AnswerFailure: Error, Equatable, Sendable {
  /// The user ended it.
  case stopped
  /// The model cannot be reached or refuses; the text is for the user.
  case service(String)
  /// The process ended while it was written, and it cannot be taken up again.
  case interrupted
}

/// Who writes the answers.
package protocol CoachProvider: Sendable {
  /// Writes an answer piece by piece.
  ///
  /// - Parameters:
  ///   - written: the text of an earlier run that a crash ended; the pieces go on behind it.
  ///   - emit: takes one piece; it returns once that is stored and sent, and throws `AnswerFailure.stopped` where the
  ///     user wants no more.
  /// - Throws: `AnswerFailure`.
  func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome

  /// What this provider remembers after a turn that the safety stage answered: an open question is dropped.
  func memoryWithoutQuestion(_ memory: String) -> String
}

extension CoachProvider {
  package func memoryWithoutQuestion(_ memory: String) -> String { memory }
}

/// What the coach is told about a user's meals. `App` connects it to the log.
package protocol DiarySource: Sendable {
  /// - Parameter days: how many days back, with today.
  func diary(of userID: String, days: Int) async throws -> FoodDiary
}

/// The profile of a user's account. `App` connects it to the accounts.
package protocol ProfileSource: Sendable {
  /// Returns the profile; empty if the user has none.
  func profile(of userID: String) async throws -> AccountProfile
}

/// The body profile of an account with the time of its last change.
package struct AccountProfile: Sendable, Equatable {
  /// The values, with the age as of today.
  package var body: BodyProfile
  /// The time of the last change; nil if the user never set a value.
  package var changedAt: Timestamp?

  /// Creates a profile; without arguments it is empty.
  package init(_ body: BodyProfile = BodyProfile(), changedAt: Timestamp? = nil) {
    self.body = body
    self.changedAt = changedAt
  }

  /// All facts of the profile.
  var facts: Facts { Facts(body) }

  /// Returns the facts that are newer than `moment`; nil precedes every change. The age is always returned, because it
  /// is computed and cannot be outdated.
  func facts(since moment: Timestamp?) -> Facts {
    var newer = Facts()
    if let changedAt, moment.map({ changedAt >= $0 }) ?? true { newer = facts }
    newer.body.age = body.age
    return newer
  }
}

/// Stores the allergies that users state, for all their consultations.
package protocol AllergyKeeper: Sendable {
  /// Applies a statement to what is known. Applying it again changes nothing.
  func keep(_ statement: AllergyStatement, of userID: String) async throws
}

/// Stores what the coach made in the transaction that completes the answer. `App` connects it to the templates.
package protocol TemplateStore: Sendable {
  /// - Returns: the template's id.
  func store(_ draft: TemplateDraft, userID: String, in connection: any SQLConnection) throws -> String
}
