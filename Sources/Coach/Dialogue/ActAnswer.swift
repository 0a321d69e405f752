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
    case .no:
      guard before.offer != nil, before.asked == nil else { return nil }
      return before.offer == .log ? "All right, I log nothing." : "All right. Ask me whenever you like."
    case .why:
      if let asked = before.asked { return asked.reason + " " + asked.text }
      return source(before, dialogue: &dialogue)
    case .source:
      return before.asked == nil ? source(before, dialogue: &dialogue) : nil
    case .more:
      guard before.asked == nil else { return nil }
      return SmallTalk.more(&dialogue)
    case .another:
      guard before.asked == nil, let planned = before.planned,
        before.lastTopic.map(Topic.isOfPlan) ?? true
      else { return nil }
      return Answerer.answer(.again(planned, nil), &dialogue)
    case .shorter:
      if let planned = before.planned, planned != .mealPlan,
        [Topic.trainingDose, Topic.routineDose].contains(before.lastTopic)
      {
        dialogue.state.planMinutes = max(10, (before.planMinutes ?? 50) / 2)
        return Answerer.answer(.again(planned, PlanChange(Utterance("shorter"), planned)), &dialogue)
      }
      return before.lastText.map(shortened)
    }
  }

  private static func accepted(_ offer: Offer?, _ dialogue: inout Dialogue) -> String? {
    switch offer {
    case .anything, .energyNeeds: dialogue.proceed(.energyNeeds)
    case .mealPlan: dialogue.proceed(.mealPlan)
    case .workoutPlan: dialogue.proceed(.workoutPlan)
    case .routine: dialogue.proceed(.routine)
    case .log: LogAnswer.confirm(&dialogue)
    case nil: nil
    }
  }

  private static func source(_ before: DialogueState, dialogue: inout Dialogue) -> String? {
    guard let sources = before.sources, !sources.isEmpty else {
      guard before.turns > 0 else { return nil }
      return
        "There is no publication behind my last answer: it comes from your log, from what you said, or from a plain rule "
        + "of this program."
    }
    dialogue.sources = sources
    return "That rests on: \(TextFormat.list(sources, "and")). Please read it there if it matters to you."
  }

  /// Returns the first sentence, or a plan without its notes.
  private static func shortened(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    if lines.count > 2 { return lines.filter { $0.hasPrefix("- ") }.joined(separator: "\n") }
    let sentences = text.sentences
    return sentences.first ?? text
  }
}
