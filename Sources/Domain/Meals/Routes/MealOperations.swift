import API
import JSONCodec

/// The operations under `/api/v1/meal-logs`.
enum MealOperations {
  private static let tag = "Meal logs"

  static let logText = Operation(
    "logMealInWords", "POST", "/api/v1/meal-logs/natural", authentication: .bearer, tag: tag,
    "Log a meal in words",
    description: "Stores the log with the status `processing` and parses it in the background.",
    parameters: [idempotencyKey],
    body: .json(
      [
        .text("raw_input", length: MealInput.rawInputLength, "The meal in words."), mealType, loggedAt, language,
      ], example: ["raw_input": "2 boiled eggs", "meal_type": "breakfast", "logged_at": "2026-01-15T12:00:00Z"]),
    responses: [
      .success(
        "The stored log. If the request repeats an earlier one, the log of that one.", MealSchemas.acceptedLog,
        status: 201, flattened: true, example: MealExamples.processing.merging(["estimated_completion_seconds": 1]))
    ], errors: [keyReused, deletedSince, .quotaExceeded, tooManyPending])

  static let logItems = Operation(
    "logMealItems", "POST", "/api/v1/meal-logs/batch", authentication: .bearer, tag: tag,
    "Log a meal item by item", parameters: [idempotencyKey],
    body: .json(
      [mealType, loggedAt, items],
      example: ["meal_type": "breakfast", "items": [MealExamples.newItem]]),
    responses: [
      answer(
        "The stored log. If the request repeats an earlier one, the log of that one.", status: 201,
        example: MealExamples.manual)
    ], errors: [keyReused, deletedSince, .quotaExceeded])

  static let list = Operation(
    "listMealLogs", "GET", "/api/v1/meal-logs", authentication: .bearer, tag: tag, "List meal logs",
    description: "Ordered by `logged_at`, newest first. A page has 50 logs by default.",
    parameters: [
      .query(
        .string("status", oneOf: ["pending"] + MealStatus.allCases.map(\.rawValue), "`pending` means `processing`.")),
      .query(.string("meal_type", oneOf: MealType.allCases.map(\.rawValue), "The meal of the day.")),
      .query(.init("start_date", dateOrTime, "The earliest `logged_at`.").or("from")),
      .query(.init("end_date", dateOrTime, "The latest `logged_at`. A date includes its whole day.").or("to")),
      TimeZoneParameter.declaration,
    ] + ParameterDeclaration.page(),
    responses: [
      .success(
        "One page of logs.", .page("meal_logs", of: MealSchemas.log),
        example: [
          "meal_logs": [MealExamples.completed], "total_count": 1, "total": 1, "limit": 50, "offset": 0,
          "has_more": false,
        ])
    ])

  static let summary = Operation(
    "summarizeMealLogs", "GET", "/api/v1/meal-logs/summary", authentication: .bearer, tag: tag,
    "Add up meal logs by day",
    description: "Days without a completed or manual log are absent. Both bounds are today by default.",
    parameters: [
      .query(.init("from", dateOrTime, "The first day.")),
      .query(
        .init("to", dateOrTime, "The last day, at most \(MealInput.maxSummaryDays) days after `from`.")),
      TimeZoneParameter.declaration,
    ],
    responses: [
      .success(
        "The totals of each day.",
        .object([
          .array("days", of: MealSchemas.day, "In order."), .time("from", "The begin of the period."),
          .time("to", "The end of the period, exclusive."), .string("timezone", "The time zone of the days."),
        ]),
        example: [
          "days": [MealExamples.day], "from": "2026-01-15T00:00:00Z", "to": "2026-01-16T00:00:00Z", "timezone": "UTC",
        ])
    ])

  static let get = Operation(
    "getMealLog", "GET", "/api/v1/meal-logs/{id}", authentication: .bearer, tag: tag, "Get a meal log",
    parameters: [id], responses: [answer("The log.", example: MealExamples.completed)])

  static let replaceItems = Operation(
    "replaceMealLogItems", "PUT", "/api/v1/meal-logs/{id}", authentication: .bearer, tag: tag,
    "Replace the items of a meal log", parameters: [id],
    body: .json([items], example: ["items": [MealExamples.newItem]]),
    responses: [answer("The changed log.", example: MealExamples.manual)],
    errors: [.init(409, "NOT_EDITABLE", "The log is being parsed, or parsing failed."), .quotaExceeded])

  static let delete = Operation(
    "deleteMealLog", "DELETE", "/api/v1/meal-logs/{id}", authentication: .bearer, tag: tag, "Delete a meal log",
    description: "Also deletes its notifications that were not delivered.", parameters: [id],
    responses: [.noContent("The log is deleted.")])

  static let retry = Operation(
    "retryMealLog", "POST", "/api/v1/meal-logs/{id}/retry", authentication: .bearer, tag: tag,
    "Parse a failed meal log again", parameters: [id],
    responses: [answer("The log, whose status is `processing`.", example: MealExamples.processing)],
    errors: [.init(409, "NOT_FAILED", "Only a failed log can be parsed again."), .quotaExceeded, tooManyPending])

  /// All operations.
  static let all = [logText, logItems, summary, list, get, replaceItems, delete, retry]

  // MARK: - Parts

  private static let id = ParameterDeclaration.path("id", "The id of the log, in any case.")

  private static let idempotencyKey = ParameterDeclaration.header(
    .init(
      "Idempotency-Key",
      .string(length: MealInput.idempotencyKeyLength).matching(#"[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?"#),
      "A repeated request with this key has no further effect and gets the log of the first one, or 410 if that was deleted."
    ))

  private static let mealType = FieldDeclaration.string(
    "meal_type", oneOf: MealType.allCases.map(\.rawValue), "The meal of the day.")

  private static let loggedAt = FieldDeclaration.time("logged_at", "The time of the meal; now if it is absent.")
    .optionalOrNull

  private static let language = FieldDeclaration.text(
    "language", length: MealInput.languageLength,
    "The language that the user probably writes, as a tag like `pt-BR`; by default that of the profile, else of `Accept-Language`. The text itself decides, and other languages than es, pt, fr, de and it are ignored."
  ).optionalOrNull

  private static let items = FieldDeclaration.array(
    "items", of: MealSchemas.newItem, count: 1...MealInput.maxItems, "The foods.")

  private static let dateOrTime = Schema.oneOf(.date, .time)

  private static let keyReused = ErrorDeclaration(
    409, "IDEMPOTENCY_KEY_REUSED", "The key was used for a request with other content.")

  private static let deletedSince = ErrorDeclaration(
    410, "MEAL_LOG_DELETED", "The request repeats an earlier one, whose log was deleted since. Nothing is stored.")

  private static let tooManyPending = ErrorDeclaration(
    429, "RATE_LIMIT",
    "Too many meals of the account wait for the parser, or it made too many changes. `Retry-After` states the seconds.")

  /// A response with a log.
  static func answer(_ summary: String, status: Int = 200, example: JSONValue) -> ResponseDeclaration {
    .success(summary, MealSchemas.log, status: status, flattened: true, example: example)
  }
}
