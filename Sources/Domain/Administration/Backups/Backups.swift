import API
import Audit
import Bytes
import Runtime
import Storage

/// Writes backups into the data folder, one at a time. Any thread.
final class Backups: Sendable {
  /// The number of kept backups. A new one replaces the oldest.
  static let maxFiles = 10

  /// A written backup.
  struct Written: Sendable {
    var file: BackupFile
    var milliseconds: Int64
  }

  /// nil if the database is not a file of this server.
  private let folder: BackupFolder?
  private let database: any Database
  private let environment: Environment
  private let isRunning = Locked(false)

  init(folder: BackupFolder?, database: any Database, environment: Environment) {
    self.folder = folder
    self.database = database
    self.environment = environment
  }

  /// The backups, newest first. - Throws: `BackupError`
  func list() throws -> [BackupFile] { try folder?.list() ?? [] }

  /// Writes a backup on a thread of its own, and deletes the oldest ones beyond `maxFiles`.
  /// - Throws: `Problem` 403, 409 `BACKUP_RUNNING`, 409 `BACKUP_UNAVAILABLE`; an error of the storage.
  func write(by actor: AuditActor) async throws -> Written {
    guard let folder else { throw Self.unavailable }
    let isFree = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard isFree else { throw Self.running }
    defer { isRunning.withLock { $0 = false } }
    let now = environment.now()
    let start = MonotonicInstant.now
    let thread = try DedicatedThread(name: "backup")
    defer { thread.stop() }
    let file = try await Task(executorPreference: thread) { try folder.write(at: now, keeping: Self.maxFiles) }.value
    let milliseconds = MonotonicInstant.now.since(start) / 1_000_000
    let recorded = environment.now()
    try await database.write(in: actor.scope) {
      try AuditLog.append(
        .createBackup, by: actor, target: file.name, details: ["bytes": "\(file.bytes)"], at: recorded, in: $0)
    }
    return Written(file: file, milliseconds: milliseconds)
  }

  private static let unavailable = Problem.conflict(
    code: "BACKUP_UNAVAILABLE",
    "This server keeps its data in PostgreSQL. Back it up with PostgreSQL's own tools, for example pg_dump.")

  private static let running = Problem.conflict(
    code: "BACKUP_RUNNING", "A backup is being written. Wait until it is complete.")
}
