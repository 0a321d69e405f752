import API
import Bytes
import Storage

extension FoodsService {
  /// Stores a new food of the user's.
  ///
  /// - Throws: `Problem` 409 `FOOD_EXISTS` where the user has one of that name, 429 `FOOD_LIMIT` where there are too many.
  func create(_ content: OwnFoodContent, userID: String) async throws -> OwnFood {
    let now = environment.now()
    let food = OwnFood(
      id: environment.newID(), userID: userID, facts: content.facts, aliases: content.aliases, createdAt: now,
      updatedAt: now)
    let limit = configuration.maxPerUser
    try await database.write { connection in
      guard try OwnFoodRepository.count(of: userID, in: connection) < limit else {
        throw Problem(
          status: 429, code: "FOOD_LIMIT", message: "There are \(limit) foods of your own already. Delete one first.")
      }
      try quota.admit(food.storedBytes, of: userID, in: connection)
      try Self.refusingDoubles { try OwnFoodRepository.insert(food, in: connection) }
    }
    return food
  }

  /// Changes a food of the user's own. - Throws: as `create`, and `Problem` 404.
  func update(
    _ id: String, userID: String, _ change: @escaping @Sendable (OwnFoodContent) throws -> OwnFoodContent
  ) async throws -> OwnFood {
    let now = environment.now()
    return try await database.write { connection in
      guard var food = try OwnFoodRepository.find(id: id.lowercased(), userID: userID, in: connection) else {
        throw Self.unknown(id)
      }
      let content = try change(OwnFoodContent(facts: food.facts, aliases: food.aliases))
      let bytes = food.storedBytes
      food.facts = content.facts
      food.aliases = content.aliases
      food.updatedAt = now
      let changed = food
      try quota.admit(changed.storedBytes - bytes, of: userID, in: connection)
      try Self.refusingDoubles { try OwnFoodRepository.update(changed, in: connection) }
      return changed
    }
  }

  func delete(_ id: String, userID: String) async throws {
    let deleted = try await database.write {
      try OwnFoodRepository.delete(id: id.lowercased(), userID: userID, in: $0)
    }
    guard deleted else { throw Self.unknown(id) }
  }

  /// What is there but nobody's own can be seen and not changed.
  static func unknown(_ id: String) -> Problem {
    let isShared = ImportedFood.number(id.lowercased()) != nil || BuiltInFoods.find(id.lowercased()) != nil
    return isShared ? .forbidden("Only foods of your own can be changed.") : .notFound("There is no such food.")
  }

  private static func refusingDoubles(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch StorageError.uniqueViolation {
      throw Problem.conflict(code: "FOOD_EXISTS", "You have a food of that name already.")
    }
  }
}
