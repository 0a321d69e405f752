import Testing

@testable import Coach

/// Dishes whose recipes have what a user must not or does not eat.
@Suite struct DishConflictTests {
  private static func foods(_ key: String, _ message: String) -> [String] {
    FoodConflict.all([key], in: FoodText(message)).map(\.food)
  }

  private static func foods(_ condition: DietaryCondition, _ message: String) -> [String] {
    FoodConflict.all(of: [condition], in: FoodText(message)).map(\.food)
  }

  @Test(arguments: [
    ("peanut", "can I have gado gado", "gado gado"), ("peanut", "can I have kare kare", "kare kare"),
    ("peanut", "is ndole ok for me", "ndole"), ("milk", "log palak paneer", "palak paneer"),
    ("milk", "a bowl of dal makhani", "dal makhani"), ("gluten", "koshari for lunch", "koshari"),
    ("gluten", "seitan stir fry tonight?", "seitan stir fry"), ("egg", "bibingka with coffee", "bibingka"),
    ("fish", "is nasi lemak fine?", "nasi lemak"), ("sesame", "hot dry noodles", "hot dry noodles"),
    ("nuts", "chiles en nogada", "chiles en nogada"), ("shellfish", "what about cheung fun", "cheung fun"),
    ("soy", "filipino adobo", "adobo"), ("pork", "lumpia please", "lumpia"),
  ])
  func findsAllergensOfIngredients(_ key: String, _ message: String, _ food: String) {
    #expect(Self.foods(key, message).contains(food))
  }

  /// The ingredients of ingredients count: the sauce of a dish.
  @Test func findsAllergensOfSauces() {
    #expect(Self.foods("fish", "spring onions with cocktail sauce") == ["cocktail sauce"])
  }

  @Test(
    arguments: [
      (.vegan, "can I eat dal makhani", "dal makhani"), (.vegan, "kare kare", "kare kare"),
      (.vegetarian, "how about mansaf", "mansaf"), (.halal, "is feijoada ok", "feijoada"),
    ] as [(DietaryCondition, String, String)])
  func findsFoodsThatADietExcludes(_ condition: DietaryCondition, _ message: String, _ food: String) {
    #expect(Self.foods(condition, message) == [food])
  }

  @Test(arguments: [
    ("peanut", "gado gado without peanuts"), ("peanut", "peanut free kare kare"), ("gluten", "can I have injera"),
    ("milk", "chana masala"), ("egg", "log tofu scramble"), ("fish", "palak paneer"),
  ])
  func findsNothingInSuitableDishes(_ key: String, _ message: String) {
    #expect(Self.foods(key, message).isEmpty)
  }

  /// Amount and heat decide there.
  @Test(
    arguments: [
      (.diabetes, "massaman curry"), (.pregnancy, "can I have canh chua"), (.vegan, "vegan kare kare"),
      (.vegetarian, "tofu ndole"),
    ] as [(DietaryCondition, String)])
  func leavesOtherConditionsToTheirOwnFoods(_ condition: DietaryCondition, _ message: String) {
    #expect(Self.foods(condition, message).isEmpty)
  }
}
