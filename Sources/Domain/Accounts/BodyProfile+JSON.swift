import API
import JSONCodec

extension BodyProfile {
  /// Applies the body of a request. Absent members leave a field unchanged; null deletes it.
  ///
  /// The ranges are those that the coach accepts.
  /// - Returns: what is to be forgotten. - Throws: `Problem` 400 that names the member.
  mutating func change(_ members: [String: JSONValue], today: String) throws -> Set<BodyFact> {
    let fields = JSONFields(members)
    var forgotten: Set<BodyFact> = []
    for fact in BodyFact.allCases where fact.names.contains(where: { members[$0] != nil }) {
      try take(fact, fields, today: today)
      if fact.names.allSatisfy({ members[$0] == nil || members[$0] == .null }) { forgotten.insert(fact) }
    }
    return forgotten
  }

  private mutating func take(_ fact: BodyFact, _ fields: JSONFields, today: String) throws {
    switch fact {
    case .sex: sex = try fields.optionalChoice("sex", "gender", of: Sex.self)
    case .age:
      age = try fields.optionalInteger("age", in: 13...110)
      ageOn = age == nil ? nil : today
    case .height: heightCentimetres = try fields.optionalNumber("height_cm", "heightCm", in: 100...250)
    case .weight: weightKilograms = try fields.optionalNumber("weight_kg", "weightKg", in: 25...350)
    case .activity: activity = try fields.optionalChoice("activity_level", "activityLevel", of: Activity.self)
    case .goal: goal = try fields.optionalChoice("goal", of: Goal.self)
    case .energyTarget:
      energyTargetKilocalories = try fields.optionalNumber(
        "energy_target_kcal", "energyTargetKcal", in: 800...8000)
    case .proteinTarget:
      proteinTargetGrams = try fields.optionalNumber("protein_target_g", "proteinTargetG", in: 10...400)
    }
  }

  /// The members for clients, in both spellings. - Parameter age: as of today.
  func members(age: Int?) -> [String: JSONValue] {
    [
      "sex": .optional(sex?.rawValue), "age": age.map { .integer(Int64($0)) } ?? .null,
      "height_cm": .optional(heightCentimetres), "heightCm": .optional(heightCentimetres),
      "weight_kg": .optional(weightKilograms), "weightKg": .optional(weightKilograms),
      "activity_level": .optional(activity?.rawValue), "activityLevel": .optional(activity?.rawValue),
      "goal": .optional(goal?.rawValue), "energy_target_kcal": .optional(energyTargetKilocalories),
      "energyTargetKcal": .optional(energyTargetKilocalories), "protein_target_g": .optional(proteinTargetGrams),
      "proteinTargetG": .optional(proteinTargetGrams),
    ]
  }
}
