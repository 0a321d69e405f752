package import Storage

/// One of the things that a `BodyProfile` tells.
package enum BodyFact: Sendable, CaseIterable {
  case sex, age, height, weight, activity, goal, energyTarget, proteinTarget

  /// The members of a request that tell it.
  var names: [String] {
    switch self {
    case .sex: ["sex", "gender"]
    case .age: ["age"]
    case .height: ["height_cm", "heightCm"]
    case .weight: ["weight_kg", "weightKg"]
    case .activity: ["activity_level", "activityLevel"]
    case .goal: ["goal"]
    case .energyTarget: ["energy_target_kcal", "energyTargetKcal"]
    case .proteinTarget: ["protein_target_g", "proteinTargetG"]
    }
  }
}

/// Who knows things about users from elsewhere and must forget them, too.
package protocol ProfileObserver: Sendable {
  /// A user told null. Called within the transaction that stores it.
  func forget(_ facts: Set<BodyFact>, of userID: String, in connection: any SQLConnection) throws
}
