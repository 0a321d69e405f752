package import HealthModels

/// The facts that the coach knows about a user. Every fact is optional; the coach asks for those that an answer needs.
///
/// Facts are stored as one flat JSON object, with those of the body beside the others: the keys must not change.
@dynamicMemberLookup
package struct Facts: Codable, Sendable, Equatable {
  /// The foods that a user eats, from the least to the most restrictive.
  package enum Diet: String, Codable, Sendable, CaseIterable, Comparable {
    case everything, pescatarian, vegetarian, vegan

    /// Compares the strictness.
    package static func < (left: Diet, right: Diet) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  /// The frequent allergens that the tables of plan foods mark.
  package enum Allergen: String, Codable, Sendable, CaseIterable {
    case milk, egg, fish, shellfish, nuts, peanut, gluten, soy, sesame
  }

  /// The body and the goals. A target is set only if the user stated it; computed targets are not facts.
  package var body = BodyProfile()
  var preferences = Preferences()

  /// The facts beside those of the body.
  package struct Preferences: Codable, Sendable, Equatable {
    /// The weight that the user wants to reach, in kg.
    package var goalWeightKilograms: Double?
    /// The diet; nil if the user stated none.
    package var diet: Diet?
    /// The foods that plans leave out; nil if the user never stated any, empty if the user stated to have none.
    package var allergies: Set<Allergen>?
    /// The allergies that later messages are checked against: keys of `allergens.tsv`, other foods. nil if never stated.
    package var statedAllergies: Set<String>?
    /// The conditions that later messages and plans are checked against; nil if none was ever stated.
    package var conditions: Set<DietaryCondition>?
    /// The diets of persons that the user named, for questions and plans that are about them; nil if none was ever stated.
    package var dietsOfOthers: Set<DietaryCondition>?
    /// Words of foods that the user does not like; nil if none was ever stated.
    package var dislikes: Set<String>?
    /// The aim of the training.
    package var trainingGoal: WorkoutPlan.Goal?
    /// Training days per week.
    package var trainingDays: Int?
    /// The equipment that the user can train with.
    package var equipment: WorkoutPlan.Equipment?
    /// The area that a wellness routine should improve.
    package var focus: WellnessRoutine.Focus?
  }

  /// A fact of `Preferences`.
  package subscript<Value>(dynamicMember path: WritableKeyPath<Preferences, Value>) -> Value {
    get { preferences[keyPath: path] }
    set { preferences[keyPath: path] = newValue }
  }

  /// Creates facts about an unknown user.
  package init() {}

  /// Creates the facts of an account's profile, without the sex `other`, which the energy formulas do not define.
  package init(_ profile: BodyProfile) {
    body = profile
    if body.sex == .other { body.sex = nil }
  }

  /// Decodes the flat form.
  package init(from decoder: any Decoder) throws {
    body = try BodyProfile(from: decoder)
    preferences = try Preferences(from: decoder)
  }

  /// Encodes the flat form. Absent facts have no key.
  package func encode(to encoder: any Encoder) throws {
    try body.encode(to: encoder)
    try preferences.encode(to: encoder)
  }
}
