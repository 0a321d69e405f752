import HealthModels

/// Decides from names, categories and nutrients whether a dish includes a food, so that the food is not counted again.
struct DishComposition {
  private let base: Food
  private let food: Food
  private let baseName: [UInt8]
  private let foodName: [UInt8]
  /// Whether the text gives the weight or volume of the whole dish.
  private let isWeighed: Bool

  private init(base: Food, food: Food, isWeighed: Bool = false) {
    self.base = base
    self.food = food
    baseName = ByteSearch.folded(base.name)
    foodName = ByteSearch.folded(food.name)
    self.isWeighed = isWeighed
  }

  /// Decides whether the dish includes the food.
  ///
  /// - Parameters:
  ///   - connector: relation of the food to the dish.
  ///   - isListed: whether the food is in a list of ingredients.
  ///   - isWeighed: whether the text gives the weight or volume of the whole dish.
  static func includes(
    _ food: Food, in base: Food, connector: Connector, isListed: Bool = false, isWeighed: Bool = false
  ) -> Bool {
    let pair = DishComposition(base: base, food: food, isWeighed: isWeighed)
    return isListed
      ? pair.isFilling || pair.isBlended || base.kind == .drink && food.kind == .drink : pair.includes(connector)
  }

  /// Whether the food is eaten by hand and includes its bread: sandwiches, burgers, wraps.
  static func isHandheld(_ food: Food) -> Bool { DishComposition(base: food, food: food).isHandheld }

  /// Whether sandwiches are named after the food: meat, egg, cheese, vegetables.
  static func isSandwichFilling(_ food: Food) -> Bool {
    ["meat", "egg", "vegetable"].contains(food.category)
      || food.category == "dairy" && ByteSearch.contains(ByteSearch.folded(food.name), "cheese")
  }

  /// Whether the food is a sausage without bread, as in "a hot dog on a bun".
  static func isSausage(_ food: Food) -> Bool {
    let name = ByteSearch.folded(food.name)
    return food.category == "meat"
      && ["hot dog", "frank", "sausage", "bratwurst"].contains { ByteSearch.contains(name, $0) }
  }

  /// Whether the dish is counted by its eggs.
  static func isEggDish(_ food: Food) -> Bool {
    let name = ByteSearch.folded(food.name)
    return food.category == "egg" && ["omelet", "frittata", "scrambled"].contains { ByteSearch.contains(name, $0) }
  }

  /// Whether the nutrients of the dish include its usual ingredients.
  static func isMixedDish(_ food: Food) -> Bool { DishComposition(base: food, food: food).isMixedDish }

  /// Whether the food is prepared from others, so that a list after it gives its ingredients.
  static func isPrepared(_ food: Food) -> Bool {
    let pair = DishComposition(base: food, food: food)
    return pair.isMixedDish
      || pair.has(
        pair.baseName, ["smoothie", "shake", "salad", "bowl", "plate", "scramble", "parfait", "trail mix"])
  }

  /// Whether a food listed after a dish may be an ingredient, rather than served with it.
  static func mayContain(_ food: Food, in base: Food) -> Bool {
    let pair = DishComposition(base: base, food: food)
    if base.kind != .food { return true }
    if pair.has(pair.baseName, ["salad"]) { return !pair.isDressing || pair.isContained }
    return food.kind == .food && !pair.has(pair.foodName, ["fries", "chips", "soup", "ice cream"])
  }

  private func includes(_ connector: Connector) -> Bool {
    switch connector {
    case .attribute: true
    case .base: isBread(food) && isHandheld
    case .medium: isLiquid || isMixedDish && !isDish(food)
    case .addition:
      food.name == base.name || isContained || isBlended || isMixedDish && isFilling
        || isWeighed && (base.category == "sauce" || has(baseName, ["salad"])) && isFilling && !isDressing
    case .next, .alternative, .excluded, .correction: false
    }
  }

  /// Whether the food is in the dish by its nature: the milk of a latte, the bread of a sandwich.
  private var isContained: Bool {
    base.kind != .food && food.name.hasSuffix("Milk") && base.per100Grams.protein > 1
      && ImpliedIngredients.isMilky(baseName)
      || isHandheld && isBread(food) && !has(foodName, ["chip", "garlic", "stick"])
      || ImpliedIngredients.contains(foodName, in: baseName) && !has(foodName, ["chip", "fried"])
  }

  /// Whether everything that the text adds is blended into the drink.
  private var isBlended: Bool { Self.isBlended(base) }

  /// Whether the drink is blended from other foods: smoothies, shakes.
  static func isBlended(_ food: Food) -> Bool {
    let name = ByteSearch.folded(food.name)
    return food.kind != .food && ["smoothie", "shake"].contains { ByteSearch.contains(name, $0) }
  }

  private var isDressing: Bool { food.category == "fat" || has(foodName, ["dressing", "vinaigrette", "mayo"]) }

  private var isMixedDish: Bool {
    isHandheld || Self.composed.contains(base.category)
      || has(
        baseName,
        [
          "pizza", "lasagn", "casserole", "omelet", "scrambled", "pie", "quiche", "sushi", "pancake", "waffle", "cake",
          "cookie",
          "muffin", "ice cream", "stew",
        ])
  }

  private static let composed: Set<String> = ["dish", "soup", "sweet", "snack", "baby"]

  /// Carbohydrate indicates bread: a frankfurter alone is called a hot dog as well, and a patty a burger.
  private var isHandheld: Bool {
    base.per100Grams.carbohydrate > 12
      && has(
        baseName + [UInt8(ascii: " ")],
        [
          "sandwich", "burger", "burrito", "taco", "wrap", "quesadilla", "hot dog", "toastie", "panini",
          "enchilada",
          "fajita", "gyro", "kebab", "sloppy joe", "slider", "big mac", "whopper", "mcdouble", "mcmuffin",
          "tuna melt", "patty melt", "mcgriddle", "chili dog",
          "grilled cheese", "blt", "reuben", "po boy", "submarine", " sub ", "hoagie", "monte cristo", "croque",
        ])
  }

  /// Whether the food is a filling (cheese, meat, leaves, sauces), and not served with the dish (fries, drinks, bread).
  private var isFilling: Bool {
    if food.category == "meat", has(baseName, ["scrambled"]) { return false }
    if isDressing, has(baseName, ["salad"]), !isContained { return false }
    return food.kind == .food && (!isDish(food) || isHandheld && has(foodName, ["chili", "slaw"])) && !isBread(food)
      && food.category != "grain"
      && !has(foodName, ["fries", "chips", "salad", "syrup", "ice cream", "soup", "cracker"])
      && (isHandheld || food.category != "fruit" || base.category == "dish"
        || has(baseName, ["cake", "muffin", "pie"]))
  }

  /// Whether fruit or fish is canned in the food.
  private var isLiquid: Bool { has(foodName, ["syrup", "juice", "water", "brine", "oil"]) && base.kind == .food }

  private func isBread(_ food: Food) -> Bool {
    food.category == "bread" || has(foodName, ["bread", "bun", "roll", "tortilla", "bagel", "pita", "cone"])
  }

  private func isDish(_ food: Food) -> Bool { food.category == "dish" || food.category == "soup" }

  private func has(_ name: [UInt8], _ words: [String]) -> Bool { words.contains { ByteSearch.contains(name, $0) } }
}
