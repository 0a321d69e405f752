import CFoods
import TextModels

/// An ingredient of a dish.
package struct Ingredient: Sendable, Hashable {
  /// Name of a food of the built-in table.
  package let name: String
  /// Grams in 100 g of the dish.
  package let grams: Double

  /// The food, which `scripts/build-dishes` has found in the table.
  package var food: Food { FoodTable.builtIn.food(named: name) ?? .unreadable }
}

extension Food {
  /// The ingredients of a built-in dish by a typical recipe, at most 100 g; empty for other foods.
  package var ingredients: [Ingredient] {
    guard let row = Self.recipes[name], FoodTable.builtIn.food(named: name)?.reference == reference else { return [] }
    return row.split(separator: ";").compactMap { entry in
      guard let end = entry.lastIndex(of: " "), let grams = Double(entry[end...].dropFirst()) else { return nil }
      return Ingredient(name: String(entry[..<end]), grams: grams)
    }
  }

  /// The rows of `ingredients.tsv` by the name of the dish: `Vegetable Oil 5.2;Onion 14`.
  private static let recipes: [String: String] = Dictionary(
    uniqueKeysWithValues: TableRows.of(unsafe hearth_ingredients().contents).map { ($0[0], $0[1]) })
}

extension FoodTable {
  /// The foods that the words name, with the names of their ingredients.
  ///
  /// A food before the name of a dish takes the place of meat and fish: "tofu pad thai".
  package func ingredients(in words: [String]) -> [(words: Range<Int>, ingredients: [String])] {
    let stems = words.map(Stemmer.stem)
    var foods: [(words: Range<Int>, ingredients: [String])] = []
    for start in stems.indices where start >= foods.last?.words.upperBound ?? 0 {
      guard let found = longestMatch(stems, at: start, upTo: stems.count) else { continue }
      let replaced = start == foods.last?.words.upperBound ? ["meat", "fish"] : []
      let ingredients = self[found.food].ingredients.filter { !replaced.contains($0.food.category) }
      foods.append((start..<start + found.length, ingredients.map(\.name)))
    }
    return foods
  }
}
