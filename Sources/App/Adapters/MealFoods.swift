import Foods
import Meals
import Nutrition

/// The meal parser's view of the foods.
struct MealFoods: FoodOverlaySource {
  let foods: FoodsService

  func foods(for text: String, userID: String) async throws -> FoodOverlay {
    try await foods.overlay(for: text, userID: userID)
  }
}
