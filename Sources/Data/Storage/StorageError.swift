/// An error of the storage engine.
package enum StorageError: Error, Equatable, Sendable {
  /// A UNIQUE or PRIMARY KEY constraint; `constraint` names the columns as the engine does (`users.username`).
  case uniqueViolation(constraint: String)
  /// A FOREIGN KEY, CHECK or NOT NULL constraint.
  case constraintViolation(message: String)
  /// A text of the statement has a NUL character, which the engine cannot store or compare.
  case textWithNUL
  /// Another process holds the lock of the database.
  case busy
  /// No space is left on the device.
  case diskFull
  /// The device failed to read or write, or a file could not be opened (no descriptors left, no permission).
  case inputOutput(message: String)
  /// The file is not a database or is damaged.
  case corrupt(message: String)
  /// The data folder or file cannot be written.
  case readOnly
  /// Any other error, with the code and message of the engine and the statement.
  case engine(code: Int32, message: String, sql: String)
  /// The database is closing and refuses new transactions.
  case closed
  /// The queue of the writer or the readers is full, or a read waited for too long.
  case overloaded
  /// Too many reads of one client are waiting.
  case shareExceeded
  /// A read exceeded its time limit.
  case timedOut

  /// Whether a later retry may succeed.
  package var isTransient: Bool {
    switch self {
    case .busy, .diskFull, .inputOutput, .overloaded, .shareExceeded, .timedOut: true
    default: false
    }
  }
}

/// Text for logs. It never contains arguments of statements.
extension StorageError: CustomStringConvertible {
  /// The error in words, without a full stop.
  package var description: String {
    switch self {
    case .uniqueViolation(let constraint): "\(constraint) must be unique"
    case .constraintViolation(let message): message
    case .textWithNUL: "a text has a NUL character, which PostgreSQL cannot store"
    case .busy: "the database is locked by another process"
    case .diskFull: "no space is left for the database"
    case .inputOutput(let message): "input or output of the database failed: \(message)"
    case .corrupt(let message): "the database is damaged: \(message)"
    case .readOnly: "the database is read-only"
    case .engine(let code, let message, let sql): "the database failed with code \(code): \(message), in: \(sql)"
    case .closed: "the database is closed"
    case .overloaded: "too many transactions are waiting for the database"
    case .shareExceeded: "too many reads of one client are waiting for the database"
    case .timedOut: "a read took longer than storage.query_timeout"
    }
  }
}
