import API
import Bytes
import Coach
import Storage

/// The rows of `consultations`.
enum ConsultationRepository {
  static func insert(_ consultation: Consultation, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO consultations (id, user_id, kind, persona, status, goal_id, context_type, context_id, quick_action,
        memory, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT DO NOTHING
      """,
      [
        .text(consultation.id), .text(consultation.userID), .text(consultation.kind.rawValue),
        .text(consultation.persona.rawValue), .text(consultation.status.rawValue), .optional(consultation.goalID),
        .optional(consultation.contextType), .optional(consultation.contextID), .optional(consultation.quickAction),
        .text(consultation.dialogueState), .integer(consultation.createdAt.milliseconds),
      ])
  }

  static func find(id: String, in connection: any SQLConnection) throws -> Consultation? {
    try connection.first("SELECT * FROM consultations WHERE id = $1", [.text(id.lowercased())]).flatMap(consultation)
  }

  static func mealTracking(of userID: String, in connection: any SQLConnection) throws -> Consultation? {
    try connection.first(
      "SELECT * FROM consultations WHERE user_id = $1 AND kind = 'meal_tracking'", [.text(userID)]
    ).flatMap(consultation)
  }

  static func list(
    userID: String, status: ConsultationStatus?, persona: Persona?, page: Page, in connection: any SQLConnection
  ) throws -> (consultations: [Consultation], total: Int) {
    var condition = "user_id = $1"
    var arguments: [SQLValue] = [.text(userID)]
    if let status {
      arguments.append(.text(status.rawValue))
      condition += " AND status = $\(arguments.count)"
    }
    if let persona {
      arguments.append(.text(persona.rawValue))
      condition += " AND persona = $\(arguments.count)"
    }
    let count = try connection.first("SELECT COUNT(*) AS n FROM consultations WHERE \(condition)", arguments)
    let rows = try connection.query(
      """
      SELECT * FROM consultations WHERE \(condition) ORDER BY created_at DESC, id
      LIMIT $\(arguments.count + 1) OFFSET $\(arguments.count + 2)
      """, arguments + [.integer(Int64(page.limit)), .integer(Int64(page.offset))])
    return (rows.compactMap(consultation), Int(count?.integer("n") ?? 0))
  }

  /// Returns the number of active consultations with the coach.
  static func activeCount(of userID: String, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first(
      "SELECT COUNT(*) AS n FROM consultations WHERE user_id = $1 AND status = 'active' AND kind = 'coach'",
      [.text(userID)])
    return Int(row?.integer("n") ?? 0)
  }

  /// Writes the columns that can change.
  static func update(_ consultation: Consultation, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      UPDATE consultations SET status = $2, memory = $3, message_count = $4, is_answering = $5, completed_at = $6,
        last_message_at = $7, updated_at = $8 WHERE id = $1
      """,
      [
        .text(consultation.id), .text(consultation.status.rawValue), .text(consultation.dialogueState),
        .integer(Int64(consultation.messageCount)), .integer(consultation.isAnswering ? 1 : 0),
        .optional(consultation.completedAt?.milliseconds), .optional(consultation.lastMessageAt?.milliseconds),
        .integer(consultation.updatedAt.milliseconds),
      ])
  }

  static func delete(id: String, in connection: any SQLConnection) throws {
    try connection.execute("DELETE FROM consultations WHERE id = $1", [.text(id)])
  }

  private static func consultation(_ row: Row) -> Consultation? {
    guard let id = row.text("id"), let user = row.text("user_id"),
      let kind = row.text("kind").flatMap(Consultation.Kind.init),
      let persona = row.text("persona").flatMap(Persona.init),
      let status = row.text("status").flatMap(ConsultationStatus.init), let created = row.timestamp("created_at"),
      let updated = row.timestamp("updated_at")
    else { return nil }
    return Consultation(
      id: id, userID: user, kind: kind, persona: persona, status: status, goalID: row.text("goal_id"),
      contextType: row.text("context_type"), contextID: row.text("context_id"), quickAction: row.text("quick_action"),
      dialogueState: row.text("memory") ?? "{}", messageCount: Int(row.integer("message_count") ?? 0),
      isAnswering: row.integer("is_answering") == 1, completedAt: row.timestamp("completed_at"),
      lastMessageAt: row.timestamp("last_message_at"), createdAt: created, updatedAt: updated)
  }
}

extension Row {
  /// Returns a column of milliseconds since 1970; nil if it is NULL.
  func timestamp(_ name: String) -> Timestamp? { integer(name).map { Timestamp(milliseconds: $0) } }
}
