import HealthModels

/// A fact that can be forgotten; the raw value is its name for the user.
package enum FactName: String, Sendable, CaseIterable {
  case weight, height, age, sex, activity, goal, diet, dislikes, equipment
  case goalWeight = "goal weight"
  case energyTarget = "targets"
  case training = "training days"

  /// Returns the facts that the user wants to be forgotten: "forget my weight", "forget everything about me". nil: none.
  static func forgotten(_ utterance: Utterance) -> Set<FactName>? {
    guard utterance.has("forget", "delete my", "remove my", "erase my", "clear my", "you dont need to know"),
      !utterance.has(.aboutLog)
    else { return nil }
    if utterance.has("everything", "all my facts", "all about me", "what you know", "my data") {
      return Set(allCases)
    }
    let named = named(in: utterance)
    return named.isEmpty ? nil : named
  }

  static func named(in utterance: Utterance) -> Set<FactName> {
    var facts = Set(utterance.values(.forgettable).compactMap(FactName.init(rawValue:)))
    // "Goal weight" is not the weight.
    if facts.contains(.goalWeight) { facts.subtract([.weight, .goal]) }
    if facts.contains(.energyTarget) { facts.remove(.goal) }
    return facts
  }
}

extension Facts {
  /// Returns these facts without some of them.
  package func without(_ names: Set<FactName>) -> Facts {
    var facts = self
    for name in names {
      switch name {
      case .weight: facts.body.weightKilograms = nil
      case .height: facts.body.heightCentimetres = nil
      case .age: facts.body.age = nil
      case .sex: facts.body.sex = nil
      case .activity: facts.body.activity = nil
      case .goal: (facts.body.goal, facts.goalWeightKilograms) = (nil, nil)
      case .diet: facts.diet = nil
      case .dislikes: facts.dislikes = nil
      case .equipment: facts.equipment = nil
      case .goalWeight: facts.goalWeightKilograms = nil
      case .energyTarget: facts.body.clear([.energyTarget, .proteinTarget])
      case .training: (facts.trainingDays, facts.trainingGoal) = (nil, nil)
      }
    }
    return facts
  }
}
