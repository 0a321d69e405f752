import TextModels

/// The answers to acts: "yes", "why?", "another one", "shorter".
extension Dialogue {
  /// Returns the answer; nil if there is nothing that the act could refer to, or an open question takes it.
  mutating func answer(_ act: DialogueAct) -> String? {
    // A question about the answer leaves its offer open.
    if [.why, .source, .more, .shorter].contains(act) {
      (state.offer, state.pendingMeal, state.lastTopic) = (before.offer, before.pendingMeal, before.lastTopic)
    }
    switch act {
    case .yes: return before.offer.map { proceed($0) }
    case .why: return before.asked.map { Wording.join($0.reason, $0.question) } ?? source()
    case .shorter:
      if let planned = before.planned, planned != .mealPlan, before.lastTopic == planned.planTopic {
        if !utterance.has(.planLength) { state.planMinutes = max(10, (before.planMinutes ?? 50) / 2) }
        return again(planned, PlanChange(isStated: true))
      }
      return before.lastText.map(TextFormat.shortened)
    case _ where before.asked != nil: return nil
    case .no: return before.offer.map { Wording.text($0 == .log ? "no.log" : "no") }
    case .source: return source()
    case .more: return more()
    case .another where utterance.has(.shows): return nil
    case .another:
      // Topics about a plan have "dose" in their names.
      guard let planned = before.planned, before.lastTopic?.contains("dose") ?? true else { return nil }
      return again(planned, nil)
    }
  }

  private mutating func source() -> String? {
    guard let known = before.sources, !known.isEmpty else {
      return before.turns > 0 ? Wording.text("source.none") : nil
    }
    sources = known
    return Wording.text("source", ["sources": known])
  }

  func thanked() -> String {
    if utterance.has(.leaving) { return Wording.text("farewell") }
    return WordList.thanked.values.map(\.value).first { !state.isSaid($0) } ?? Wording.text("thanks")
  }

  mutating func more() -> String {
    sources = before.sources ?? []
    state.lastTopic = before.lastTopic
    if let topic = before.lastTopic.flatMap(Topic.named) {
      return topic.more.isEmpty ? Wording.text("more.end", ["source": topic.source]) : topic.more
    }
    return Wording.join(Wording.text("more.nothing"), Wording.text("examples"))
  }
}
