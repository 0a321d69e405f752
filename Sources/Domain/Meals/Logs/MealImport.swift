package import Bytes
import HealthModels
package import Nutrition
package import Storage

/// Stores meals that were parsed before, in the caller's transaction, for demo data. Clients get no events of them.
package struct MealImport: Sendable {
  private let environment: Environment
  private let observer: any MealLogObserver

  /// - Parameter observer: notified of every meal.
  package init(environment: Environment, changes observer: any MealLogObserver) {
    self.environment = environment
    self.observer = observer
  }

  /// Stores a meal that was logged and parsed now.
  /// - Parameters:
  ///   - mealType: `breakfast`, `lunch`, `dinner` or `snack`.
  ///   - parse: the result for `text`. A failure is stored as a failed log.
  package func insert(
    _ text: String, mealType: String, parse: MealParse, userID: String, in connection: any SQLConnection
  ) throws {
    let now = environment.now()
    var log = MealLog(
      id: environment.newID(), userID: userID, rawInput: text, mealType: mealType, status: .completed, loggedAt: now,
      processingStartedAt: now, processingCompletedAt: now, createdAt: now, updatedAt: now)
    switch parse {
    case .items(let items): log.items = items.map { MealItem($0, environment: environment) }
    case .failure(let reason, let suggestions):
      log.status = .failed
      log.errorCode = MealParsingHandler.failureCode
      log.errorMessage = MealParsingHandler.failureMessage
      log.failure = MealFailure(details: reason, suggestions: suggestions)
    }
    try MealLogRepository.insert(log, as: nil, in: connection)
    try observer.changed(id: log.id, userID: userID, in: connection)
  }

  /// The number of a user's logs.
  package static func count(of userID: String, in connection: any SQLConnection) throws -> Int {
    try MealLogRepository.count(of: userID, in: connection)
  }
}

extension MealItem {
  /// The row of a parsed item.
  init(_ parsed: ParsedItem, environment: Environment) {
    self.init(
      id: environment.newID(), name: parsed.name, localizedName: parsed.localizedName,
      quantityText: parsed.quantityText,
      quantityValue: parsed.quantityValue, unit: parsed.unit, grams: parsed.grams, nutrients: parsed.nutrients,
      confidence: parsed.confidence, notes: parsed.notes, foodType: parsed.kind.rawValue, createdAt: environment.now())
  }
}
