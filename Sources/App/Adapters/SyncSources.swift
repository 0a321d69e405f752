import Meals
import Storage
import Sync

extension MealSyncItems: SharedItems {}

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
