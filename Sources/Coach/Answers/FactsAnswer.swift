import HealthModels

/// Answers about the facts that the coach knows.
extension Dialogue {
  func known() -> String {
    let names = FactName.named(in: utterance)
    // The goal and the weight to reach belong together.
    let goals: Set<FactName> = names.isDisjoint(with: [.goal, .goalWeight]) ? [] : [.goal, .goalWeight, .energyTarget]
    let parts = names.isEmpty ? facts.texts() : facts.texts(names.union(goals))
    if !parts.isEmpty { return Wording.text(names.isEmpty ? "facts.known" : "facts.told", ["facts": parts]) }
    return Wording.text(names.isEmpty ? "facts.none" : "facts.unknown", ["facts": names.map(\.text).sorted()])
  }

  mutating func forget(_ names: Set<FactName>) -> String {
    reply.forgotten = names
    state.facts = state.facts.without(names)
    let isAll = names == FactName.forgettable
    return Wording.text(isAll ? "forgotten.all" : "forgotten", ["facts": names.map(\.text).sorted()])
  }

  /// The answer to "What did we talk about?".
  func recap() -> String {
    let noted = state.facts.texts()
    let subjects = state.subjects ?? []
    if subjects.isEmpty, noted.isEmpty { return Wording.text("recap.none") }
    return Wording.join(
      subjects.isEmpty ? nil : Wording.text("recap.subjects", ["subjects": subjects]),
      noted.isEmpty ? nil : Wording.text("recap.facts", ["facts": noted]))
  }
}
