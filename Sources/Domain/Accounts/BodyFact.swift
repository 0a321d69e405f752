package import Storage

/// One field of a `BodyProfile`.
package enum BodyFact: Sendable, CaseIterable {
  case sex, age, height, weight, activity, goal, energyTarget, proteinTarget

  /// The members of a request that hold it.
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

/// Deletes facts about users that another domain knows.
package protocol ProfileObserver: Sendable {
  /// Deletes the fields that a user set to null. Called within the transaction that stores the profile.
  func forget(_ facts: Set<BodyFact>, of userID: String, in connection: any SQLConnection) throws
}
