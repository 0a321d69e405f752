import API
import Bytes
import Storage

/// Changes the own foods of users.
struct OwnFoods: Sendable {
  let database: any Database
  let quota: StorageQuota
  let environment: Environment
  /// The maximum number of foods of one user.
  let maxPerUser: Int

  /// Stores a new food of the user.
  ///
  /// - Throws: `Problem` 409 `FOOD_EXISTS` if the user has a food with this name, 429 `FOOD_LIMIT` at the maximum.
  func create(_ content: OwnFoodContent, userID: String) async throws -> OwnFood {
    let now = environment.now()
    let food = OwnFood(
      id: environment.newID(), userID: userID, facts: content.facts, aliases: content.aliases, createdAt: now,
      updatedAt: now)
    let limit = maxPerUser
    try await database.write(in: .user(userID)) { connection in
      guard try OwnFoodRepository.count(of: userID, in: connection) < limit else {
        throw Problem(
          status: 429, code: "FOOD_LIMIT", message: "You already have \(limit) foods of your own. Delete one first."
        ).naming(settings: "foods.max_per_user")
      }
      try quota.admit(food.storedBytes, of: userID, in: connection)
      try Self.refusingDuplicates { try OwnFoodRepository.insert(food, in: connection) }
    }
    return food
  }

  /// Changes an own food.
  ///
  /// - Throws: as ``create``, and `Problem` 404 or 403.
  func update(
    _ id: String, userID: String, _ change: @escaping @Sendable (OwnFoodContent) throws -> OwnFoodContent
  ) async throws -> OwnFood {
    let now = environment.now()
    return try await database.write(in: .user(userID)) { connection in
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
      try Self.refusingDuplicates { try OwnFoodRepository.update(changed, in: connection) }
      return changed
    }
  }

  /// Deletes an own food. - Throws: `Problem` 404 or 403.
  func delete(_ id: String, userID: String) async throws {
    let deleted = try await database.write(in: .user(userID)) {
      try OwnFoodRepository.delete(id: id.lowercased(), userID: userID, in: $0)
    }
    guard deleted else { throw Self.unknown(id) }
  }

  /// The error for an id that is no own food: 403 if a built-in or imported food has it, otherwise 404.
  private static func unknown(_ id: String) -> Problem {
    let isShared = ImportedFood.number(id.lowercased()) != nil || BuiltInFoods.find(id.lowercased()) != nil
    return isShared ? .forbidden("Only your own foods can be changed.") : .notFound("Food not found.")
  }

  private static func refusingDuplicates(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch StorageError.uniqueViolation {
      throw Problem.conflict(code: "FOOD_EXISTS", "You already have a food with this name.")
    }
  }
}
