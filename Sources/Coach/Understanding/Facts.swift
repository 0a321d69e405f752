package import HealthModels

/// The facts that the coach knows about a user. Every fact is optional; the coach asks for those that an answer needs.
///
/// Facts are stored as one flat JSON object, in which those of the body stand beside the others: the keys must not
/// change.
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
  /// The weight that the user wants to reach, in kg.
  package var goalWeightKilograms: Double?
  /// The diet; nil if the user stated none.
  package var diet: Diet?
  /// The foods that plans leave out; nil if the user never stated any, empty if the user stated to have none.
  package var allergies: Set<Allergen>?
  /// The allergies and intolerances that later messages are checked against: keys of `allergens.tsv` and names of other
  /// foods. nil if none was ever stated.
  package var statedAllergies: Set<String>?
  /// The conditions that later messages and plans are checked against; nil if none was ever stated.
  package var conditions: Set<DietaryCondition>?
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

  /// Creates facts about an unknown user.
  package init() {}

  /// Creates the facts of an account's profile. The sex `other` is left out, because the energy formulas do not define
  /// it.
  package init(_ profile: BodyProfile) {
    body = profile
    if body.sex == .other { body.sex = nil }
  }

  /// Returns these facts with every fact that `newer` has.
  package func updated(by newer: Facts) -> Facts {
    var facts = self
    facts.body = body.updated(by: newer.body)
    facts.goalWeightKilograms = newer.goalWeightKilograms ?? goalWeightKilograms
    facts.diet = newer.diet ?? diet
    // "no nuts" and later "no milk" both hold; "no allergies" is the empty set.
    if let more = newer.allergies { facts.allergies = more.isEmpty ? [] : (allergies ?? []).union(more) }
    facts.statedAllergies = newer.statedAllergies ?? statedAllergies
    facts.conditions = newer.conditions ?? conditions
    if let more = newer.dislikes { facts.dislikes = (dislikes ?? []).union(more) }
    facts.trainingGoal = newer.trainingGoal ?? trainingGoal
    facts.trainingDays = newer.trainingDays ?? trainingDays
    facts.equipment = newer.equipment ?? equipment
    facts.focus = newer.focus ?? focus
    return facts
  }

  private enum CodingKeys: String, CodingKey {
    case goalWeightKilograms, diet, allergies, statedAllergies, conditions, dislikes, trainingGoal, trainingDays,
      equipment, focus
  }

  /// Decodes the flat form.
  package init(from decoder: any Decoder) throws {
    body = try BodyProfile(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    goalWeightKilograms = try container.decodeIfPresent(Double.self, forKey: .goalWeightKilograms)
    diet = try container.decodeIfPresent(Diet.self, forKey: .diet)
    allergies = try container.decodeIfPresent(Set<Allergen>.self, forKey: .allergies)
    statedAllergies = try container.decodeIfPresent(Set<String>.self, forKey: .statedAllergies)
    conditions = try container.decodeIfPresent(Set<DietaryCondition>.self, forKey: .conditions)
    dislikes = try container.decodeIfPresent(Set<String>.self, forKey: .dislikes)
    trainingGoal = try container.decodeIfPresent(WorkoutPlan.Goal.self, forKey: .trainingGoal)
    trainingDays = try container.decodeIfPresent(Int.self, forKey: .trainingDays)
    equipment = try container.decodeIfPresent(WorkoutPlan.Equipment.self, forKey: .equipment)
    focus = try container.decodeIfPresent(WellnessRoutine.Focus.self, forKey: .focus)
  }

  /// Encodes the flat form. Absent facts have no key.
  package func encode(to encoder: any Encoder) throws {
    try body.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(goalWeightKilograms, forKey: .goalWeightKilograms)
    try container.encodeIfPresent(diet, forKey: .diet)
    try container.encodeIfPresent(allergies, forKey: .allergies)
    try container.encodeIfPresent(statedAllergies, forKey: .statedAllergies)
    try container.encodeIfPresent(conditions, forKey: .conditions)
    try container.encodeIfPresent(dislikes, forKey: .dislikes)
    try container.encodeIfPresent(trainingGoal, forKey: .trainingGoal)
    try container.encodeIfPresent(trainingDays, forKey: .trainingDays)
    try container.encodeIfPresent(equipment, forKey: .equipment)
    try container.encodeIfPresent(focus, forKey: .focus)
  }
}
