/// The answers to acts: "yes", "why?", "another one", "shorter".
enum ActAnswer {
  /// Returns the answer; nil if there is nothing that the act could refer to, or an open question takes it.
  static func text(_ act: DialogueAct, _ dialogue: inout Dialogue) -> String? {
    let before = dialogue.turn.state
    // A question about the answer leaves its offer open.
    if [.why, .source, .more, .shorter].contains(act) {
      dialogue.state.offer = before.offer
      dialogue.state.pendingMeal = before.pendingMeal
      dialogue.state.lastTopic = before.lastTopic
    }
    switch act {
    case .yes: return accepted(before.offer, &dialogue)
    case .why:
      if let asked = before.asked { return Wording.join(asked.reason, asked.text) }
      return source(before, &dialogue)
    case .shorter:
      if let planned = before.planned, planned != .mealPlan,
        [Topic.trainingDose, Topic.routineDose].contains(before.lastTopic)
      {
        dialogue.state.planMinutes = max(10, (before.planMinutes ?? 50) / 2)
        return Answerer.answer(.again(planned, PlanChange(Utterance("shorter"), planned)), &dialogue)
      }
      return before.lastText.map(shortened)
    case _ where before.asked != nil: return nil
    case .no: return before.offer.map { Wording.text($0 == .log ? "no.log" : "no") }
    case .source: return source(before, &dialogue)
    case .more: return Answerer.more(&dialogue)
    case .another:
      guard let planned = before.planned, before.lastTopic.map(Topic.isOfPlan) ?? true else { return nil }
      return Answerer.answer(.again(planned, nil), &dialogue)
    }
  }

  private static func accepted(_ offer: Offer?, _ dialogue: inout Dialogue) -> String? {
    switch offer {
    case nil: nil
    case .log: LogAnswer.confirm(&dialogue)
    case .anything: dialogue.proceed(.energyNeeds)
    case let offer?: DialogueTask(rawValue: offer.rawValue).map { dialogue.proceed($0) }
    }
  }

  private static func source(_ before: DialogueState, _ dialogue: inout Dialogue) -> String? {
    guard let sources = before.sources, !sources.isEmpty else {
      return before.turns > 0 ? Wording.text("source.none") : nil
    }
    dialogue.sources = sources
    return Wording.text("source", ["sources": sources])
  }

  /// Returns the first sentence, or a plan without its notes.
  private static func shortened(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    if lines.count > 2 { return lines.filter { $0.hasPrefix("- ") }.joined(separator: "\n") }
    return text.sentences.first ?? text
  }
}
