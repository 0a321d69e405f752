package import API
package import Bytes
package import HealthModels
package import JSONCodec
package import Storage

/// Logs the foods of a meal template. `App` connects it to the meals.
package protocol MealRecorder: Sendable {
  /// The declaration of a response with the log that `record` returns.
  var loggedResponse: ResponseDeclaration { get }

  /// - Parameters:
  ///   - foods: entries of a meal template.
  ///   - loggedAt: RFC 3339; nil means now.
  /// - Returns: the log as the REST routes show it.
  /// - Throws: `Problem` if the log is invalid or exceeds a limit.
  func record(foods: [JSONValue], mealType: String, loggedAt: String?, userID: String) async throws -> JSONValue
}

/// The templates of users.
package struct TemplatesService: Sendable {
  /// Limits of templates.
  package struct Configuration: Sendable {
    /// The maximum number of a user's templates.
    package var maxPerUser = 500

    /// Creates the default limits.
    package init() {}
  }

  let database: any Database
  let quota: StorageQuota
  let environment: Environment
  let configuration: Configuration

  /// - Parameter quota: the limit on the bytes of each user.
  package init(
    database: any Database, quota: StorageQuota = .unlimited, environment: Environment,
    configuration: Configuration = .init()
  ) {
    self.database = database
    self.quota = quota
    self.environment = environment
    self.configuration = configuration
  }

  /// Creates a template that is not stored yet.
  func draft(
    _ kind: TemplateKind, userID: String, name: String, description: String, content: JSONValue,
    by author: TemplateAuthor
  ) -> Template {
    let now = environment.now()
    // A wellness routine of the coach needs the user's approval.
    let status: TemplateStatus = kind == .wellness && author == .ai ? .pending : .active
    return Template(
      id: environment.newID(), userID: userID, kind: kind, name: name, description: description, status: status,
      isPublic: false, createdBy: author, content: content, createdAt: now, updatedAt: now)
  }

  /// Stores a draft of the coach in the caller's transaction. The quota of the user is not checked, so that an answer
  /// is never lost to it.
  /// - Returns: the id of the template.
  /// - Throws: `Problem` 429 if the user has too many templates.
  package func store(_ draft: TemplateDraft, userID: String, in connection: any SQLConnection) throws -> String {
    let template = self.draft(
      TemplateKind(draft), userID: userID, name: draft.name, description: draft.description,
      content: try DraftContent.content(of: draft), by: .ai)
    try insert(template, in: connection)
    return template.id
  }

  /// Replaces the name, description and content of a template in the caller's transaction, for a change that the user asked
  /// the coach for.
  /// - Returns: false if the user has no such template any more.
  package func replace(
    id: String, with draft: TemplateDraft, userID: String, in connection: any SQLConnection
  ) throws -> Bool {
    guard
      var template = try TemplateRepository.find(id: id, kind: TemplateKind(draft), userID: userID, in: connection),
      template.userID == userID
    else { return false }
    template.name = draft.name
    template.description = draft.description
    template.content = try DraftContent.content(of: draft)
    template.updatedAt = environment.now()
    try TemplateRepository.update(template, in: connection)
    return true
  }

  /// The number of a user's templates.
  package static func count(of userID: String, in connection: any SQLConnection) throws -> Int {
    try TemplateRepository.count(of: userID, in: connection)
  }

  private func insert(_ template: Template, in connection: any SQLConnection) throws {
    guard try TemplateRepository.count(of: template.userID, in: connection) < configuration.maxPerUser else {
      throw Problem(
        status: 429, code: "TEMPLATE_LIMIT",
        message: "The limit of \(configuration.maxPerUser) templates is reached. Delete one first."
      ).naming(settings: "templates.max_per_user")
    }
    try TemplateRepository.insert(template, in: connection)
  }

  func create(_ template: Template) async throws {
    try await database.write(in: .user(template.userID)) { connection in
      try quota.admit(template.storedBytes, of: template.userID, in: connection)
      try insert(template, in: connection)
    }
  }

  func get(id: String, kind: TemplateKind, userID: String) async throws -> Template {
    try await database.read { try find(id: id, kind: kind, userID: userID, in: $0) }
  }

  func list(_ filter: TemplateFilter, userID: String) async throws -> (templates: [Template], total: Int) {
    try await database.read { try TemplateRepository.list(filter, userID: userID, in: $0) }
  }

  /// Changes a template of the user.
  func update(
    id: String, kind: TemplateKind, userID: String, _ change: @escaping @Sendable (inout Template) throws -> Void
  ) async throws -> Template {
    let now = environment.now()
    return try await database.write(in: .user(userID)) { connection in
      var template = try find(id: id, kind: kind, userID: userID, in: connection)
      guard template.userID == userID else { throw Problem.forbidden("Only the owner may change this template.") }
      let bytes = template.storedBytes
      try change(&template)
      try quota.admit(template.storedBytes - bytes, of: userID, in: connection)
      template.updatedAt = now
      try TemplateRepository.update(template, in: connection)
      return template
    }
  }

  func delete(id: String, kind: TemplateKind, userID: String) async throws {
    let deleted = try await database.write(in: .user(userID)) {
      try TemplateRepository.delete(id: id, kind: kind, userID: userID, in: $0)
    }
    guard deleted else { throw Self.unknown }
  }

  /// Copies a template that the user may read.
  func copy(id: String, kind: TemplateKind, userID: String, name: String?) async throws -> Template {
    let source = try await get(id: id, kind: kind, userID: userID)
    let name = name ?? String((source.name + " (copy)").prefix(200))
    var copy = draft(
      kind, userID: userID, name: name, description: source.description, content: source.content, by: .user)
    copy.status = .active
    try await create(copy)
    return copy
  }

  private static let unknown = Problem.notFound("Unknown template.")

  private func find(
    id: String, kind: TemplateKind, userID: String, in connection: any SQLConnection
  ) throws -> Template {
    guard let template = try TemplateRepository.find(id: id, kind: kind, userID: userID, in: connection) else {
      throw Self.unknown
    }
    return template
  }
}
