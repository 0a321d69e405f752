package import API
import HTTPServer
import JSONCodec

/// The routes of templates, the same for every kind.
package struct TemplateRoutes: Sendable {
  private let templates: TemplatesService
  private let meals: any MealRecorder

  /// - Parameter meals: logs the foods of meal templates.
  package init(templates: TemplatesService, meals: any MealRecorder) {
    self.templates = templates
    self.meals = meals
  }

  /// All routes; each requires authentication.
  package var routes: [Route] {
    TemplateKind.allCases.flatMap { kind in Self.bases(kind).flatMap { routes(kind, $0) } }
  }

  private static func bases(_ kind: TemplateKind) -> [String] {
    switch kind {
    case .meal: ["/api/v1/meal-templates"]
    case .workout: ["/api/v1/workout-templates"]
    case .wellness: ["/api/v1/wellness/templates", "/api/v1/wellness-templates"]
    }
  }

  private func routes(_ kind: TemplateKind, _ base: String) -> [Route] {
    let common = [
      Route("GET", base, authentication: .bearer) { try await list($0, kind, isPublic: false) },
      Route("GET", base + "/search", authentication: .bearer) { try await list($0, kind, isPublic: false) },
      Route("GET", base + "/public", authentication: .bearer) { try await list($0, kind, isPublic: true) },
      Route("POST", base, authentication: .bearer) { try await create($0, kind) },
      Route("GET", base + "/{id}", authentication: .bearer) { request in
        let userID = try request.requireIdentity().userID
        return Self.answer(try await templates.get(id: request.parameter("id"), kind: kind, userID: userID), userID)
      },
      Route("PUT", base + "/{id}", authentication: .bearer) { try await update($0, kind) },
      Route("DELETE", base + "/{id}", authentication: .bearer) { request in
        let userID = try request.requireIdentity().userID
        try await templates.delete(id: request.parameter("id"), kind: kind, userID: userID)
        return .noContent
      },
      Route("POST", base + "/{id}/copy", authentication: .bearer) { try await copy($0, kind) },
    ]
    switch kind {
    case .meal:
      return common + [
        Route("POST", base + "/{id}/use", authentication: .bearer) { try await logMeal($0) },
        Route("GET", base + "/{id}/foods", authentication: .bearer) { try await part($0, ["foods"]) },
        Route("GET", base + "/{id}/nutrition", authentication: .bearer) { request in
          try await part(
            request,
            ["total_calories", "total_protein", "total_carbs", "total_fat", "total_fiber", "total_sugar"])
        },
      ]
    case .workout: return common
    case .wellness:
      return common + [
        Route("POST", base + "/{id}/approve", authentication: .bearer) { try await decide($0, .active) },
        Route("POST", base + "/{id}/reject", authentication: .bearer) { try await decide($0, .rejected) },
      ]
    }
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
      kind: kind, isPublic: isPublic, page: try Page(request, defaultLimit: kind == .wellness ? 10 : 20))
    if let text = request.queryValue("status") {
      guard let status = TemplateStatus(rawValue: text) else {
        let allowed = TemplateStatus.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem.badRequest("status must be one of \(allowed).", details: ["status": allowed])
      }
      filter.status = status
    }
    filter.search = request.queryValue("search") ?? request.queryValue("q") ?? request.queryValue("query")
    guard (filter.search?.utf8.count ?? 0) <= 200 else {
      throw Problem.badRequest("search must be at most 200 bytes.")
    }
    let (rows, total) = try await templates.list(filter, userID: userID)
    return .success(filter.page.list("templates", rows.map { TemplateJSON.template($0, for: userID) }, total: total))
  }

  private func create(_ request: Request, _ kind: TemplateKind) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let fields = try JSONFields(request)
    var template = templates.draft(
      kind, userID: userID, name: try fields.text("name", length: 1...200),
      description: try fields.optionalText("description", length: 0...2000) ?? "",
      content: try TemplateInput.content(kind, fields), by: .user)
    template.isPublic = try fields.optionalBool("is_public", "isPublic") ?? false
    try await templates.create(template)
    return Self.answer(template, userID, status: 201)
  }

  /// Changes the members that are present. The content is replaced as a whole.
  private func update(_ request: Request, _ kind: TemplateKind) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let fields = try JSONFields(request)
    let name = try fields.optionalText("name", length: 1...200)
    let description = try fields.optionalText("description", length: 0...2000)
    let isPublic = try fields.optionalBool("is_public", "isPublic")
    let status = try fields.optionalChoice("status", of: TemplateStatus.self)
    let hasContent = fields.has("foods", "exercises", "daily_habits", "focus_areas")
    let content: JSONValue? = hasContent ? try TemplateInput.content(kind, fields) : nil
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
    let name = request.body.isEmpty ? nil : try JSONFields(request).optionalText("name", length: 1...200)
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
    switch type {
    case "breakfast", "lunch", "dinner": type ?? "snack"
    default: "snack"
    }
  }

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
