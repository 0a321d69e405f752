import HealthModels

/// What is a part of a dish rather than an item beside it.
struct DishParts {
  private let base: Food
  private let food: Food
  private let baseName: [UInt8]
  private let foodName: [UInt8]
  /// Whether the weight or volume of all of the base was said.
  private let isWhole: Bool

  private init(base: Food, food: Food, isWhole: Bool = false) {
    self.base = base
    self.food = food
    baseName = ByteSearch.folded(base.name)
    foodName = ByteSearch.folded(food.name)
    self.isWhole = isWhole
  }

  /// - Parameters:
  ///   - joint: how `food` is joined to `base`.
  ///   - isListed: whether it stands in a list of what the base is made with.
  ///   - isWhole: whether the weight or volume of all of the base was said.
  static func belongs(
    _ food: Food, to base: Food, joint: Connector, isListed: Bool = false, isWhole: Bool = false
  ) -> Bool {
    let parts = DishParts(base: base, food: food, isWhole: isWhole)
    return isListed
      ? parts.isFilling || parts.isBlended || base.kind == .drink && food.kind == .drink : parts.belongs(joint)
  }

  /// What is eaten from the hand and has its bread in it.
  static func isHandheld(_ food: Food) -> Bool { DishParts(base: food, food: food).isHandheld }

  /// Meat, egg, cheese and leaves, of which the names of sandwiches are made.
  static func isSandwichFilling(_ food: Food) -> Bool {
    ["meat", "egg", "vegetable"].contains(food.category)
      || food.category == "dairy" && ByteSearch.holds(ByteSearch.folded(food.name), "cheese")
  }

  /// What bread is put around: a frankfurter without any.
  static func isSausage(_ food: Food) -> Bool {
    let name = ByteSearch.folded(food.name)
    return food.category == "meat"
      && ["hot dog", "frank", "sausage", "bratwurst"].contains { ByteSearch.holds(name, $0) }
  }

  /// What is measured by the eggs in it.
  static func isOfEggs(_ food: Food) -> Bool {
    let name = ByteSearch.folded(food.name)
    return food.category == "egg" && ["omelet", "frittata", "scrambled"].contains { ByteSearch.holds(name, $0) }
  }

  /// Dishes whose figures hold what is usually in them.
  static func isComposed(_ food: Food) -> Bool { DishParts(base: food, food: food).isComposed }

  /// What is made of other foods, so that a list behind it says of which.
  static func isMade(_ food: Food) -> Bool {
    let parts = DishParts(base: food, food: food)
    return parts.isComposed
      || parts.has(
        parts.baseName, ["smoothie", "shake", "salad", "bowl", "plate", "scramble", "parfait", "trail mix"])
  }

  /// Whether a food that is listed behind a dish may be one that it is made of, rather than one beside it.
  static func mayHold(_ food: Food, in base: Food) -> Bool {
    let parts = DishParts(base: base, food: food)
    if base.kind != .food { return true }
    if parts.has(parts.baseName, ["salad"]) { return !parts.isDressing || parts.isContained }
    return food.kind == .food && !parts.has(parts.foodName, ["fries", "chips", "soup", "ice cream"])
  }

  private func belongs(_ joint: Connector) -> Bool {
    switch joint {
    case .attribute: true
    case .base: isBread(food) && isHandheld
    case .medium: isLiquid || isComposed && !isDish(food)
    case .addition:
      food.name == base.name || isContained || isBlended || isComposed && isFilling
        || isWhole && (base.category == "sauce" || has(baseName, ["salad"])) && isFilling && !isDressing
    case .next, .alternative, .excluded, .correction: false
    }
  }

  /// The milk of a latte, the bread of a sandwich.
  private var isContained: Bool {
    base.kind != .food && food.name.hasSuffix("Milk") && base.per100Grams.protein > 1 && DishContents.isMilky(baseName)
      || isHandheld && isBread(food) && !has(foodName, ["chip", "garlic", "stick"])
      || DishContents.holds(baseName, foodName) && !has(foodName, ["chip", "fried"])
  }

  /// Whatever goes into the mixer is in the drink.
  private var isBlended: Bool { Self.isBlended(base) }

  static func isBlended(_ food: Food) -> Bool {
    let name = ByteSearch.folded(food.name)
    return food.kind != .food && ["smoothie", "shake"].contains { ByteSearch.holds(name, $0) }
  }

  private var isDressing: Bool { food.category == "fat" || has(foodName, ["dressing", "vinaigrette", "mayo"]) }

  private var isComposed: Bool {
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

  /// A frankfurter without its bread is called a hot dog as well, and a patty a burger: bread tells by its starch.
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

  /// Cheese, meat, leaves and sauces inside; not fries, drinks or bread beside it.
  private var isFilling: Bool {
    if food.category == "meat", has(baseName, ["scrambled"]) { return false }
    if isDressing, has(baseName, ["salad"]), !isContained { return false }
    return food.kind == .food && (!isDish(food) || isHandheld && has(foodName, ["chili", "slaw"])) && !isBread(food)
      && food.category != "grain"
      && !has(foodName, ["fries", "chips", "salad", "syrup", "ice cream", "soup", "cracker"])
      && (isHandheld || food.category != "fruit" || base.category == "dish"
        || has(baseName, ["cake", "muffin", "pie"]))
  }

  /// What fruit and fish are canned in.
  private var isLiquid: Bool { has(foodName, ["syrup", "juice", "water", "brine", "oil"]) && base.kind == .food }

  private func isBread(_ food: Food) -> Bool {
    food.category == "bread" || has(foodName, ["bread", "bun", "roll", "tortilla", "bagel", "pita", "cone"])
  }

  private func isDish(_ food: Food) -> Bool { food.category == "dish" || food.category == "soup" }

  private func has(_ name: [UInt8], _ words: [String]) -> Bool { words.contains { ByteSearch.holds(name, $0) } }
}
