import Bytes
import HealthModels

/// A food with the ingredients that it includes and what is served with it, judged by its name, category and nutrients,
/// so that an ingredient that the text mentions is not counted again. The words are rows of `words.tsv`.
final class Dish: Sendable {
  let food: Food
  private let name: [UInt8]

  init(_ food: Food) {
    self.food = food
    name = ByteSearch.folded(food.name + " ")
  }

  /// Whether the dish includes the ingredient.
  ///
  /// - Parameters:
  ///   - isListed: whether it is in a list of ingredients.
  ///   - isWeighed: whether the text gives the weight or volume of the whole dish.
  func includes(_ other: Dish, _ connector: Connector, isListed: Bool, isWeighed: Bool) -> Bool {
    // A weight that precedes a mixed dish covers its description.
    if isWeighed, isMixed, isListed || connector != .base, !other.has("side"), !other.isMeal { return true }
    if isListed, connector != .attribute {
      return takes(other) || isBlended || food.kind == .drink && other.food.kind == .drink
    }
    switch connector {
    case .attribute: return true
    case .base: return other.isBread && isHandheld
    case .medium: return other.has("liquid") && food.kind == .food || isMixed && !other.isMeal
    case .addition: return food.name == other.food.name || contains(other) || isBlended || isMixed && takes(other)
    case .next, .beside, .alternative, .excluded, .correction: return false
    }
  }

  /// Whether the food is eaten by hand and includes its bread: sandwiches, burgers, wraps. Carbohydrate indicates bread:
  /// a frankfurter alone is called a hot dog as well, and a patty a burger.
  var isHandheld: Bool { food.per100Grams.carbohydrate > 11 && has("handheld") }

  /// Whether the nutrients of the dish include its usual ingredients.
  var isMixed: Bool { isHandheld || (Self.composed.contains(food.category) || has("mixed")) && !has("plain") }

  /// Whether the food is prepared from others, so that a list after it gives its ingredients.
  var isPrepared: Bool { isMixed || has("prepared") }

  /// Whether the drink is blended from everything that the text adds: smoothies, shakes.
  var isBlended: Bool { food.kind != .food && has("blended") }

  /// Its category, or what decides whether it is eaten with another food: what people stir into food or spread on it,
  /// drinks that take in what is added, other drinks, and what is eaten by hand.
  var role: String {
    if has("stirred") { return "stirred" }
    if food.kind != .food { return isBlended ? "blended" : "drink" }
    return isHandheld ? "handheld" : food.category
  }

  /// Whether it is served by itself: dishes and soups.
  var isMeal: Bool { food.category == "dish" || food.category == "soup" }

  /// Whether the dish is counted by its eggs.
  var isEggDish: Bool { food.category == "egg" && has("egg") }

  /// Whether sandwiches are named after the food: meat, egg, cheese, vegetables, salads; not "a hot dog on a bun".
  var isSandwichFilling: Bool {
    if food.category == "meat" { return !has("sausage") }
    return ["egg", "vegetable"].contains(food.category) || food.category == "dairy" && hasWord("cheese")
      || hasWord("salad")
  }

  /// Whether the food is a cereal that is light for its volume, which flour and seasonings are not.
  var isDryCereal: Bool {
    food.category == "grain" && food.per100Grams.energyKilocalories > 300 && food.per100Grams.carbohydrate > 45
      && food.measures[.cup] ?? food.measures[.piece] ?? .infinity < 123
  }

  /// Whether a food listed after the dish may be an ingredient, rather than served with it.
  func mayContain(_ other: Dish) -> Bool {
    if food.kind != .food { return true }
    if hasWord("salad") { return !other.isDressing || contains(other) }
    return other.food.kind == .food && !other.has("beside")
  }

  /// Whether both have the same nutrients per gram, as two names of one food.
  func isSame(as other: Dish) -> Bool {
    let (one, two) = (food.per100Grams, other.food.per100Grams)
    return food.name == other.food.name
      || abs(one.energyKilocalories - two.energyKilocalories) < 1 && one.energyKilocalories > 50
        && abs(one.carbohydrate - two.carbohydrate) < 0.1 && abs(one.fat - two.fat) < 0.1
  }

