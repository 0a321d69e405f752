package import Bytes
package import Nutrition

/// A food that a user wrote down.
package struct OwnFood: Sendable, Equatable {
  package var id: String
  package var userID: String
  package var facts: FoodFacts
  package var aliases: [String]
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  /// By which two foods of a user are the same; checked when the food was read, so it has one.
  var key: String { FoodKey.of(name: facts.name) ?? facts.name }

  /// About the bytes that the food counts for (`0016_usage.sql`).
  var storedBytes: Int {
    aliases.reduce(500 + 2 * facts.name.utf8.count + facts.brand.utf8.count) { $0 + $1.utf8.count + 1 }
  }

  package var food: Food { facts.food(reference: "own-" + id, aliases: spellings) }

  package var shown: ShownFood {
    ShownFood(
      id: id, origin: .own, facts: facts, aliases: aliases, reference: "", created: createdAt.milliseconds,
      updated: updatedAt.milliseconds)
  }

  /// The aliases, and the name with the brand before it.
  private var spellings: [String] { facts.brand.isEmpty ? aliases : aliases + [facts.brand + " " + facts.name] }
}
