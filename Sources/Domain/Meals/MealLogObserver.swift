package import Storage

/// Hears of every change of a meal log, in the transaction that makes it.
package protocol MealLogObserver: Sendable {
  /// The log is new, or is not what it was.
  func changed(id: String, userID: String, in connection: any SQLConnection) throws
  /// The log is gone.
  func deleted(id: String, userID: String, in connection: any SQLConnection) throws
}

/// Where nobody wants to know.
package struct UnheardMealChanges: MealLogObserver {
  package init() {}

  package func changed(id: String, userID: String, in connection: any SQLConnection) throws {}
  package func deleted(id: String, userID: String, in connection: any SQLConnection) throws {}
}
