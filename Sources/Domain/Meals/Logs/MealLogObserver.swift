package import Storage

/// Observes the changes of meal logs, in the transactions that make them.
package protocol MealLogObserver: Sendable {
  /// The log was created or changed.
  func changed(id: String, userID: String, in connection: any SQLConnection) throws
  /// The log was deleted.
  func deleted(id: String, userID: String, in connection: any SQLConnection) throws
}
