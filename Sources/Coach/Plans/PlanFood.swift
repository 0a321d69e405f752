import Nutrition

/// A food that meal plans are made of. Rows of `plan_foods.tsv`:
///   name (of the nutrition table)  role  meals (b, l, d, s)  min g  max g  diet (the strictest that eats it)  allergens
struct PlanFood: Sendable, Equatable {
  enum Role: String, Sendable { case starch, protein, vegetable, fruit, fat }

  var name: String
  var role: Role
  /// Letters of the meals it goes with.
  var meals: String
  /// Grams in one meal.
  var range: ClosedRange<Double>
  var diet: Facts.Diet
  var allergens: Set<Facts.Allergen>

  static let all: [PlanFood] = TabSeparated.rows(PackageResources.plan_foods_tsv, columns: 7).compactMap(PlanFood.init)

  private init?(_ row: [String]) {
    guard let role = Role(rawValue: row[1]), let low = Double(row[3]), let high = Double(row[4]), low <= high,
      let diet = Facts.Diet(rawValue: row[5])
    else { return nil }
    name = row[0]
    self.role = role
    meals = row[2]
    range = low...high
    self.diet = diet
    allergens = Set(row[6].split(separator: ",").compactMap { Facts.Allergen(rawValue: String($0)) })
  }
}

/// Which foods a user takes.
struct DietRule {
  private let diet: Facts.Diet
  private let allergies: Set<Facts.Allergen>
  /// Plan foods that conflict with a stated allergy: the columns of `plan_foods.tsv` know only the most frequent ones.
  private let conflicting: Set<String>

  init(_ facts: Facts) {
    diet = facts.diet ?? .everything
    allergies = (facts.allergies ?? []).union((facts.statedAllergies ?? []).compactMap(Facts.Allergen.init(rawValue:)))
    var stated = Facts()
    stated.statedAllergies = facts.statedAllergies ?? []
    guard stated.statedAllergies?.isEmpty == false else {
      conflicting = []
      return
    }
    let names = PlanFood.all.map(\.name)
    conflicting = Set(names.filter { !AllergyConflict.all(in: SafetyText($0), facts: stated).isEmpty })
  }

  /// Foods that are no plan foods are only known where nothing is excluded.
  func allows(_ name: String) -> Bool {
    guard let food = PlanFood.all.first(where: { $0.name == name }) else {
      return diet == .everything && allergies.isEmpty && conflicting.isEmpty
    }
    return allows(food)
  }

  func allows(_ food: PlanFood) -> Bool {
    !conflicting.contains(food.name) && food.allergens.isDisjoint(with: allergies)
      && Self.strictness(food.diet) >= Self.strictness(diet)
  }

  private static func strictness(_ diet: Facts.Diet) -> Int {
    switch diet {
    case .everything: 0
    case .pescatarian: 1
    case .vegetarian: 2
    case .vegan: 3
    }
  }
}
