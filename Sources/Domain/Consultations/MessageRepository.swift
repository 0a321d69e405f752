import API
import Bytes
import Storage

/// The rows of `consultation_messages`.
enum MessageRepository {
  /// Stores a message as the last one of its consultation.
  /// - Returns: the message with its number.
  static func append(_ message: ConsultationMessage, in connection: any SQLConnection) throws -> ConsultationMessage {
    let row = try connection.first(
      """
      INSERT INTO consultation_messages (id, consultation_id, number, role, content, state, client_id, answers, error_code,
        tokens_used, processing_time_ms, created_at)
      SELECT $1, $2, COALESCE(MAX(number), 0) + 1, $3, $4, $5, $6, $7, $8, CAST($9 AS BIGINT), CAST($10 AS BIGINT),
        CAST($11 AS BIGINT)
      FROM consultation_messages WHERE consultation_id = $2
      RETURNING number
      """,
      [
        .text(message.id), .text(message.consultationID), .text(message.role.rawValue), .text(message.content),
        .text(message.state.rawValue), .optional(message.clientID), .optional(message.answers),
        .optional(message.errorCode), .optional(message.tokensUsed.map { Int64($0) }),
        .optional(message.processingMilliseconds.map { Int64($0) }), .integer(message.createdAt.milliseconds),
      ])
    var stored = message
    stored.number = row?.integer("number") ?? 0
    return stored
  }

  /// Writes the columns that can change.
  static func update(_ message: ConsultationMessage, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      UPDATE consultation_messages SET content = $2, state = $3, error_code = $4, tokens_used = $5,
        processing_time_ms = $6 WHERE id = $1
      """,
      [
        .text(message.id), .text(message.content), .text(message.state.rawValue), .optional(message.errorCode),
        .optional(message.tokensUsed.map { Int64($0) }), .optional(message.processingMilliseconds.map { Int64($0) }),
      ])
  }

  static func find(id: String, in connection: any SQLConnection) throws -> ConsultationMessage? {
    try connection.first("SELECT * FROM consultation_messages WHERE id = $1", [.text(id)]).flatMap(message)
  }

  static func find(
    clientID: String, consultationID: String, in connection: any SQLConnection
  ) throws -> ConsultationMessage? {
    try connection.first(
      "SELECT * FROM consultation_messages WHERE consultation_id = $1 AND client_id = $2",
      [.text(consultationID), .text(clientID)]
    ).flatMap(message)
  }

  /// Returns the messages that wait for an answer, oldest first.
  static func waiting(_ consultationID: String, in connection: any SQLConnection) throws -> [ConsultationMessage] {
    try connection.query(
      """
      SELECT * FROM consultation_messages WHERE consultation_id = $1 AND state = 'waiting' ORDER BY number LIMIT 1000
      """, [.text(consultationID)]
    ).compactMap(message)
  }

  /// Returns the unfinished answer; nil if there is none.
  static func running(_ consultationID: String, in connection: any SQLConnection) throws -> ConsultationMessage? {
    try connection.first(
      "SELECT * FROM consultation_messages WHERE consultation_id = $1 AND state = 'streaming' ORDER BY number DESC LIMIT 1",
      [.text(consultationID)]
    ).flatMap(message)
  }

  /// Returns the newest messages before `number`, oldest first.
  static func latest(
    _ consultationID: String, before number: Int64, limit: Int, in connection: any SQLConnection
  ) throws -> [ConsultationMessage] {
    try connection.query(
      """
      SELECT * FROM consultation_messages WHERE consultation_id = $1 AND number < $2 AND state <> 'streaming'
      ORDER BY number DESC LIMIT $3
      """, [.text(consultationID), .integer(number), .integer(Int64(limit))]
    ).compactMap(message).reversed()
  }

  static func list(
    _ consultationID: String, page: Page, in connection: any SQLConnection
  ) throws -> (messages: [ConsultationMessage], total: Int) {
    let count = try connection.first(
      "SELECT COUNT(*) AS n FROM consultation_messages WHERE consultation_id = $1", [.text(consultationID)])
    let rows = try connection.query(
      "SELECT * FROM consultation_messages WHERE consultation_id = $1 ORDER BY number LIMIT $2 OFFSET $3",
      [.text(consultationID), .integer(Int64(page.limit)), .integer(Int64(page.offset))])
    return (rows.compactMap(message), Int(count?.integer("n") ?? 0))
  }

  private static func message(_ row: Row) -> ConsultationMessage? {
    guard let id = row.text("id"), let consultation = row.text("consultation_id"), let number = row.integer("number"),
      let role = row.text("role").flatMap(ConsultationMessage.Role.init), let content = row.text("content"),
      let state = row.text("state").flatMap(ConsultationMessage.State.init), let created = row.timestamp("created_at")
    else { return nil }
    return ConsultationMessage(
      id: id, consultationID: consultation, number: number, role: role, content: content, state: state,
      clientID: row.text("client_id"), answers: row.text("answers"), errorCode: row.text("error_code"),
      tokensUsed: row.integer("tokens_used").map { Int($0) },
      processingMilliseconds: row.integer("processing_time_ms").map { Int($0) }, createdAt: created)
  }
}
