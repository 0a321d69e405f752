import Nutrition
import TextModels

struct RestrictedFoods: Sendable {
  /// A food of a text that a restriction excludes.
  struct Mention: Sendable, Equatable {
    var key: String
    var range: Range<Int>
  }

  static let shared = RestrictedFoods()

  /// The keys of the allergens and the conditions of each name that users state; none for words that only sound like one.
  let names: PhraseTable<[String]>
  let keys: Set<String>
  /// The foods of each restriction, and the exceptions that only sound like one.
  private let foods: PhraseTable<(key: String, isFood: Bool)>

  private init() {
    let all = Restriction.allergens + Restriction.ofConditions
    foods = PhraseTable(
      all.flatMap { rule in
        rule.foods.map { (FoodPhrase.phrase($0), (key: rule.key, isFood: true)) }
          + rule.exceptions.map { (FoodPhrase.phrase($0), (key: rule.key, isFood: false)) }
      })
    let named = Restriction.allergens.map { ($0.key, $0.names) } + DietaryCondition.names
    let exceptions = Restriction.allergens.flatMap(\.exceptions).map { (FoodPhrase.phrase($0), [String]()) }
    let keys = named.flatMap { key, names in names.map { (FoodPhrase.phrase($0), [key]) } }
    names = PhraseTable(Dictionary(exceptions + keys, uniquingKeysWith: +).map { ($0, $1) })
    self.keys = Set(all.map(\.key))
  }

  /// Returns the foods of these restrictions in their order, the longest first. An unknown key is the name of a food.
  func mentions(of wanted: Set<String>, in words: [String], depth: Int = 3) -> [Mention] {
    let others = PhraseTable(
      wanted.subtracting(keys).map { (phrase: FoodPhrase.phrase($0), value: (key: $0, isFood: true)) })
    var mentions: [Mention] = []
    var excepted: [String: Set<Int>] = [:]
    for index in words.indices {
      let named = foods.all(at: index, in: words).filter { wanted.contains($0.value.key) }
      for (phrase, (key, isFood)) in named + others.all(at: index, in: words) {
        let range = index..<index + phrase.words.count
        if isFood { mentions.append(Mention(key: key, range: range)) }
        if !isFood { excepted[key, default: []].formUnion(range) }
      }
    }
    func isFood(_ mention: Mention) -> Bool { excepted[mention.key]?.isSuperset(of: mention.range) != true }
    let named = mentions.filter(isFood)
    // A food that is named itself says more than the dish around it: "satay" of "satay sauce".
    let dishes = dishes(with: wanted, in: words, depth: depth).filter { dish in
      isFood(dish) && !named.contains { $0.key == dish.key && $0.range.overlaps(dish.range) }
    }
    return (named + dishes).sorted { left, right in
      (left.range.lowerBound, right.range.upperBound, left.key)
        < (right.range.lowerBound, left.range.upperBound, right.key)
    }
  }

  /// Returns the dishes that are made with foods of these restrictions, and foods in the language of the text: "sahne" is
  /// cream.
  ///
  /// The ingredients of medical conditions are left out, because amount and heat decide there: a curry with a spoonful of
  /// sugar, a soup of raw fish.
  /// - Parameter depth: how many dishes that are ingredients of dishes are looked into.
  private func dishes(with wanted: Set<String>, in words: [String], depth: Int) -> [Mention] {
    if depth == 0 { return [] }
    let ofIngredients = wanted.subtracting(Restriction.keys(of: Set(DietaryCondition.allCases.filter(\.isMedical))))
    let dishes = FoodTable.builtIn.ingredients(in: words).map { ($0.words, $0.ingredients, ofIngredients) }
    let local = Languages.language(SafetyStage.language(words).rawValue)?.foods(in: words) ?? []
    let foods = local.map { ($0.words, [$0.english.joined(separator: " ")], wanted) }
    return (dishes + foods).flatMap { place, names, wanted in
      let keys = names.flatMap {
        mentions(of: wanted, in: FoodPhrase.words($0.lowercased()), depth: depth - 1).map(\.key)
      }
      return Set(keys).map { Mention(key: $0, range: place) }
    }
  }
}
