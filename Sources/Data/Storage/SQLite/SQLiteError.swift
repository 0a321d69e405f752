import CSQLite

/// The mapping of SQLite's result codes to `StorageError`.
enum SQLiteError {
  /// - Parameter code: an extended result code.
  static func storageError(code: Int32, message: String, sql: String) -> StorageError {
    switch code & 0xFF {
    case SQLITE_CONSTRAINT: constraint(code, message)
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    // Only the deadline of a read interrupts a statement.
    case SQLITE_INTERRUPT: .timedOut
    case SQLITE_FULL: .diskFull
    case SQLITE_IOERR, SQLITE_CANTOPEN: .inputOutput(message: message)
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(message: message)
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    default: .engine(code: code, message: message, sql: sql)
    }
  }

  /// Parses messages such as "UNIQUE constraint failed: users.username".
  private static func constraint(_ code: Int32, _ message: String) -> StorageError {
    let isUnique = code == SQLITE_CONSTRAINT | (8 << 8) || code == SQLITE_CONSTRAINT | (6 << 8)
    guard isUnique else { return .constraintViolation(message: message) }
    let columns = message.split(separator: ":", maxSplits: 1).last ?? ""
    return .uniqueViolation(constraint: columns.filter { $0 != " " })
  }
}
