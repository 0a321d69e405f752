/// The body and the goals of a user. Every value is optional, because no answer needs all of them.
///
/// The coded form is part of the stored facts of the coach: its keys must not change.
package struct BodyProfile: Codable, Sendable, Equatable {
  /// The sex that a user states. Formulas of energy needs are defined for `female` and `male` only.
  package enum Sex: String, Codable, Sendable, CaseIterable { case female, male, other }

  /// The physical activity of a usual day.
  package enum Activity: String, Codable, Sendable, CaseIterable {
    case sedentary, light, moderate, active, athlete

    /// The activity of someone who trains on so many days a week.
    package init(trainingDays: Double) {
      self = trainingDays < 1 ? .sedentary : trainingDays < 3 ? .light : trainingDays < 6 ? .moderate : .active
    }
  }

  /// The intended change of weight.
  package enum Goal: String, Codable, Sendable, CaseIterable { case lose, maintain, gain }

  /// One value of a profile.
  package enum Field: Sendable, CaseIterable {
    case sex, age, height, weight, activity, goal, energyTarget, proteinTarget
  }

  /// nil if the user stated none.
  package var sex: Sex?
  /// Full years.
  package var age: Int?
  /// The height in centimetres.
  package var heightCentimetres: Double?
  /// The weight in kilograms.
  package var weightKilograms: Double?
  /// The activity of a usual day.
  package var activity: Activity?
  /// The intended change of weight.
  package var goal: Goal?
  /// The intake that the user aims at, in kcal a day; nil if it should be computed.
  package var energyTarget: Double?
  /// The intake that the user aims at, in g a day; nil if it should be computed.
  package var proteinTarget: Double?

  /// Creates an empty profile.
  package init() {}

  /// Returns this profile with every value that `newer` has.
  package func updated(by newer: BodyProfile) -> BodyProfile {
    var profile = self
    profile.sex = newer.sex ?? sex
    profile.age = newer.age ?? age
    profile.heightCentimetres = newer.heightCentimetres ?? heightCentimetres
    profile.weightKilograms = newer.weightKilograms ?? weightKilograms
    profile.activity = newer.activity ?? activity
    profile.goal = newer.goal ?? goal
    profile.energyTarget = newer.energyTarget ?? energyTarget
    profile.proteinTarget = newer.proteinTarget ?? proteinTarget
    return profile
  }

  /// Sets the fields to nil.
  package mutating func clear(_ fields: Set<Field>) {
    for field in fields {
      switch field {
      case .sex: sex = nil
      case .age: age = nil
      case .height: heightCentimetres = nil
      case .weight: weightKilograms = nil
      case .activity: activity = nil
      case .goal: goal = nil
      case .energyTarget: energyTarget = nil
      case .proteinTarget: proteinTarget = nil
      }
    }
  }
}
