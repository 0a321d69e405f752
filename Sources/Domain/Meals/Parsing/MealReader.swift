package import Nutrition

/// A source of the items of a meal in words, for the job that parses it.
package protocol MealReader: Sendable {
  /// Reads a meal in a bounded time, whatever an external service does. Runs on a worker's thread.
  ///
  /// - Parameters:
  ///   - language: code of the language that the user probably writes; the text decides.
  ///   - additionalFoods: foods besides the built-in table.
  /// - Throws: a transient error, after which the job is retried.
  func read(
    _ text: String, language: String?, userID: String, additionalFoods: FoodOverlay
  ) async throws -> MealParse
}

/// A reader that uses a parser only, without an external service.
package struct ParserReader: MealReader {
  private let parser: any MealParser

  /// Creates a reader that uses `parser` for every meal.
  package init(_ parser: any MealParser) { self.parser = parser }

  /// Parses the meal at once.
  package func read(
    _ text: String, language: String?, userID: String, additionalFoods: FoodOverlay
  ) -> MealParse {
    parser.parse(text, additionalFoods: additionalFoods, language: language)
  }
}
