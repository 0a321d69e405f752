/// The kinds of failures of the storage itself, as opposed to failures of a statement.
package enum StorageFailure: String, Sendable, CaseIterable {
  case diskFull = "disk_full"
  case inputOutput = "io_error"
  case readOnly = "read_only"
  case corrupt
  /// Another process holds the lock of the database.
  case busy

  /// - Returns: nil for an error that says nothing about the storage.
  package init?(_ error: any Error) {
    switch error as? StorageError {
    case .diskFull: self = .diskFull
    case .inputOutput: self = .inputOutput
    case .readOnly: self = .readOnly
    case .corrupt: self = .corrupt
    case .busy: self = .busy
    default: return nil
    }
  }

  /// Whether nothing can be written while it lasts. A lock is given back.
  var preventsWrites: Bool { self != .busy }

  /// Whether a later write may find it gone. A damaged file stays damaged, even if writes to its other pages succeed.
  var isTransient: Bool { self != .corrupt }
}
