import API
import HTTPServer
import HealthModels
import JSONCodec

extension StoredBodyProfile {
  /// Applies the members of a request. Absent members leave their values, null clears them.
  ///
  /// The ranges are those that the coach accepts.
  /// - Returns: the cleared fields.
  /// - Throws: `Problem` 400 with the invalid member.
  mutating func change(_ members: [String: JSONValue], today: String) throws -> Set<BodyProfile.Field> {
    let fields = JSONFields(members)
    var cleared: Set<BodyProfile.Field> = []
    for field in BodyProfile.Field.allCases where field.names.contains(where: { members[$0] != nil }) {
      try set(field, fields, today: today)
      if field.names.allSatisfy({ members[$0] == nil || members[$0] == .null }) { cleared.insert(field) }
    }
    return cleared
  }

  private mutating func set(_ field: BodyProfile.Field, _ fields: JSONFields, today: String) throws {
    switch field {
    case .sex: body.sex = try fields.optionalChoice("sex", "gender", of: BodyProfile.Sex.self)
    case .age:
      body.age = try fields.optionalInteger("age", in: BodyProfile.ages)
      ageOn = body.age == nil ? nil : today
    case .height: body.heightCentimetres = try fields.optionalNumber("height_cm", "heightCm", in: BodyProfile.heights)
    case .weight: body.weightKilograms = try fields.optionalNumber("weight_kg", "weightKg", in: BodyProfile.weights)
    case .activity:
      body.activity = try fields.optionalChoice("activity_level", "activityLevel", of: BodyProfile.Activity.self)
    case .goal: body.goal = try fields.optionalChoice("goal", of: BodyProfile.Goal.self)
    case .energyTarget:
      body.energyTarget = try fields.optionalNumber(
        "energy_target_kcal", "energyTargetKcal", in: BodyProfile.energyTargets)
    case .proteinTarget:
      body.proteinTarget = try fields.optionalNumber(
        "protein_target_g", "proteinTargetG", in: BodyProfile.proteinTargets)
    }
  }
}

extension BodyProfile {
  /// Full years.
  static let ages = 13...110
  /// Centimetres.
  static let heights = 100.0...250
  /// Kilograms.
  static let weights = 25.0...350
  /// kcal a day.
  static let energyTargets = 800.0...8000
  /// g a day.
  static let proteinTargets = 10.0...400

  /// The members for clients, in both spellings.
  var members: [String: JSONValue] {
    [
      "sex": .optional(sex?.rawValue), "age": age.map { .integer(Int64($0)) } ?? .null,
      "height_cm": .optional(heightCentimetres), "heightCm": .optional(heightCentimetres),
      "weight_kg": .optional(weightKilograms), "weightKg": .optional(weightKilograms),
      "activity_level": .optional(activity?.rawValue), "activityLevel": .optional(activity?.rawValue),
      "goal": .optional(goal?.rawValue), "energy_target_kcal": .optional(energyTarget),
      "energyTargetKcal": .optional(energyTarget), "protein_target_g": .optional(proteinTarget),
      "proteinTargetG": .optional(proteinTarget),
    ]
  }
}

extension BodyProfile.Field {
  /// The members of a request that set the field, in both spellings.
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
