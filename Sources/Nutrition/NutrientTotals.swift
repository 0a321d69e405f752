package import HealthModels

/// The sum of a meal's items.
package struct NutrientTotals: Sendable, Hashable {
  /// Sum of the items' nutrients.
  package private(set) var nutrients = Nutrients.zero
  /// Sum of the items' weights.
  package private(set) var grams = 0.0
  /// The smallest confidence of any item, 0...1; 1 if there are no items.
  package private(set) var confidence = 1.0

  /// Sums the items.
  package init(_ items: some Sequence<ParsedItem> = []) { for item in items { add(item) } }

  /// Adds one more item.
  package mutating func add(_ item: ParsedItem) {
    nutrients = nutrients + item.nutrients
    grams += item.grams
    confidence = min(confidence, item.confidence)
  }
}
