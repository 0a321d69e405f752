import HealthModels

/// A question of the coach. At most one question is open at a time; the raw value is stored.
package enum Question: String, Codable, Sendable {
  case sex, age, height, weight, activity, goal
  case goalWeight = "goal_weight"
  case energyTarget = "energy_target"
  case trainingGoal = "training_goal"
  case trainingDays = "training_days"
  case equipment, focus
  case planKind = "plan_kind"

  var text: String { Wording.text("question." + rawValue) }

  /// The answer to "why do you ask?".
  var reason: String { Wording.text("reason." + rawValue) }

  /// Whether the answer is a fact of the energy formula.
  var isOfEnergyNeeds: Bool { [.sex, .age, .height, .weight, .activity, .goal, .goalWeight].contains(self) }
}

extension Facts {
  func answer(_ question: Question) -> Bool {
    switch question {
    case .sex: body.sex != nil
    case .age: body.age != nil
    case .height: body.heightCentimetres != nil
    case .weight: body.weightKilograms != nil
    case .activity: body.activity != nil
    case .goal: body.goal != nil
    case .goalWeight: self.goalWeightKilograms != nil
    case .energyTarget: body.energyTarget != nil
    case .trainingGoal: self.trainingGoal != nil
    case .trainingDays: self.trainingDays != nil
    case .equipment: self.equipment != nil
    case .focus: self.focus != nil
    case .planKind: false
    }
  }

  var isMinor: Bool { body.age.map { $0 < 18 } ?? false }
}
