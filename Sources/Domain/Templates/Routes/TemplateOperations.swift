import API
import JSONCodec

/// The operations under one base path of templates. Wellness templates have two, one for each client family.
struct TemplateOperations {
  let kind: TemplateKind
  let base: String
  /// Ends the ids of the operations under a second path.
  private let suffix: String

  private init(_ kind: TemplateKind, base: String, suffix: String = "") {
    self.kind = kind
    self.base = base
    self.suffix = suffix
  }

  /// One value for each base path.
  static let all = [
    TemplateOperations(.meal, base: "/api/v1/meal-templates"),
    TemplateOperations(.workout, base: "/api/v1/workout-templates"),
    TemplateOperations(.wellness, base: "/api/v1/wellness/templates"),
    TemplateOperations(.wellness, base: "/api/v1/wellness-templates", suffix: "Alias"),
  ]

  static let tag = "Templates"

  /// The operations of every kind.
  var common: [Operation] { [list, search, listPublic, create, get, update, delete, copy] }

  var list: Operation {
    Operation(
      "list\(kind.title)Templates\(suffix)", "GET", base, authentication: .bearer, tag: Self.tag,
      "List own \(kind.rawValue) templates", description: "Newest first.", parameters: filters, responses: [page])
  }

  var search: Operation {
    Operation(
      "search\(kind.title)Templates\(suffix)", "GET", base + "/search", authentication: .bearer, tag: Self.tag,
      "Search own \(kind.rawValue) templates", description: "The same as the list.", parameters: filters,
      responses: [page])
  }

  var listPublic: Operation {
    Operation(
      "listPublic\(kind.title)Templates\(suffix)", "GET", base + "/public", authentication: .bearer, tag: Self.tag,
      "List public \(kind.rawValue) templates", description: "The public templates of all accounts, newest first.",
      parameters: filters, responses: [page])
  }

  var create: Operation {
    Operation(
      "create\(kind.title)Template\(suffix)", "POST", base, authentication: .bearer, tag: Self.tag,
      "Create a \(kind.rawValue) template", description: "The server computes totals and counts.",
      body: .json(NewTemplateSchemas.template(kind), example: TemplateExamples.body(kind)),
      responses: [answer("The stored template.", status: 201)],
      errors: [.quotaExceeded, Self.limit])
  }

  var get: Operation {
    Operation(
      "get\(kind.title)Template\(suffix)", "GET", base + "/{id}", authentication: .bearer, tag: Self.tag,
      "Get an own or public \(kind.rawValue) template", parameters: [Self.id], responses: [answer("The template.")])
  }

  var update: Operation {
    Operation(
      "update\(kind.title)Template\(suffix)", "PUT", base + "/{id}", authentication: .bearer, tag: Self.tag,
      "Change a \(kind.rawValue) template",
      description: """
        Absent members keep their values, but the content is replaced as a whole if `foods`, `exercises`, \
        `daily_habits` or `focus_areas` is present.
        """,
      parameters: [Self.id], body: .json(NewTemplateSchemas.change(kind), example: ["name": "New name"]),
      responses: [answer("The changed template.")], errors: [Self.notOwner, .quotaExceeded])
  }

  var delete: Operation {
    Operation(
      "delete\(kind.title)Template\(suffix)", "DELETE", base + "/{id}", authentication: .bearer, tag: Self.tag,
      "Delete a \(kind.rawValue) template", parameters: [Self.id], responses: [.noContent("The template is deleted.")])
  }

  var copy: Operation {
    Operation(
      "copy\(kind.title)Template\(suffix)", "POST", base + "/{id}/copy", authentication: .bearer, tag: Self.tag,
      "Copy an own or public \(kind.rawValue) template", description: "The copy is active and not public.",
      parameters: [Self.id], body: BodyDeclaration.json(NewTemplateSchemas.copy, example: ["name": "My copy"]).optional,
      responses: [answer("The copy.", status: 201)], errors: [.quotaExceeded, Self.limit])
  }

  // MARK: - Parts

  static let id = ParameterDeclaration.path("id", "The id of the template, in any case.")

  static let notOwner = ErrorDeclaration.forbidden("The template is public, but belongs to another account.")

  private static let limit = ErrorDeclaration(
    429, "TEMPLATE_LIMIT", "The account has as many templates as it may have.")

  private var filters: [ParameterDeclaration] {
    [
      .query(
        .string("status", oneOf: TemplateStatus.allCases.map(\.rawValue), "The state; all states if it is absent.")),
      .query(
        FieldDeclaration.string(
          "search", length: 0...TemplateRoutes.maxSearchBytes,
          "Words that the name or the description must contain, in at most \(TemplateRoutes.maxSearchBytes) bytes."
        ).or("q", "query")),
    ] + ParameterDeclaration.page()
  }

  private var page: ResponseDeclaration {
    .success(
      "One page of templates.", .page("templates", of: TemplateSchemas.template(kind)),
      example: [
        "templates": [TemplateExamples.template(kind)], "total_count": 1, "total": 1,
        "limit": .integer(Int64(TemplateRoutes.defaultLimit(kind))), "offset": 0, "has_more": false,
      ])
  }

  private func answer(_ summary: String, status: Int = 200) -> ResponseDeclaration {
    .success(
      summary, TemplateSchemas.template(kind), status: status, flattened: true,
      example: TemplateExamples.template(kind))
  }
}
