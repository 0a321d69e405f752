import Foods
import Meals
import Nutrition

/// The meal parser's view of the foods.
struct MealFoods: FurtherFoodSource {
  let foods: FoodsService

  func foods(for text: String, userID: String) async throws -> FurtherFoods {
    try await foods.further(for: text, userID: userID)
  }
}
