import Testing

@testable import Nutrition

/// Foods without a comma between them, as people type them.
@Suite struct AdjacentFoodTests {
  private func items(_ text: String) -> [String] {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return [] }
    return items.map { "\($0.name) \($0.quantityText)" }
  }

  @Test(arguments: [
    ("porridge honey", ["Oatmeal 1 cup", "Honey 1 serving"]), ("toast jam", ["Toast 1 piece", "Jam 1 tbsp"]),
    (
      "cheese & pickle sarnie apple twix",
      ["Cheese and Pickle Sandwich 1 piece", "Apple 1 medium", "Twix 1 packet"]
    ),
    ("cheeseburger mayo", ["Cheeseburger 1 serving", "Mayonnaise 1 serving"]),
    ("chicken tikka masala naan", ["Chicken Tikka Masala 1 cup", "Naan 1 piece"]),
    ("soup bread", ["Soup 1 cup", "Bread 1 piece"]),
    ("bread ham", ["Bread 1 piece", "Ham 1 slice"]), ("pasta tuna", ["Pasta 1 cup", "Tuna 1 can"]),
    ("tea lemon", ["Tea 1 cup", "Lemon 1 serving"]),
    ("undhiyu big katori shrikhand 2 tbsp", ["Undhiyu 1 cup", "Shrikhand 2 tbsp"]),
    ("kenkey fried fish shito", ["Kenkey 1 ball", "Fried Fish 1 fillet", "Shito 1 tbsp"]),
    ("pain au lait + 2 carrés de chocolat", ["Milk Roll 1 piece", "Milk Chocolate 2 squares"]),
    ("yaourt frites", ["Yogurt 1 container", "French Fries 1 serving"]),
    ("tea milk 2 sugars", ["English Tea 1 cup", "Sugar 2 pieces"]),
    ("coffee with 2 sugars and milk", ["Coffee 1 cup", "Sugar 2 pieces", "Milk 2 tbsp"]),
    ("2 slices of bread with ham and cheese", ["Bread 2 slices", "Ham 1 slice", "Cheese 1 slice"]),
    ("bread with light cream cheese", ["Bread 1 piece", "Light Cream Cheese 1 serving"]),
    ("two eggs and bread", ["Egg 2 pieces", "Bread 1 piece"]),
    ("half an avocado on toast", ["Avocado 0.5 piece", "Toast 1 piece"]), ("1/2 a banana", ["Banana 0.5 medium"]),
    ("chicken tikka masala with naan and rice", ["Chicken Tikka Masala 1 cup", "Naan 1 piece", "Rice 1 cup"]),
  ])
  func areFoodsOfTheirOwn(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  /// The flavor or the filling follows the food, or the ingredient precedes it.
  @Test(arguments: [
    ("chobani (peach)", ["Fruit Greek Yogurt 1 piece"]), ("ice lolly blackcurrant", ["Popsicle 1 piece"]),
    ("smoothie mango", ["Smoothie 1 serving"]), ("burrito chorizo", ["Burrito 1 small"]),
    ("lamb curry pie", ["Pie 1 piece"]), ("egg mayo baguette", ["Baguette 1 serving"]),
    ("pumpkin pancakes", ["Pumpkin Pancakes 1 serving"]),
  ])
  func areOneFood(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("drumsticks x2 rice", ["Chicken Drumstick 2 pieces", "Rice 1 cup"]),
    ("wings 10 celery", ["Chicken Wings 10 pieces", "Celery 1 serving"]),
    ("eggs 2 scrambled toast", ["Egg 2 pieces", "Toast 1 piece"]),
    ("tofu 2 scrambled eggs", ["Tofu 1 serving", "Scrambled Eggs 2 pieces"]),
    ("khichdi with ghee 1 tsp", ["Khichdi 1 plate", "Ghee 1 tsp"]),
    ("coffee with milk 1 cup", ["Coffee with Milk 1 cup"]),
  ])
  func countsFollowTheirFoods(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("chicken/ string cheese/ diet coke", ["Chicken 1 serving", "String Cheese 1 piece", "Diet Cola 1 can"]),
    ("desayuno: café c/ leche y 2 huevos", ["Coffee with Milk 1 serving", "Egg 2 pieces"]),
  ])
  func aSlashBeforeASpaceSeparates(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }
}
