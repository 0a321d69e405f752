/// What dishes hold by their nature, so that naming it with them adds nothing: the bun of a burger, the milk of a latte.
enum DishContents {
  /// - Parameters:
  ///   - dish: the folded name of a food.
  ///   - part: that of what is said to be with it.
  static func holds(_ dish: [UInt8], _ part: [UInt8]) -> Bool {
    rows.contains { row in
      row.dishes.contains { ByteSearch.holds(dish, $0) } && row.parts.contains { ByteSearch.holds(part, $0) }
    }
  }

  /// Whether a drink is made with milk, whatever else is in it.
  static func isMilky(_ drink: [UInt8]) -> Bool { milky.contains { ByteSearch.holds(drink, $0) } }

  private static let milky = [
    "latte", "cappuccino", "macchiato", "mocha", "cocoa", "hot chocolate", "milkshake", "milk shake", "chai",
    "flat white",
    "milk tea", "chocolate milk", "strawberry milk", "cafe au lait", "smoothie",
  ]

  private static let rows: [(dishes: [String], parts: [String])] = [
    (["bubble tea", "boba"], ["tapioca", "boba", "pearl"]),
    (["omelet", "scrambled", "frittata", "quiche"], ["egg"]),
    (["ramen", "pho", "udon", "lo mein", "chow mein", "pad thai"], ["noodle", "broth"]),
    (
      ["sushi", "nigiri", "california roll", "risotto", "paella", "fried rice", "biryani"], ["rice", "seaweed", "nori"]
    ),
    (["pizza", "lasagna", "mac and cheese"], ["crust", "dough", "cheese", "tomato sauce"]),
    (["mixed nuts", "trail mix"], ["peanut", "almond", "cashew", "walnut", "raisin"]),
    (["mayonnaise"], ["oil"]),
    (["taco", "burrito", "quesadilla", "fajita", "enchilada"], ["tortilla"]),
    (
      ["caesar salad", "potato salad", "coleslaw", "macaroni salad", "pasta salad", "egg salad", "tuna salad"],
      ["dressing", "mayonnaise"]
    ),
  ]
}
