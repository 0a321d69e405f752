@testable import Nutrition

/// The short form in which golden rows state what a text holds.
enum Golden {
  private static let parser = EmbeddedMealParser()

  static func summary(_ text: String) -> String {
    guard case .items(let items) = parser.parse(text) else { return "failure" }
    return items.map { "\($0.name) \($0.quantityText) \(Int($0.grams))g" }.joined(separator: "; ")
  }
}
