package import API
import Bytes
import Crypto
import HTTPServer
import JSONCodec

/// The routes under `/api/v1/meal-logs`.
package struct MealRoutes: Sendable {
  private let meals: MealsService

  /// Creates the routes of a service.
  package init(meals: MealsService) { self.meals = meals }

  /// All routes; each requires authentication.
  package var routes: [Route] {
    [
      Route(MealOperations.logText) { try await logText($0) },
      Route(MealOperations.logItems) { try await logManually($0) },
      Route(MealOperations.summary) { try await summary($0) },
      Route(MealOperations.list) { try await list($0) },
      Route(MealOperations.get) { request in
        Self.answer(try await meals.get(id: request.parameter("id"), userID: try request.requireIdentity().userID))
      },
      Route(MealOperations.replaceItems) { request in
        let userID = try request.requireIdentity().userID
        let items = try MealInput.items(try request.jsonObject(), environment: meals.environment)
        return Self.answer(try await meals.replaceItems(items, id: request.parameter("id"), userID: userID))
      },
      Route(MealOperations.delete) { request in
        try await meals.delete(id: request.parameter("id"), userID: try request.requireIdentity().userID)
        return .noContent
      },
      Route(MealOperations.retry) { request in
        Self.answer(try await meals.retry(id: request.parameter("id"), userID: try request.requireIdentity().userID))
      },
    ]
  }

  private func logText(_ request: Request) async throws -> Response {
    let body = try request.jsonObject()
    var log = try newLog(request, body, status: .processing)
    let profile = try await meals.profileLanguage(of: log.userID)
    log.language = try MealInput.language(body, request, profile: profile)
    let stored = try await meals.logText(log, as: try idempotencyKey(of: request, body))
    return .success(
      MealLogJSON.log(stored).merging(["estimated_completion_seconds": 1]), status: 201, flattened: true)
  }

  private func logManually(_ request: Request) async throws -> Response {
    let body = try request.jsonObject()
    var log = try newLog(request, body, status: .manual)
    log.items = try MealInput.items(body, environment: meals.environment)
    return Self.answer(try await meals.logManually(log, as: try idempotencyKey(of: request, body)), status: 201)
  }

  /// Requests are equal if their JSON values are, regardless of member order and white space.
  private func idempotencyKey(of request: Request, _ body: [String: JSONValue]) throws -> IdempotencyKey? {
    guard let key = try MealInput.idempotencyKey(request) else { return nil }
    let content = JSONValue.object(body).encoded
    return IdempotencyKey(key: key, digest: Hex.encode(SHA256.digest(Array(request.path.utf8) + content)))
  }

  private func newLog(_ request: Request, _ body: [String: JSONValue], status: MealStatus) throws -> MealLog {
    let now = meals.environment.now()
    return MealLog(
      id: meals.environment.newID(), userID: try request.requireIdentity().userID,
      rawInput: status == .manual ? "" : try MealInput.rawInput(body), mealType: try MealInput.mealType(body),
      status: status, loggedAt: try MealInput.loggedAt(body, now: now),
      processingStartedAt: status == .processing ? now : nil, createdAt: now, updatedAt: now)
  }

  private func list(_ request: Request) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let filter = try MealInput.filter(request, zone: try await zone(of: request, userID: userID))
    let (logs, total) = try await meals.list(filter, userID: userID)
    return .success(filter.page.list("meal_logs", logs.map(MealLogJSON.log), total: total))
  }

  /// Responds with the totals per day of completed and manual logs.
  private func summary(_ request: Request) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let zone = try await zone(of: request, userID: userID)
    let today = zone.day(of: meals.environment.now())
    let tomorrow = today.advanced(by: .seconds(86400))
    let from = try MealInput.bound(request, "from", endOfDay: false, zone: zone) ?? zone.start(ofDay: today)
    let last = try MealInput.bound(request, "to", endOfDay: false, zone: zone) ?? zone.start(ofDay: today)
    let until = try MealInput.bound(request, "to", endOfDay: true, zone: zone) ?? zone.start(ofDay: tomorrow)
    // Local times, between which days have 24 hours.
    guard from < until,
      zone.local(last).since(zone.local(from)) <= .seconds(86400 * MealInput.maxSummaryDays)
    else {
      throw Problem.badRequest(
        "from must be before to, by at most \(MealInput.maxSummaryDays) days.",
        details: ["from": "before to", "to": "at most \(MealInput.maxSummaryDays) days after from"])
    }
    let days = try await meals.totals(in: from..<until, zone: zone, userID: userID)
    let rows = days.map { day in
      JSONValue.object(MealLogJSON.totals(day.totals)).merging([
        "date": .string(day.date), "meal_count": .integer(Int64(day.count)),
      ])
    }
    return .success([
      "days": .array(rows), "from": .string(from.rfc3339), "to": .string(until.rfc3339),
      "timezone": .string(zone.name),
    ])
  }

  /// Returns the zone of the query, else that of the profile.
  private func zone(of request: Request, userID: String) async throws -> TimeZoneRules {
    if let stated = try request.timeZone(in: meals.environment) { return stated }
    return try await meals.timeZone(of: userID)
  }

  private static func answer(_ log: MealLog, status: Int = 200) -> Response {
    .success(MealLogJSON.log(log), status: status, flattened: true)
  }
}
