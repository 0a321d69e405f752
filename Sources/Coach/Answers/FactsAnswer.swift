import HealthModels

/// Answers about the facts that the coach knows.
enum FactsAnswer {
  /// The answer to a message that only states facts; nil if it states none.
  static func noted(_ facts: Facts) -> String? {
    let parts = parts(facts)
    return parts.isEmpty ? nil : Wording.text("facts.noted", ["facts": parts])
  }

  /// - Parameter names: the facts that are asked for; empty for all.
  static func known(_ facts: Facts, _ names: Set<FactName>) -> String {
    if !names.isEmpty {
      // The goal and the weight to reach belong together.
      let goals: Set<FactName> =
        names.isDisjoint(with: [.goal, .goalWeight]) ? [] : [.goal, .goalWeight, .energyTarget]
      var asked = facts.without(Set(FactName.allCases).subtracting(names.union(goals)))
      (asked.allergies, asked.statedAllergies) = (nil, nil)
      let parts = parts(asked)
      return Wording.text(
        parts.isEmpty ? "facts.unknown" : "facts.told",
        ["facts": parts.isEmpty ? names.map(\.rawValue).sorted() : parts])
    }
    let parts = parts(facts)
    return Wording.text(parts.isEmpty ? "facts.none" : "facts.known", ["facts": parts])
  }

  /// The answer to "forget my weight".
  static func forget(_ names: Set<FactName>, _ dialogue: inout Dialogue) -> String {
    dialogue.forgotten = names
    dialogue.state.facts = dialogue.state.facts.without(names)
    let isAll = names.count == FactName.allCases.count
    return Wording.text(isAll ? "forgotten.all" : "forgotten", ["facts": names.map(\.rawValue).sorted()])
  }

  /// The answer to "What did we talk about?".
  static func recap(_ dialogue: Dialogue) -> String {
    let noted = parts(dialogue.state.facts)
    let subjects = dialogue.state.subjects ?? []
    if subjects.isEmpty, noted.isEmpty { return Wording.text("recap.none") }
    return Wording.join(
      subjects.isEmpty ? nil : Wording.text("recap.subjects", ["subjects": subjects]),
      noted.isEmpty ? nil : Wording.text("recap.facts", ["facts": noted]))
  }

  private static func parts(_ facts: Facts) -> [String] {
    let body = facts.body
    func part(_ name: String, _ value: (any WordingValue)?) -> String? {
      value.map { Wording.text("fact." + name, ["value": $0]) }
    }
    func foods(_ name: String, _ foods: [String]) -> String? {
      foods.isEmpty ? nil : Wording.text("fact." + name, ["foods": foods])
    }
    let noAllergies = facts.allergies == nil ? nil : Wording.text("fact.allergies.none")
    return [
      part("age", body.age), body.sex?.rawValue, part("height", body.heightCentimetres),
      part("weight", body.weightKilograms), part("goal_weight", facts.goalWeightKilograms),
      part("activity", body.activity?.rawValue),
      facts.diet.map { Wording.find("fact.diet.\($0.rawValue)") ?? $0.rawValue },
      foods("excluded", facts.excludedFoods) ?? noAllergies, foods("dislikes", (facts.dislikes ?? []).sorted()),
      part("energy_target", body.energyTarget), part("protein_target", body.proteinTarget),
      body.goal.map { Wording.text("fact.goal.\($0.rawValue)") },
    ].compactMap { $0 }
  }
}
