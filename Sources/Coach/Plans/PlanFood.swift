import Nutrition
import TextModels

/// A food that meal plans are made of. Rows of `plan_foods.tsv`:
///   name (of the nutrition table)  role  meals (b, l, d, s)  min g  max g  diet (the strictest with it)  allergens  tags
struct PlanFood: Sendable {
  enum Role: String, Sendable { case starch, protein, vegetable, fruit, fat }

  var name: String
  var role: Role
  var meals: String
  /// The weight in one meal, in g.
  var range: ClosedRange<Double>
  var diet: Facts.Diet
  var allergens: Set<Facts.Allergen>
  /// The words by which it is named or left out, in the singular: those of its name and of its group, and its tags.
  var words: Set<String>
  /// Its name, as the rules of restrictions read it.
  var text: FoodText

  static let all: [PlanFood] = CoachTable.planFoods.rows(8).compactMap(PlanFood.init)
  static let usual = all.having(most: PlanOption.usual, in: \.words)

  static let words = Set(all.flatMap(\.words)).subtracting(WordList.notPlanFoods.words)

  private static let groups: [Facts.Allergen: String] = [.nuts: "nut", .peanut: "nut", .milk: "dairy", .fish: "fish"]

  private init?(_ row: [String]) {
    guard let role = Role(rawValue: row[1]), let low = Double(row[3]), let high = Double(row[4]), low <= high,
      let diet = Facts.Diet(rawValue: row[5])
    else { return nil }
    (name, text) = (row[0], FoodText(row[0]))
    self.role = role
    meals = row[2]
    range = low...high
    self.diet = diet
    allergens = Set(row[6].items.compactMap(Facts.Allergen.init(rawValue:)))
    let own = FoodPhrase.words(name.lowercased())
    words = Set(own + [own.suffix(2).joined(separator: " ")] + allergens.compactMap { Self.groups[$0] })
      .union(diet == .everything ? ["meat"] : role == .fruit ? [role.rawValue] : []).union(PlanOption.words(row[7]))
  }

  /// Returns the words of a message that name foods of plans, in the singular.
  static func named(in text: some Sequence<String>) -> Set<String> { Set(text.map(singular)).intersection(words) }

  /// Returns the word by which plans name a food or an exercise: "shrimp" for "prawns".
  static func singular(_ word: String) -> String {
    let word = FoodPhrase.singular(word)
    return WordList.planNames.valueByWord[word] ?? word
  }
}

/// The foods that a diet and allergies allow.
struct DietRule {
  private let allowed: Set<String>

  /// - Parameter excluded: words of foods that the plan leaves out.
  init(_ facts: Facts, without excluded: Set<String> = []) {
    // The columns of `plan_foods.tsv` have the frequent allergens only.
    let keys = (facts.statedAllergies ?? []).union(Restriction.keys(of: facts.conditions ?? []))
    let allergies = (facts.allergies ?? []).union(keys.compactMap(Facts.Allergen.init(rawValue:)))
    let (diet, words) = (facts.diet ?? .everything, excluded.union(facts.dislikes ?? []))
    let foods = PlanFood.all.filter { food in
      food.diet >= diet && food.allergens.isDisjoint(with: allergies) && food.words.isDisjoint(with: words)
        && (keys.isEmpty || FoodConflict.all(keys, in: food.text).isEmpty)
    }
    allowed = Set(foods.map(\.name))
  }

  /// Whether a food is allowed. The ingredients of other foods are unknown: they are if nothing is excluded.
  func allows(_ name: String) -> Bool { allowed.contains(name) || allowed.count == PlanFood.all.count }
}
