package import Bytes
package import Nutrition

/// A food that a user created.
package struct OwnFood: Sendable, Equatable {
  /// UUID.
  package var id: String
  /// The owner.
  package var userID: String
  /// Name, nutrients and measures.
  package var facts: FoodFacts
  /// Other names.
  package var aliases: [String]
  /// Time of creation.
  package var createdAt: Timestamp
  /// Time of the last change.
  package var updatedAt: Timestamp

  /// The lookup key, unique for the user. `OwnFoodContent` has checked that the name has one.
  var key: String { FoodKey.of(name: facts.name) ?? facts.name }

  /// Approximate bytes that count against the user's quota (`0016_usage.sql`).
  var storedBytes: Int {
    aliases.reduce(500 + 2 * facts.name.utf8.count + facts.brand.utf8.count) { $0 + $1.utf8.count + 1 }
  }

  /// The food for the parser.
  package var food: Food { facts.food(reference: "own-" + id, aliases: spellings) }

  /// The food for the API.
  package var details: FoodDetails {
    FoodDetails(
      id: id, origin: .own, facts: facts, aliases: aliases, reference: "", created: createdAt.milliseconds,
      updated: updatedAt.milliseconds)
  }

  /// The aliases and the name with the brand.
  private var spellings: [String] { facts.brand.isEmpty ? aliases : aliases + [facts.brand + " " + facts.name] }
}
