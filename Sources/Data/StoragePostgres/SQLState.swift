import Storage

/// A failure of a statement or of a connection.
struct PostgresFailure: Error {
  /// The error for the caller.
  var error: StorageError
  /// Whether the transaction may succeed if it runs again: a conflict with another one, or a lost connection.
  var isRepeatable = false
  /// Whether the connection cannot be used any more.
  var isConnectionLost = false

  /// The loss of a connection.
  static func lost(_ message: String) -> PostgresFailure {
    PostgresFailure(error: .inputOutput(message: message), isRepeatable: true, isConnectionLost: true)
  }
}

/// An error of the server (PostgreSQL documentation, Appendix A, and `PQresultErrorField`).
struct ServerError {
  /// Five characters; empty for errors of libpq itself.
  var state: String
  var message: String
  var detail = ""
  var table = ""
  var constraint = ""

  /// The failure of a statement.
  func failure(in sql: String) -> PostgresFailure {
    PostgresFailure(
      error: storageError(in: sql), isRepeatable: isConflict || invalidatesStatements || endsConnection,
      isConnectionLost: invalidatesStatements || endsConnection)
  }

  /// A serialization failure or a deadlock.
  private var isConflict: Bool { state == "40001" || state == "40P01" }

  /// Whether prepared statements do not exist any more, or were prepared for another schema. A new session has none.
  private var invalidatesStatements: Bool { state == "26000" || state == "0A000" }

  /// The server ends the session: shutdown, crash of another session, time limit of an idle transaction.
  private var endsConnection: Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
  }

  /// Messages of class 22 (data exception) may contain values, which must not be logged.
  private func storageError(in sql: String) -> StorageError {
    switch state {
    case "23505": return .uniqueViolation(constraint: uniqueColumns)
    case "53100": return .diskFull
    case "57014": return .timedOut
    case "25006": return .readOnly
    case "XX001", "XX002": return .corrupt(message: message)
    case "55P03", "40001", "40P01": return .busy
    default: break
    }
    switch state.prefix(2) {
    case "23": return .constraintViolation(message: message)
    case "08", "53", "57", "58": return .inputOutput(message: message)
    case "22": return .engine(code: 0, message: "\(state): data exception", sql: sql)
    default:
      return endsConnection
        ? .inputOutput(message: message) : .engine(code: 0, message: "\(state): \(message)", sql: sql)
    }
  }

  /// The columns as SQLite names them (`meal_logs.user_id,meal_logs.idempotency_key`).
  ///
  /// The detail is `Key (user_id, idempotency_key)=(…) already exists.` The words are translated; the parentheses are not. A user
  /// without the right to read the table gets no detail.
  private var uniqueColumns: String {
    guard let open = detail.firstIndex(of: "("), let close = detail[open...].firstIndex(of: ")") else {
      return constraint
    }
    let columns = detail[detail.index(after: open)..<close].split(separator: ",")
    return columns.map { "\(table).\($0.filter { $0 != " " && $0 != "\"" })" }.joined(separator: ",")
  }
}
