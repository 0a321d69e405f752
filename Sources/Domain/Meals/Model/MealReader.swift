package import Nutrition

/// Finds out what a meal consists of, for the job that parses it.
package protocol MealReader: Sendable {
  /// Runs on a worker's thread; it keeps the job for a bounded time, whatever a third party does.
  ///
  /// - Parameter further: foods to know beside the built-in table.
  /// - Throws: what another try of the job may mend.
  func read(_ text: String, userID: String, knowing further: FoodOverlay) async throws -> MealParse
}

/// A parser that knows everything itself.
package struct ParserReader: MealReader {
  private let parser: any MealParser

  package init(_ parser: any MealParser) { self.parser = parser }

  package func read(_ text: String, userID: String, knowing further: FoodOverlay) -> MealParse {
    parser.parse(text, knowing: further)
  }
}
