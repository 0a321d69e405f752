/// The declaration of one REST operation: method, path, credentials, parameters, body, responses and errors.
///
/// It is plain data. A route is an operation with a handler, OpenAPI documents are generated from it, and tests compare it
/// with the responses that the server really sends. Names follow OpenAPI 3.1.
package struct Operation: Sendable {
  /// A unique name in lower camel case, from which clients generate function names (`logMealInWords`).
  package var id: String
  /// The method token (RFC 9110 §9.1), in upper case.
  package var method: String
  /// The path with parameters in braces (`/api/v1/meal-logs/{id}`).
  package var path: String
  /// The required credentials.
  package var authentication: Route.Authentication
  /// The group of operations in documents (`Meal logs`).
  package var tag: String
  /// The effect in a few words, without a full stop.
  package var summary: String
  /// More about the effect, in Markdown; empty if the summary says everything.
  package var description: String
  /// The parameters of path, query and header.
  package var parameters: [ParameterDeclaration]
  /// The content of the request; nil if there is none.
  package var body: BodyDeclaration?
  /// The responses to requests that succeed, and those without the error envelope.
  package var responses: [ResponseDeclaration]
  /// The errors of this operation, without those that `common` adds.
  package var specificErrors: [ErrorDeclaration]

  /// Declares an operation.
  /// - Parameters:
  ///   - responses: at least one.
  ///   - errors: without those that every operation of its kind has: see ``errors``.
  package init(
    _ id: String, _ method: String, _ path: String, authentication: Route.Authentication, tag: String,
    _ summary: String, description: String = "", parameters: [ParameterDeclaration] = [],
    body: BodyDeclaration? = nil, responses: [ResponseDeclaration], errors: [ErrorDeclaration] = []
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.authentication = authentication
    self.tag = tag
    self.summary = summary
    self.description = description
    self.parameters = parameters
    self.body = body
    self.responses = responses
    specificErrors = errors
  }

  /// All errors: those of this operation first, then those of every operation with such credentials, parameters or body,
  /// then those of every request.
  package var errors: [ErrorDeclaration] {
    var errors = specificErrors
    for common in commonErrors where !errors.contains(where: { $0.status == common.status && $0.code == common.code }) {
      errors.append(common)
    }
    return errors
  }

  /// Whether the request counts for the limit of changes that one account makes.
  package var countsAsWrite: Bool {
    authentication.requiresToken && ["POST", "PUT", "PATCH", "DELETE"].contains(method)
  }

  private var commonErrors: [ErrorDeclaration] {
    var errors: [ErrorDeclaration] = []
    if body != nil { errors.append(.invalidJSON) }
    if body != nil || parameters.contains(where: { $0.location == .query }) { errors.append(.validation) }
    if authentication.requiresToken { errors += [.unauthorized, .identityNotLinked] }
    if authentication == .admin { errors.append(.adminOnly) }
    if path.contains("{") { errors.append(.notFound) }
    if countsAsWrite { errors.append(.tooManyWrites) }
    if path.hasPrefix("/api/v1/") { errors.append(.invalidAPIKey) }
    return errors + ErrorDeclaration.transport + [.internalError] + ErrorDeclaration.unavailable
  }
}

/// One parameter of an operation, outside its body.
package struct ParameterDeclaration: Sendable {
  /// The part of the request that contains the parameter.
  package enum Location: String, Sendable { case path, query, header }

  /// The part of the request that contains the parameter.
  package var location: Location
  /// Its name, type and meaning.
  package var field: FieldDeclaration

  private init(_ location: Location, _ field: FieldDeclaration) {
    self.location = location
    self.field = field
  }

  /// Declares a segment of the path (`{id}`).
  package static func path(_ name: String, _ summary: String) -> ParameterDeclaration {
    .init(.path, .string(name, summary))
  }

  /// Declares a segment of the path with a schema of its own.
  package static func path(_ field: FieldDeclaration) -> ParameterDeclaration { .init(.path, field) }

  /// Declares an optional query parameter.
  package static func query(_ field: FieldDeclaration) -> ParameterDeclaration { .init(.query, field.optional) }

  /// Declares a query parameter without which the request is refused.
  package static func requiredQuery(_ field: FieldDeclaration) -> ParameterDeclaration { .init(.query, field) }

  /// Declares an optional header field.
  package static func header(_ field: FieldDeclaration) -> ParameterDeclaration { .init(.header, field.optional) }

  /// The parameters that `Page` reads.
  package static func page(maxLimit: Int = 100) -> [ParameterDeclaration] {
    [
      .query(.integer("limit", in: 1...maxLimit, "The maximum number of rows.")),
      .query(.integer("offset", in: 0...100_000_000, "The number of rows before the first one.")),
      .query(.integer("page", in: 1...1_000_000, "The number of the page, from 1, instead of `offset`.")),
      .query(.integer("page_size", in: 1...maxLimit, "The same as `limit`.")),
    ]
  }
}
