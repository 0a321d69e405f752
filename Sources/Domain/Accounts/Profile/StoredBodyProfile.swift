import Bytes
import HealthModels
import Storage

/// A row of `profiles`: the body profile as the user stated it.
struct StoredBodyProfile: Sendable, Equatable {
  /// The values. The age is that of `ageOn`.
  var body = BodyProfile()
  /// The date on which the user stated the age (`YYYY-MM-DD`); nil without an age.
  var ageOn: String?
  /// The time of the last change; nil if the user never set a value.
  var changedAt: Timestamp?

  /// Returns the age on `today` (`YYYY-MM-DD`), from the date of birth if it is known.
  func age(dateOfBirth: String?, today: String) -> Int? {
    if let dateOfBirth { return Self.years(from: dateOfBirth, to: today) }
    guard let age = body.age, let ageOn, let passed = Self.years(from: ageOn, to: today) else { return body.age }
    return age + passed
  }

  /// Returns the full years between two dates (`YYYY-MM-DD`); nil if they are no dates or in the wrong order.
  static func years(from first: String, to second: String) -> Int? {
    guard let start = Int(first.prefix(4)), let end = Int(second.prefix(4)), end >= start else { return nil }
    return max(0, end - start - (second.dropFirst(5) < first.dropFirst(5) ? 1 : 0))
  }
}

extension StoredBodyProfile {
  /// Decodes a row of `profiles`; nil if it is none.
  init?(_ row: Row) {
    guard let changed = row.integer("updated_at") else { return nil }
    body.sex = row.text("sex").flatMap(BodyProfile.Sex.init)
    body.age = row.integer("age").flatMap(Int.init(exactly:))
    ageOn = row.text("age_on")
    body.heightCentimetres = row.real("height_cm")
    body.weightKilograms = row.real("weight_kg")
    body.activity = row.text("activity_level").flatMap(BodyProfile.Activity.init)
    body.goal = row.text("goal").flatMap(BodyProfile.Goal.init)
    body.energyTarget = row.real("energy_target_kcal")
    body.proteinTarget = row.real("protein_target_g")
    changedAt = Timestamp(milliseconds: changed)
  }

  static func find(_ userID: String, in connection: any SQLConnection) throws -> StoredBodyProfile {
    let row = try connection.first("SELECT * FROM profiles WHERE user_id = $1", [.text(userID)])
    return row.flatMap(StoredBodyProfile.init) ?? StoredBodyProfile()
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
        .text(userID), .optional(body.sex?.rawValue), .optional(body.age.map(Int64.init)), .optional(ageOn),
        .optional(body.heightCentimetres), .optional(body.weightKilograms), .optional(body.activity?.rawValue),
        .optional(body.goal?.rawValue), .optional(body.energyTarget), .optional(body.proteinTarget),
        .integer(now.milliseconds),
      ])
  }
}
