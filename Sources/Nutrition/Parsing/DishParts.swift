/// What is a part of a dish rather than an item beside it.
struct DishParts {
  private let base: Food
  private let food: Food
  private let baseName: [UInt8]
  private let foodName: [UInt8]

  private init(base: Food, food: Food) {
    self.base = base
    self.food = food
    baseName = ByteSearch.folded(base.name)
    foodName = ByteSearch.folded(food.name)
  }

  /// - Parameters:
  ///   - joint: how `food` is joined to `base`.
  ///   - isListed: whether it stands in a list of what the base is made with.
  static func belongs(_ food: Food, to base: Food, joint: Joint, isListed: Bool = false) -> Bool {
    let parts = DishParts(base: base, food: food)
    return isListed ? parts.isFilling || base.kind == .drink && food.kind == .drink : parts.belongs(joint)
  }

  /// What is eaten from the hand and has its bread in it.
  static func isHandheld(_ food: Food) -> Bool { DishParts(base: food, food: food).isHandheld }

  /// Dishes whose figures hold what is usually in them.
  static func isComposed(_ food: Food) -> Bool { DishParts(base: food, food: food).isComposed }

  private func belongs(_ joint: Joint) -> Bool {
    switch joint {
    case .attribute: true
    case .base: isBread(food) && (isHandheld || has(baseName, ["burger"]))
    case .medium: isLiquid || isComposed && !isDish(food)
    case .addition: food.name == base.name || isComposed && isFilling
    case .next, .alternative, .excluded, .correction: false
    }
  }

  private var isComposed: Bool {
    isHandheld || Self.composed.contains(base.category)
      || has(
        baseName,
        [
          "pizza", "lasagn", "casserole", "omelet", "pie", "quiche", "sushi", "pancake", "waffle", "cake", "cookie",
          "muffin", "ice cream", "stew",
        ])
  }

  private static let composed: Set<String> = ["dish", "soup", "sweet", "snack", "baby"]

  private var isHandheld: Bool {
    has(
      baseName,
      [
        "sandwich", "burger", "burrito", "taco", "wrap", "quesadilla", "hot dog", "toastie", "panini",
        "enchilada",
        "fajita", "gyro", "kebab", "sloppy joe", "slider", "big mac", "whopper", "mcdouble", "mcmuffin",
      ])
  }

  /// Cheese, meat, leaves and sauces inside; not fries, drinks or bread beside it.
  private var isFilling: Bool {
    food.kind == .food && (!isDish(food) || isHandheld && has(foodName, ["chili", "slaw"])) && !isBread(food)
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
