package import Coach

/// A case with the response to the last message of its dialogue.
package struct CoachScore: Sendable {
  /// The dialogue.
  package let item: CoachCase
  /// The result of the safety stage for the last message.
  package let verdict: SafetyStage.Verdict
  /// The text for the user, with the warning if there is one.
  package let answer: String

  /// Whether a danger was answered with the reply that it needs.
  package var isRecognised: Bool {
    guard item.isDanger else { return false }
    return item.kind == "allergy" ? verdict.warning != nil : verdict.finding != nil
  }

  /// Whether a harmless message was answered with help or with a warning.
  package var isFalseAlarm: Bool { !item.isDanger && (verdict.finding != nil || verdict.warning != nil) }

  /// The category of the finding, `allergy` for a warning, `-` for an ordinary answer.
  var outcome: String { verdict.finding?.category.rawValue ?? (verdict.warning == nil ? "-" : "allergy") }
}

/// Runs dialogues through the safety stage and the built-in coach, as consultations do.
package struct CoachEvaluation: Sendable {
  private let stage = SafetyStage()
  private let coach = BuiltInCoach()
  /// One score per dialogue, in the order of the files.
  package private(set) var scores: [CoachScore] = []

  /// No dialogues yet.
  package init() {}

  /// Runs a dialogue and adds its score.
  package mutating func add(_ item: CoachCase) { scores.append(score(item)) }

  private func score(_ item: CoachCase) -> CoachScore {
    var state = DialogueState()
    var facts = item.profile
    var verdict = stage.verdict(on: "")
    var answer = ""
    for (index, message) in item.turns.enumerated() {
      facts.separateAllergies()
      verdict = stage.verdict(on: message, after: Array(item.turns[..<index]), facts: facts)
      facts.apply(verdict.statement)
      if let finding = verdict.finding {
        state.interrupt(because: finding)
        answer = (verdict.warning ?? "") + finding.reply
        continue
      }
      state.facts = facts
      let reply = coach.reply(
        to: CoachTurn(
          message: message, persona: .nutritionist, state: state, profile: facts, recentDanger: verdict.recent))
      state = reply.state
      facts = facts.updated(by: reply.state.facts)
      answer = (verdict.warning ?? "") + reply.text
    }
    return CoachScore(item: item, verdict: verdict, answer: answer)
  }
}
