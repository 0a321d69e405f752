import HealthModels

/// Answers about the facts that the coach knows.
extension Dialogue {
  func known() -> String {
    let names = FactName.named(in: utterance)
    if names.isEmpty {
      let parts = facts.parts
      return Wording.text(parts.isEmpty ? "facts.none" : "facts.known", ["facts": parts])
    }
    // The goal and the weight to reach belong together.
    let goals: Set<FactName> = names.isDisjoint(with: [.goal, .goalWeight]) ? [] : [.goal, .goalWeight, .energyTarget]
    var asked = facts.without(Set(FactName.allCases).subtracting(names.union(goals)))
    (asked.allergies, asked.statedAllergies) = (nil, nil)
    let parts = asked.parts
    return Wording.text(
      parts.isEmpty ? "facts.unknown" : "facts.told", ["facts": parts.isEmpty ? names.map(\.rawValue).sorted() : parts])
  }

  /// The answer to "forget my weight".
  mutating func forget(_ names: Set<FactName>) -> String {
    forgotten = names
    state.facts = state.facts.without(names)
    let isAll = names.count == FactName.allCases.count
    return Wording.text(isAll ? "forgotten.all" : "forgotten", ["facts": names.map(\.rawValue).sorted()])
  }

  /// The answer to "What did we talk about?".
  func recap() -> String {
    let noted = state.facts.parts
    let subjects = state.subjects ?? []
    if subjects.isEmpty, noted.isEmpty { return Wording.text("recap.none") }
    return Wording.join(
      subjects.isEmpty ? nil : Wording.text("recap.subjects", ["subjects": subjects]),
      noted.isEmpty ? nil : Wording.text("recap.facts", ["facts": noted]))
  }
}

extension Facts {
  /// The facts in words, for "Noted: …".
  var parts: [String] {
    func part(_ name: String, _ value: (any WordingValue)?) -> String? {
      value.map { Wording.text("fact." + name, ["value": $0]) }
    }
    func foods(_ name: String, _ foods: [String]) -> String? {
      foods.isEmpty ? nil : Wording.text("fact." + name, ["foods": foods])
    }
    let noAllergies = self.allergies == nil ? nil : Wording.text("fact.allergies.none")
    return [
      part("age", body.age), body.sex?.rawValue, part("height", body.heightCentimetres),
      part("weight", body.weightKilograms), part("goal_weight", self.goalWeightKilograms),
      part("activity", body.activity?.rawValue),
      self.diet.map { Wording.find("fact.diet.\($0.rawValue)") ?? $0.rawValue },
      foods("excluded", excludedFoods) ?? noAllergies, foods("dislikes", (self.dislikes ?? []).sorted()),
      part("energy_target", body.energyTarget), part("protein_target", body.proteinTarget),
      body.goal.map { Wording.text("fact.goal.\($0.rawValue)") },
    ].compactMap { $0 }
  }
}
