import API
import Bytes
import JSONCodec
import Storage

/// The conditions of a list of templates; nil does not filter.
struct TemplateFilter: Sendable {
  var kind: TemplateKind
  var status: TemplateStatus?
  /// Words that name or description must contain.
  var search: String?
  /// Whether to list the public templates of all users instead of the user's own.
  var isPublic = false
  var page: Page
}

/// The rows of `templates`.
enum TemplateRepository {
  static func insert(_ template: Template, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO templates
        (id, user_id, kind, name, description, search_text, status, is_public, created_by, content, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """,
      [.text(template.id), .text(template.userID), .text(template.kind.rawValue)] + changeable(template) + [
        .text(template.createdBy.rawValue), .text(template.content.text), .integer(template.createdAt.milliseconds),
        .integer(template.updatedAt.milliseconds),
      ])
  }

  static func update(_ template: Template, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      UPDATE templates SET name = $2, description = $3, search_text = $4, status = $5, is_public = $6, content = $7,
        updated_at = $8 WHERE id = $1
      """,
      [.text(template.id)] + changeable(template) + [
        .text(template.content.text), .integer(template.updatedAt.milliseconds),
      ])
  }

  /// Returns the template if it is the user's own or public.
  static func find(id: String, kind: TemplateKind, userID: String, in connection: any SQLConnection) throws -> Template?
  {
    try connection.first(
      "SELECT * FROM templates WHERE id = $1 AND kind = $2 AND (user_id = $3 OR is_public = 1)",
      [.text(id.lowercased()), .text(kind.rawValue), .text(userID)]
    ).flatMap(template)
  }

  static func list(
    _ filter: TemplateFilter, userID: String, in connection: any SQLConnection
  ) throws -> (templates: [Template], total: Int) {
    var conditions = ["kind = $1"]
    var arguments: [SQLValue] = [.text(filter.kind.rawValue)]
    func require(_ condition: String, _ value: SQLValue) {
      arguments.append(value)
      conditions.append(condition.replacing("?", with: "$\(arguments.count)"))
    }
    if filter.isPublic { conditions.append("is_public = 1") } else { require("user_id = ?", .text(userID)) }
    if let status = filter.status { require("status = ?", .text(status.rawValue)) }
    for word in (filter.search ?? "").lowercased().split(separator: " ").prefix(8) {
      require("search_text LIKE ? \(LikePattern.escape)", .text(LikePattern.containing(word)))
    }
    let condition = conditions.joined(separator: " AND ")
    let count = try connection.first("SELECT COUNT(*) AS n FROM templates WHERE \(condition)", arguments)
    let page = [SQLValue.integer(Int64(filter.page.limit)), .integer(Int64(filter.page.offset))]
    let rows = try connection.query(
      """
      SELECT * FROM templates WHERE \(condition) ORDER BY created_at DESC, id
      LIMIT $\(arguments.count + 1) OFFSET $\(arguments.count + 2)
      """, arguments + page)
    return (rows.compactMap(template), Int(count?.integer("n") ?? 0))
  }

  /// Returns the number of a user's templates of all kinds.
  static func count(of userID: String, in connection: any SQLConnection) throws -> Int {
    Int(
      try connection.first("SELECT COUNT(*) AS n FROM templates WHERE user_id = $1", [.text(userID)])?.integer("n") ?? 0
    )
  }

  /// - Returns: false if the user has no such template.
  static func delete(id: String, kind: TemplateKind, userID: String, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "DELETE FROM templates WHERE id = $1 AND kind = $2 AND user_id = $3",
      [.text(id.lowercased()), .text(kind.rawValue), .text(userID)]) == 1
  }

  private static func changeable(_ template: Template) -> [SQLValue] {
    [
      .text(template.name), .text(template.description),
      .text((template.name + "\n" + template.description).lowercased()), .text(template.status.rawValue),
      .integer(template.isPublic ? 1 : 0),
    ]
  }

  private static func template(_ row: Row) -> Template? {
    guard let id = row.text("id"), let user = row.text("user_id"),
      let kind = row.text("kind").flatMap(TemplateKind.init),
      let status = row.text("status").flatMap(TemplateStatus.init),
      let author = row.text("created_by").flatMap(TemplateAuthor.init), let created = row.integer("created_at"),
      let updated = row.integer("updated_at"), let text = row.text("content"),
      let content = try? JSONValue(parsing: text.utf8)
    else { return nil }
    return Template(
      id: id, userID: user, kind: kind, name: row.text("name") ?? "", description: row.text("description") ?? "",
      status: status, isPublic: row.integer("is_public") == 1, createdBy: author, content: content,
      createdAt: Timestamp(milliseconds: created), updatedAt: Timestamp(milliseconds: updated))
  }
}
