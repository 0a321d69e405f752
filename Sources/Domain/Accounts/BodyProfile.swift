package import Bytes
import Storage

/// The body and the goals of a user; every field is optional.
package struct BodyProfile: Sendable, Equatable {
  /// The sex, for the formulas of energy needs.
  package enum Sex: String, Sendable, CaseIterable { case female, male, other }
  /// The level of physical activity.
  package enum Activity: String, Sendable, CaseIterable { case sedentary, light, moderate, active, athlete }
  /// The goal for the body weight.
  package enum Goal: String, Sendable, CaseIterable { case lose, maintain, gain }

  /// nil if the user did not enter it, like all other fields.
  package var sex: Sex?
  /// In full years on `ageOn`, for users without a date of birth.
  var age: Int?
  /// `YYYY-MM-DD`
  var ageOn: String?
  /// The height in centimetres.
  package var heightCentimetres: Double?
  /// The weight in kilograms.
  package var weightKilograms: Double?
  /// The activity in an ordinary week.
  package var activity: Activity?
  /// The change of weight that the user aims at.
  package var goal: Goal?
  /// The intake per day that the user aims at.
  package var energyTargetKilocalories: Double?
  /// The same for protein.
  package var proteinTargetGrams: Double?
  /// The time of the last change of any field; nil if the user never set one.
  package var changedAt: Timestamp?

  /// A profile without any field.
  package init() {}

  /// The age on `today` (`YYYY-MM-DD`), from the date of birth if there is one.
  package func age(dateOfBirth: String?, today: String) -> Int? {
    if let dateOfBirth { return Self.years(from: dateOfBirth, to: today) }
    guard let age, let ageOn, let passed = Self.years(from: ageOn, to: today) else { return age }
    return age + passed
  }

  /// Full years between two dates (`YYYY-MM-DD`).
  package static func years(from first: String, to second: String) -> Int? {
    guard let start = Int(first.prefix(4)), let end = Int(second.prefix(4)), end >= start else { return nil }
    return max(0, end - start - (second.dropFirst(5) < first.dropFirst(5) ? 1 : 0))
  }
}

extension BodyProfile {
  /// - Returns: nil where the row is not one of `profiles`.
  init?(_ row: Row) {
    guard let changed = row.integer("updated_at") else { return nil }
    sex = row.text("sex").flatMap(Sex.init)
    age = row.integer("age").flatMap(Int.init(exactly:))
    ageOn = row.text("age_on")
    heightCentimetres = row.real("height_cm")
    weightKilograms = row.real("weight_kg")
    activity = row.text("activity_level").flatMap(Activity.init)
    goal = row.text("goal").flatMap(Goal.init)
    energyTargetKilocalories = row.real("energy_target_kcal")
    proteinTargetGrams = row.real("protein_target_g")
    changedAt = Timestamp(milliseconds: changed)
  }

  static func find(_ userID: String, in connection: any SQLConnection) throws -> BodyProfile {
    let row = try connection.first("SELECT * FROM profiles WHERE user_id = $1", [.text(userID)])
    return row.flatMap(BodyProfile.init) ?? BodyProfile()
  }

  func save(_ userID: String, at now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute("DELETE FROM profiles WHERE user_id = $1", [.text(userID)])
    try connection.execute(
      """
      INSERT INTO profiles (user_id, sex, age, age_on, height_cm, weight_kg, activity_level, goal, energy_target_kcal,
        protein_target_g, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """,
      [
        .text(userID), .optional(sex?.rawValue), .optional(age.map(Int64.init)), .optional(ageOn),
        .optional(heightCentimetres), .optional(weightKilograms), .optional(activity?.rawValue),
        .optional(goal?.rawValue), .optional(energyTargetKilocalories), .optional(proteinTargetGrams),
        .integer(now.milliseconds),
      ])
  }
}
