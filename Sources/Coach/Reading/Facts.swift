package import HealthModels

/// What the coach knows about a user. Everything is optional: it asks for what an answer needs.
package struct Facts: Codable, Sendable, Equatable {
  package enum Sex: String, Codable, Sendable { case female, male }

  /// How much a usual day moves the body; the factor multiplies the energy of rest.
  package enum Activity: String, Codable, Sendable, CaseIterable {
    case sedentary, light, moderate, active, athlete

    /// Physical activity level (FAO/WHO/UNU 2001, in the steps that go with Mifflin-St Jeor).
    package var level: Double {
      switch self {
      case .sedentary: 1.2
      case .light: 1.375
      case .moderate: 1.55
      case .active: 1.725
      case .athlete: 1.9
      }
    }
  }

  package enum Goal: String, Codable, Sendable { case lose, maintain, gain }

  package enum Diet: String, Codable, Sendable, CaseIterable { case everything, pescatarian, vegetarian, vegan }

  package enum Allergen: String, Codable, Sendable, CaseIterable {
    case milk, egg, fish, shellfish, nuts, peanut, gluten, soy, sesame
  }

  package var sex: Sex?
  /// Years.
  package var age: Int?
  package var heightCentimetres: Double?
  package var weightKilograms: Double?
  package var activity: Activity?
  package var goal: Goal?
  /// What the user wants to eat in a day, kcal and grams, where that was said and not computed.
  package var energyTarget: Double?
  package var proteinTarget: Double?
  package var diet: Diet?
  /// nil where nothing was said.
  package var allergies: Set<Allergen>?
  /// Allergies and intolerances that later messages are held against: keys of `allergens.tsv` and names of other foods.
  /// nil if none was ever stated.
  package var statedAllergies: Set<String>?
  package var trainingGoal: WorkoutPlan.Goal?
  package var trainingDays: Int?
  package var equipment: WorkoutPlan.Equipment?
  package var focus: WellnessRoutine.Focus?

  package init() {}

  /// These facts, where `newer` says nothing else.
  package func updated(by newer: Facts) -> Facts {
    var facts = self
    facts.sex = newer.sex ?? sex
    facts.age = newer.age ?? age
    facts.heightCentimetres = newer.heightCentimetres ?? heightCentimetres
    facts.weightKilograms = newer.weightKilograms ?? weightKilograms
    facts.activity = newer.activity ?? activity
    facts.goal = newer.goal ?? goal
    facts.energyTarget = newer.energyTarget ?? energyTarget
    facts.proteinTarget = newer.proteinTarget ?? proteinTarget
    facts.diet = newer.diet ?? diet
    // "no nuts" and later "no milk" are both meant; "no allergies" is the empty set.
    if let more = newer.allergies { facts.allergies = more.isEmpty ? [] : (allergies ?? []).union(more) }
    facts.statedAllergies = newer.statedAllergies ?? statedAllergies
    facts.trainingGoal = newer.trainingGoal ?? trainingGoal
    facts.trainingDays = newer.trainingDays ?? trainingDays
    facts.equipment = newer.equipment ?? equipment
    facts.focus = newer.focus ?? focus
    return facts
  }
}
