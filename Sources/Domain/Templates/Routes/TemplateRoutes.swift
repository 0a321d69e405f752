package import API
import HTTPServer
import JSONCodec

/// The routes of templates, the same for every kind.
package struct TemplateRoutes: Sendable {
  /// The maximum length of a search in UTF-8.
  static let maxSearchBytes = 200
  /// The meals that a log can have; templates have two more.
  static let loggedMealTypes = ["breakfast", "lunch", "dinner", "snack"]

  private let templates: TemplatesService
  private let meals: any MealRecorder

  /// - Parameter meals: logs the foods of meal templates.
  package init(templates: TemplatesService, meals: any MealRecorder) {
    self.templates = templates
    self.meals = meals
  }

  /// All routes; each requires authentication.
  package var routes: [Route] {
    TemplateOperations.all.flatMap(commonRoutes) + mealRoutes
      + WellnessTemplateOperations.approve.map { operation in Route(operation) { try await decide($0, .active) } }
      + WellnessTemplateOperations.reject.map { operation in Route(operation) { try await decide($0, .rejected) } }
  }

  /// The routes of one base path, the same for every kind.
  private func commonRoutes(_ operations: TemplateOperations) -> [Route] {
    let kind = operations.kind
    return [
      Route(operations.list) { try await list($0, kind, isPublic: false) },
      Route(operations.search) { try await list($0, kind, isPublic: false) },
      Route(operations.listPublic) { try await list($0, kind, isPublic: true) },
      Route(operations.create) { try await create($0, kind) },
      Route(operations.get) { request in
        let userID = try request.requireIdentity().userID
        return Self.answer(try await templates.get(id: request.parameter("id"), kind: kind, userID: userID), userID)
      },
      Route(operations.update) { try await update($0, kind) },
      Route(operations.delete) { request in
        let userID = try request.requireIdentity().userID
        try await templates.delete(id: request.parameter("id"), kind: kind, userID: userID)
        return .noContent
      },
      Route(operations.copy) { try await copy($0, kind) },
    ]
  }

  private var mealRoutes: [Route] {
    [
      Route(MealTemplateOperations.use(meals.loggedResponse)) { try await logMeal($0) },
      Route(MealTemplateOperations.foods) { try await part($0, ["foods"]) },
      Route(MealTemplateOperations.nutrition) { try await part($0, TemplateSchemas.totals.map(\.name)) },
    ]
  }

  /// Responds with some members of a meal template and its id.
  private func part(_ request: Request, _ names: [String]) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let template = try await templates.get(id: request.parameter("id"), kind: .meal, userID: userID)
    let members = names.map { ($0, template.content[$0] ?? .null) }
    return .success(
      .object(["id": .string(template.id), "template_id": .string(template.id)].merging(members) { $1 }),
      flattened: true)
  }

  private func list(_ request: Request, _ kind: TemplateKind, isPublic: Bool) async throws -> Response {
    let userID = try request.requireIdentity().userID
    var filter = TemplateFilter(
      kind: kind, isPublic: isPublic, page: try Page(request, defaultLimit: Self.defaultLimit(kind)))
    if let text = request.queryValue("status") {
      guard let status = TemplateStatus(rawValue: text) else {
        throw Problem.invalid(
          "status", mustBe: "one of " + TemplateStatus.allCases.map(\.rawValue).joined(separator: ", "))
      }
      filter.status = status
    }
    let name = ["search", "q", "query"].first { request.queryValue($0) != nil }
    filter.search = name.flatMap(request.queryValue)
    guard (filter.search?.utf8.count ?? 0) <= Self.maxSearchBytes else {
      throw Problem.invalid(name ?? "search", mustBe: "text of at most \(Self.maxSearchBytes) bytes")
    }
    let (rows, total) = try await templates.list(filter, userID: userID)
    return .success(filter.page.list("templates", rows.map { TemplateJSON.template($0, for: userID) }, total: total))
  }

  private func create(_ request: Request, _ kind: TemplateKind) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let fields = try JSONFields(request)
    var template = templates.draft(
      kind, userID: userID, name: try fields.text("name", length: TemplateLimits.name),
      description: try fields.optionalText("description", length: TemplateLimits.description) ?? "",
      content: try TemplateInput.content(kind, fields), by: .user)
    template.isPublic = try fields.optionalBool("is_public", "isPublic") ?? false
    try await templates.create(template)
    return Self.answer(template, userID, status: 201)
  }

  /// Changes the members that are present. The content is replaced as a whole.
  private func update(_ request: Request, _ kind: TemplateKind) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let fields = try JSONFields(request)
    let name = try fields.optionalText("name", length: TemplateLimits.name)
    let description = try fields.optionalText("description", length: TemplateLimits.description)
    let isPublic = try fields.optionalBool("is_public", "isPublic")
    let status = try fields.optionalChoice("status", of: TemplateStatus.self)
    let hasContent = fields.has("foods", "exercises", "daily_habits", "focus_areas")
    // Not `nil`, which would be the JSON value null here.
    let content = hasContent ? try TemplateInput.content(kind, fields) : JSONValue?.none
    let template = try await templates.update(id: request.parameter("id"), kind: kind, userID: userID) { template in
      template.name = name ?? template.name
      template.description = description ?? template.description
      template.isPublic = isPublic ?? template.isPublic
      template.status = status ?? template.status
      template.content = content ?? template.content
    }
    return Self.answer(template, userID)
  }

  private func copy(_ request: Request, _ kind: TemplateKind) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let name = request.body.isEmpty ? nil : try JSONFields(request).optionalText("name", length: TemplateLimits.name)
    let copy = try await templates.copy(id: request.parameter("id"), kind: kind, userID: userID, name: name)
    return Self.answer(copy, userID, status: 201)
  }

  /// Logs the foods of a meal template: all of them, or those of one meal of a day's plan.
  private func logMeal(_ request: Request) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let template = try await templates.get(id: request.parameter("id"), kind: .meal, userID: userID)
    let fields = request.body.isEmpty ? JSONFields([:]) : try JSONFields(request)
    let mealType = try fields.optionalText("meal_type", "mealType", length: 1...50)
    var foods = template.content["foods"]?.arrayValue ?? []
    let ofMeal = foods.filter { mealType != nil && $0["meal_type"]?.stringValue == mealType }
    if !ofMeal.isEmpty { foods = ofMeal }
    let log = try await meals.record(
      foods: foods, mealType: mealType ?? Self.logType(template.content["meal_type"]?.stringValue),
      loggedAt: try fields.optionalText("logged_at", "loggedAt", length: 1...40), userID: userID)
    return .success(log, status: 201, flattened: true)
  }

  /// Maps meals around a workout, which logs do not have, to a snack.
  private static func logType(_ type: String?) -> String {
    type.flatMap { loggedMealTypes.contains($0) ? $0 : nil } ?? "snack"
  }

  /// The rows of a page if the request states no limit.
  static func defaultLimit(_ kind: TemplateKind) -> Int { kind == .wellness ? 10 : 20 }

  private func decide(_ request: Request, _ status: TemplateStatus) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let template = try await templates.update(id: request.parameter("id"), kind: .wellness, userID: userID) {
      template in
      guard template.status == .pending else {
        throw Problem.conflict(code: "NOT_PENDING", "Only a pending template can be approved or rejected.")
      }
      template.status = status
    }
    return Self.answer(template, userID)
  }

  private static func answer(_ template: Template, _ userID: String, status: Int = 200) -> Response {
    .success(TemplateJSON.template(template, for: userID), status: status, flattened: true)
  }
}
