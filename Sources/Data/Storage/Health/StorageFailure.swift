/// A kind of failure of the storage itself, as opposed to a failure of a statement. The raw value is a metric label.
package enum StorageFailure: String, Sendable, CaseIterable {
  /// No space is left on the device.
  case diskFull = "disk_full"
  /// A read or a write of the device failed.
  case inputOutput = "io_error"
  /// The file or its file system is read-only.
  case readOnly = "read_only"
  /// The database is damaged.
  case corrupt
  /// Another process holds the lock of the database.
  case busy

  /// - Returns: nil for an error with another cause.
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

  /// Whether no write succeeds while the failure lasts. A lock is released by its owner.
  var preventsWrites: Bool { self != .busy }

  /// Whether a later write may succeed. A damaged file stays damaged, even if writes to its other pages succeed.
  var isTransient: Bool { self != .corrupt }
}
