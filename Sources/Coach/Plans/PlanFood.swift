import Nutrition

/// A food that meal plans are made of. Rows of `plan_foods.tsv`:
///   name (of the nutrition table)  role  meals (b, l, d, s)  min g  max g  diet (the strictest that eats it)  allergens
struct PlanFood: Sendable, Equatable {
  enum Role: String, Sendable { case starch, protein, vegetable, fruit, fat }

  var name: String
  var role: Role
  var meals: String
  /// The weight in one meal, in g.
  var range: ClosedRange<Double>
  var diet: Facts.Diet
  var allergens: Set<Facts.Allergen>

  static let all: [PlanFood] = CoachTable.planFoods.rows(7).compactMap(PlanFood.init)

  private init?(_ row: [String]) {
    guard let role = Role(rawValue: row[1]), let low = Double(row[3]), let high = Double(row[4]), low <= high,
      let diet = Facts.Diet(rawValue: row[5])
    else { return nil }
    name = row[0]
    self.role = role
    meals = row[2]
    range = low...high
    self.diet = diet
    allergens = Set(row[6].items.compactMap(Facts.Allergen.init(rawValue:)))
  }
}

/// The foods that a diet and allergies allow.
struct DietRule {
  private let diet: Facts.Diet
  private let allergies: Set<Facts.Allergen>
  /// The plan foods that are unwanted, or conflict with a stated allergy or condition. The columns of `plan_foods.tsv` have the frequent
  /// allergens only.
  private let conflicting: Set<String>

  /// - Parameter excluded: words of foods that the plan leaves out.
  init(_ facts: Facts, without excluded: Set<String> = []) {
    diet = facts.diet ?? .everything
    allergies = (facts.allergies ?? []).union((facts.statedAllergies ?? []).compactMap(Facts.Allergen.init(rawValue:)))
    let keys = (facts.statedAllergies ?? []).union(Restriction.keys(of: facts.conditions ?? []))
    let words = excluded.union(facts.dislikes ?? [])
    let foods = PlanFood.all.filter { food in
      food.isNamed(by: words) || !FoodConflict.all(keys, in: FoodText(food.name)).isEmpty
    }
    conflicting = Set(foods.map(\.name))
  }

  /// Whether a food is allowed. The ingredients of other than plan foods are unknown, so they are allowed only if nothing
  /// is excluded.
  func allows(_ name: String) -> Bool {
    guard let food = PlanFood.all.first(where: { $0.name == name }) else {
      return diet == .everything && allergies.isEmpty && conflicting.isEmpty
    }
    return allows(food)
  }

  func allows(_ food: PlanFood) -> Bool {
    !conflicting.contains(food.name) && food.allergens.isDisjoint(with: allergies) && food.diet >= diet
  }
}
