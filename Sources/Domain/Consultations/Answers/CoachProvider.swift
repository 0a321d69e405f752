import Bytes
package import Coach
package import HealthModels
package import Storage

/// The input of a provider for one answer.
package struct AnswerTurn: Sendable {
  /// The account that the answer is for, and whose budget pays for it.
  package var userID: String
  /// The consultation of the message.
  package var consultationID: String
  /// The persona that answers.
  package var persona: Persona
  /// Earlier messages of the consultation, oldest first.
  package var history: [HistoryMessage]
  /// The message to answer.
  package var message: String
  /// The dialogue state that this provider returned with its last answer in this consultation; `{}` at the start.
  package var dialogueState: String
  /// The facts of all consultations and of the profile; of two values the newer one.
  package var facts: Facts
  /// The meals of the last seven days.
  package var diary: FoodDiary
  /// The danger that one of the last messages showed; nil if none did.
  package var recentDanger: SafetyFinding.Category?
}

/// An earlier message of a consultation.
package struct HistoryMessage: Sendable, Equatable {
  /// The position in the consultation; increases from message to message.
  package var number: Int64
  /// Whether the user wrote the message; the coach wrote all others.
  package var isUser: Bool
  /// The whole text.
  package var text: String

  /// Creates a message of the history.
  package init(number: Int64, isUser: Bool, text: String) {
    self.number = number
    self.isUser = isUser
    self.text = text
  }
}

/// The results of an answer besides its text.
package struct AnswerOutcome: Sendable {
  /// The state for the next answer in the consultation.
  package var dialogueState: String
  /// Facts about the user to store; nil if the answer changed none.
  package var facts: Facts?
  /// Facts to remove before `facts` are stored.
  package var forgotten: Set<FactName> = []
  /// The meal to log; nil for none.
  package var meal: MealInWords?
  /// The meal to remove from the log; nil for none.
  package var removedMeal: MealInWords?
  /// Templates to store for the user.
  package var templates: [TemplateDraft] = []
  /// Whether a template replaces the last one of the consultation that has the same kind.
  package var replacesTemplate = false
  /// The tokens that a language model read and wrote; nil for the built-in coach.
  package var tokensUsed: Int?

  /// Creates the outcome of a complete answer.
  package init(
    dialogueState: String, facts: Facts? = nil, forgotten: Set<FactName> = [], meal: MealInWords? = nil,
    templates: [TemplateDraft] = [], tokensUsed: Int? = nil
  ) {
    self.dialogueState = dialogueState
    self.facts = facts
    self.forgotten = forgotten
    self.meal = meal
    self.templates = templates
    self.tokensUsed = tokensUsed
  }
}

/// The reason an answer ended before it was complete.
package enum AnswerFailure: Error, Equatable, Sendable {
  /// The user stopped it.
  case stopped
  /// The model is unavailable or refused the request. The text is for the user.
  case service(String)
  /// The process ended while the answer was written, and the provider cannot continue it.
  case interrupted

  /// The error codes of failed answers.
  static let codes = ["AI_SERVICE_ERROR", "SERVER_ERROR"]
}

/// A source of answers: the built-in coach or a language model.
package protocol CoachProvider: Sendable {
  /// Writes an answer piece by piece.
  ///
  /// - Parameters:
  ///   - written: the text of an earlier run that a crash interrupted; the emitted pieces continue it.
  ///   - emit: takes one piece. It returns once the piece is stored and sent, and throws `AnswerFailure.stopped` if the
  ///     user stopped the answer.
  /// - Throws: `AnswerFailure`; any other error retries the job.
  func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome

  /// Returns the dialogue state after a turn that the safety stage answered, without its open question.
  func interrupted(_ dialogueState: String, because danger: SafetyFinding) -> String
}

extension CoachProvider {
  /// Returns the state unchanged: the provider keeps no open question.
  package func interrupted(_ dialogueState: String, because danger: SafetyFinding) -> String { dialogueState }
}

/// The diaries of users.
package protocol DiarySource: Sendable {
  /// - Parameter days: the number of days up to today, at least 1.
  func diary(of userID: String, days: Int) async throws -> FoodDiary
}

/// Diaries to which the coach adds meals. The meals service conforms to it.
package protocol DiaryStore: DiarySource {
  /// Stores a meal, which is parsed in the background, in the transaction that completes the answer.
  /// - Throws: `Problem` if the meal exceeds a limit.
  func log(_ meal: MealInWords, userID: String, in connection: any SQLConnection) throws

  /// Removes the newest meal of the user that was logged in these words, if it is still there.
  func remove(_ meal: MealInWords, userID: String, in connection: any SQLConnection) throws

  /// Wakes a parser, after the commit. Any thread.
  func logged(userID: String)
}

/// The profiles of accounts. The accounts service conforms to it.
package protocol ProfileSource: Sendable {
  /// Returns the profile of a user; empty if the user has none.
  func bodyProfile(of userID: String) async throws -> DatedBodyProfile
}

extension DatedBodyProfile {
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

/// The stored allergies and conditions of users, which hold for all their consultations.
package protocol HealthStatementStore: Sendable {
  /// Applies a statement to what is stored. Idempotent.
  func apply(_ statement: HealthStatement, of userID: String) async throws
}

/// The store of drafted templates. The templates service conforms to it.
package protocol TemplateStore: Sendable {
  /// Stores a draft in the transaction that completes the answer.
  /// - Returns: the id of the template.
  /// - Throws: `Problem` if the user has too many templates.
  func store(_ draft: TemplateDraft, userID: String, in connection: any SQLConnection) throws -> String

  /// Replaces the name, description and content of a template by those of a draft.
  /// - Returns: false if the user has no such template any more.
  /// - Throws: `Problem` if the draft exceeds a limit.
  func replace(id: String, with draft: TemplateDraft, userID: String, in connection: any SQLConnection) throws -> Bool
}
