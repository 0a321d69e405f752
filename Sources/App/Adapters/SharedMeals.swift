import JSONCodec
import Meals
import Storage
import Sync

/// Meal logs as items that devices share.
struct SharedMeals: SharedItems {
  let meals: MealsService

  func storedID(_ id: String, userID: String, in connection: any SQLConnection) throws -> String {
    try meals.logID(id, userID: userID, in: connection)
  }

  func isSame(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws -> Bool {
    try meals.isSame(content, id: id, userID: userID, in: connection)
  }

  func store(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws {
    try meals.store(content, id: id, userID: userID, in: connection)
  }

  func remove(id: String, userID: String, in connection: any SQLConnection) throws {
    try meals.remove(id: id, userID: userID, in: connection)
  }

  func content(id: String, userID: String, in connection: any SQLConnection) throws -> JSONValue? {
    try meals.content(id: id, userID: userID, in: connection)
  }

  func committed(userID: String) { meals.committed(userID: userID) }
}

/// Records all changes of meal logs in the change log that devices read.
struct SyncChangeRecorder: MealLogObserver {
  let log: ChangeLog
  /// Whether the server itself makes the changes.
  var isServers = false

  func changed(id: String, userID: String, in connection: any SQLConnection) throws {
    try log.changed(.mealLog, id: id, userID: userID, isDeleted: false, isServers: isServers, in: connection)
  }

  func deleted(id: String, userID: String, in connection: any SQLConnection) throws {
    try log.changed(.mealLog, id: id, userID: userID, isDeleted: true, isServers: isServers, in: connection)
  }
}
