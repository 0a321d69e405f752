import JSONCodec
import Web

extension BodyProfile {
  /// Takes over what the body of a request tells. What is absent stays, null is forgotten.
  ///
  /// The ranges are those in which the coach believes what it is told. - Throws: `Problem` 400 that names the member.
  mutating func change(_ members: [String: JSONValue], today: String) throws {
    let fields = JSONFields(members)
    func isTold(_ names: String...) -> Bool { names.contains { members[$0] != nil } }
    if isTold("sex", "gender") { sex = try fields.optionalChoice("sex", "gender", of: Sex.self) }
    if isTold("age") {
      age = try fields.optionalInteger("age", in: 13...110)
      ageOn = age == nil ? nil : today
    }
    if isTold("height_cm", "heightCm") {
      heightCentimetres = try fields.optionalNumber("height_cm", "heightCm", in: 100...250)
    }
    if isTold("weight_kg", "weightKg") {
      weightKilograms = try fields.optionalNumber("weight_kg", "weightKg", in: 25...350)
    }
    if isTold("activity_level", "activityLevel") {
      activity = try fields.optionalChoice("activity_level", "activityLevel", of: Activity.self)
    }
    if isTold("goal") { goal = try fields.optionalChoice("goal", of: Goal.self) }
    if isTold("energy_target_kcal", "energyTargetKcal") {
      energyTargetKilocalories = try fields.optionalNumber(
        "energy_target_kcal", "energyTargetKcal", in: 800...8000)
    }
    if isTold("protein_target_g", "proteinTargetG") {
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
