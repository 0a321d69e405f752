import Bytes
package import Nutrition

/// Completes the text "test meal" with the items of a fixed meal, for development only.
///
/// The end-to-end test of a documented client logs these words and waits for `completed`
/// (docs/api/operations.md#development). No food has that name, so without `--dev` they fail like any other text without
/// a food.
package struct TestMealReader: MealReader {
  private let reader: any MealReader

  /// - Parameter reader: reads every other text.
  package init(_ reader: any MealReader) { self.reader = reader }

  /// Reads a text. Never throws for "test meal".
  package func read(
    _ text: String, language: String?, userID: String, additionalFoods: FoodOverlay
  ) async throws -> MealParse {
    guard text.trimmingWhitespace().lowercased() == "test meal" else {
      return try await reader.read(text, language: language, userID: userID, additionalFoods: additionalFoods)
    }
    let meal = "120g chicken breast, 1 cup broccoli, 1 tbsp olive oil"
    guard case .items(var items) = EmbeddedMealParser().parse(meal) else { return EmbeddedMealParser().parse(text) }
    for index in items.indices { items[index].add(note: "stands for \"test meal\" in development") }
    return .items(items)
  }
}