  /// The ingredients that the clause names best, also those of ingredients.
  func ingredients(named clause: Clause) -> [Ingredient] {
    let bread = Ingredient(name: "Burger Bun", grams: 30)
    let found = (food.ingredients.isEmpty && isHandheld ? [bread] : food.ingredients).flatMap { $0.ranked(clause) }
    return found.filter { $0.rank == found.map(\.rank).min() }.map(\.part)
  }

  /// Whether the food of a clause is none of the dish: the recipe, or without one the name, has neither the food nor,
  /// except for meat, another of its category. A dish without a recipe may have anything but meat, fish, egg and cheese.
  func lacks(_ clause: Clause) -> Bool {
    // Bounded, because a recipe is a dozen foods.
    guard clause.segment.range.lowerBound < FoodKey.maxTextTokens, let other = clause.dish?.food,
      other.category != "spice", let last = Tokenizer.keyStems(other.name).last
    else { return false }
    if food.ingredients.isEmpty {
      let isOwn = ["meat", "fish", "egg"].contains(other.category) || isHandheld && other.category == "dairy"
      return isOwn && other.name.lowercased() != other.category && !Tokenizer.keyStems(food.name).contains(last)
    }
    return ingredients(named: clause).isEmpty
      && food.ingredients.allSatisfy {
        Tokenizer.keyStems($0.name).last != last && (other.category == "meat" || $0.food.category != other.category)
      }
  }

  private static let composed: Set<String> = ["dish", "soup", "sweet", "baby"]

  var isBread: Bool { food.category == "bread" || has("bread") && !has("side") }
  private var isDressing: Bool { food.category == "fat" || has("dressing") }

  /// Whether the food is in the dish by its nature: the milk of a latte, the bread of a sandwich.
  private func contains(_ other: Dish) -> Bool {
    food.kind != .food && other.food.name.hasSuffix("Milk") && food.per100Grams.protein > 1 && has("milky")
      || isHandheld && other.isBread || ByteSearch.contains(name, "with " + other.food.name.lowercased())
      || !other.hasWord("chip") && !other.hasWord("fried")
        && Lexicon.table("implied").contains { row in
          row[0].contains(where: hasWord) && row[1].contains(where: other.hasWord)
        }
  }

  /// Whether the other food is a filling (cheese, meat, leaves, sauces), and not served with the dish.
  private func takes(_ other: Dish) -> Bool {
    if hasWord("salad"), !contains(other), other.isDressing { return false }
    if hasWord("tossed") { return other.food.category == "vegetable" || contains(other) }
    return other.food.kind == .food && !other.isMeal && !other.isBread && !other.has("side")
      && (other.food.category != "meat" || !has("griddled"))
      && (other.food.category != "grain" || other.isDryCereal && ["sweet", "snack"].contains(food.category))
  }

  func hasWord(_ word: String) -> Bool { ByteSearch.contains(name, word) }

  private func has(_ kind: String) -> Bool { Self.words[kind, default: []].contains(where: hasWord) }

  private static let words: [String: [String]] = Lexicon.table("dish").reduce(into: [:]) { words, row in
    words[row[0][0], default: []] += row[1]
  }
}

extension Ingredient {
  /// Itself, or in its place what it is made of, if the clause names that better. The best rank is 0.
  fileprivate func ranked(_ clause: Clause) -> [(part: Ingredient, rank: Int)] {
    let own = rank(clause)
    let inner = food.ingredients.flatMap { Ingredient(name: $0.name, grams: $0.grams * grams / 100).ranked(clause) }
      .filter { $0.rank < own ?? .max }
    return inner.isEmpty ? own.map { [(self, $0)] } ?? [] : inner
  }

  /// Named by its name, its category ("meat"), its last words ("oil"), its main ingredient, or any words.
  private func rank(_ clause: Clause) -> Int? {
    let words = clause.segment.words.flatMap(\.parts).filter { !$0.text.has(.narration) }.map(\.stem)
    let (food, excluded) = (food, clause.dish?.food)
    let names = ([name] + food.aliases).map(Tokenizer.keyStems)
    return [
      name == excluded?.name,
      Lexicon.areBread(clause.segment.words) ? food.category == "bread" : Tokenizer.keyStems(food.category) == words,
      !words.isEmpty && names.contains { $0.suffix(words.count) == words[...] && !$0.contains("without") },
      name == excluded?.ingredients.first?.name, !words.isEmpty && Set(names[0]).isSuperset(of: words),
    ].firstIndex(of: true)
  }
}
