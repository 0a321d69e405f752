/// Ingredients that dishes include by their nature, so that a text that mentions them adds nothing: the rice of sushi,
/// the milk of a latte. All names are folded (`ByteSearch.folded`).
enum ImpliedIngredients {
  /// Whether the dish includes the ingredient.
  static func contains(_ ingredient: [UInt8], in dish: [UInt8]) -> Bool {
    rows.contains { row in
      row.dishes.contains { ByteSearch.contains(dish, $0) }
        && row.ingredients.contains { ByteSearch.contains(ingredient, $0) }
    }
  }

  /// Whether the drink is made with milk.
  static func isMilky(_ drink: [UInt8]) -> Bool { milky.contains { ByteSearch.contains(drink, $0) } }

  private static let milky = [
    "latte", "cappuccino", "macchiato", "mocha", "cocoa", "hot chocolate", "milkshake", "milk shake", "chai",
    "flat white",
    "milk tea", "chocolate milk", "strawberry milk", "cafe au lait", "smoothie",
  ]

  private static let rows: [(dishes: [String], ingredients: [String])] = [
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
