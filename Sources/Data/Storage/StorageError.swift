/// Why the engine could not do what it was asked.
package enum StorageError: Error, Equatable, Sendable {
  /// A UNIQUE or PRIMARY KEY constraint; `constraint` names the columns as the engine does (`users.username`).
  case uniqueViolation(constraint: String)
  /// A FOREIGN KEY, CHECK or NOT NULL constraint.
  case constraintViolation(message: String)
  /// The engine is busy or locked by another process; trying again later may succeed.
  case busy
  /// No space is left on the device.
  case diskFull
  /// The device failed to read or write, or a file could not be opened (no descriptors left, no permission).
  case inputOutput(message: String)
  /// The file is not a database or is damaged.
  case corrupt(message: String)
  /// The data folder or file cannot be written.
  case readOnly
  /// Anything else, with the engine's code, its message and the statement.
  case engine(code: Int32, message: String, sql: String)
  /// The database is closing; no new work is taken.
  case closed
  /// More work is waiting for the writer or the readers than their bounds allow, or it has waited for too long.
  case overloaded
  /// More reads of one client are waiting than its share allows.
  case shareExceeded
  /// A read ran for longer than it may.
  case timedOut

  /// Whether the same work may succeed when it is tried again later.
  package var isTransient: Bool {
    switch self {
    case .busy, .diskFull, .inputOutput, .overloaded, .shareExceeded, .timedOut: true
    default: false
    }
  }
}

/// For the log: what happened, never what a statement was given.
extension StorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .uniqueViolation(let constraint): "\(constraint) is there already"
    case .constraintViolation(let message): message
    case .busy: "the database is locked by another process"
    case .diskFull: "no space is left for the database"
    case .inputOutput(let message): "the device of the database failed: \(message)"
    case .corrupt(let message): "the database is damaged: \(message)"
    case .readOnly: "the database cannot be written"
    case .engine(let code, let message, let sql): "the database failed with \(code): \(message), in: \(sql)"
    case .closed: "the database is closed"
    case .overloaded: "too many transactions wait for the database"
    case .shareExceeded: "too many reads of one client wait for the database"
    case .timedOut: "a read took longer than storage.query_timeout"
    }
  }
}
