import Glibc
import Runtime

/// Copies of a database by name, in the folder `snapshots` of a data folder. Every call blocks on files.
///
/// The files have mode 0600 and are complete databases that `hearth restore` reads as well.
package struct SnapshotFolder: Sendable {
  /// The bounds of a folder.
  package struct Limits: Sendable {
    /// The maximum number of snapshots.
    package var count = 50
    /// The size in bytes of all snapshots from which on no other is saved.
    package var bytes: Int64 = 8 << 30

    /// The defaults.
    package init() {}
  }

  /// The accepted names, as a regular expression: a name is a part of a path.
  package static let namePattern = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"

  private static let suffix = ".sqlite3"

  private let dataFolder: String
  private let limits: Limits
  private var folder: String { dataFolder + "/snapshots" }

  /// - Parameter dataFolder: the folder of the database.
  package init(dataFolder: String, limits: Limits = Limits()) {
    self.dataFolder = dataFolder
    self.limits = limits
  }

  /// Whether `name` matches ``namePattern``.
  package static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard (1...64).contains(bytes.count), let first = bytes.first, isAlphanumeric(first) else { return false }
    return bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// The snapshots in the order of their names.
  /// - Throws: `SnapshotError` if the folder cannot be read.
  package func list() throws(SnapshotError) -> [Snapshot] {
    guard let directory = unsafe opendir(folder) else {
      if errno == ENOENT { return [] }
      throw .system(path: folder, reason: SystemError.lastReason)
    }
    defer { unsafe closedir(directory) }
    var snapshots: [Snapshot] = []
    while let entry = unsafe readdir(directory) {
      let file = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard file.hasSuffix(Self.suffix) else { continue }
      if let snapshot = find(String(file.dropLast(Self.suffix.utf8.count))) { snapshots.append(snapshot) }
    }
    return snapshots.sorted { $0.name < $1.name }
  }

  /// Saves the database, which a server may use. The copy contains all transactions committed before the call.
  /// - Parameter replaces: whether a snapshot of the same name is replaced, after the copy is complete.
  /// - Throws: `SnapshotError`, `BackupError`, `StorageError`.
  package func save(_ name: String, replaces: Bool) throws -> Snapshot {
    let path = try path(name)
    let existing = try list()
    let isKnown = existing.contains { $0.name == name }
    guard replaces || !isKnown else { throw SnapshotError.exists(name: name) }
    guard isKnown || existing.count < limits.count else { throw SnapshotError.tooMany(limit: limits.count) }
    guard existing.reduce(0, { $0 + $1.bytes }) < limits.bytes else {
      throw SnapshotError.tooLarge(limit: limits.bytes)
    }
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw SnapshotError.system(path: folder, reason: SystemError.lastReason)
    }
    try FileOwner.inherit(folder, from: dataFolder)
    _ = try BackupWriter.write(folder: dataFolder, to: path, replaces: replaces)
    try FileOwner.inherit(path, from: dataFolder)
    guard let snapshot = find(name) else { throw SnapshotError.unknown(name: name) }
    return snapshot
  }

  /// Deletes a snapshot. - Throws: `SnapshotError`.
  package func delete(_ name: String) throws(SnapshotError) {
    let path = try path(name)
    guard unsafe unlink(path) == 0 else {
      if errno == ENOENT { throw .unknown(name: name) }
      throw .system(path: path, reason: SystemError.lastReason)
    }
  }

  /// Checks a snapshot and copies it beside the database.
  /// - Throws: `SnapshotError`, `BackupError`, `StorageError`. The database is unchanged.
  package func stage(_ name: String) throws -> StagedDatabase {
    let path = try path(name)
    guard find(name) != nil else { throw SnapshotError.unknown(name: name) }
    let source = try DatabaseInspection(file: path)
    let problems = try source.problems()
    guard problems.isEmpty else { throw BackupError.damaged(path: path, problems: problems) }
    return try StagedDatabase(dataFolder: dataFolder) { target in
      try BackupCopy.run(from: source.handle, to: target).close()
    }
  }

  private func path(_ name: String) throws(SnapshotError) -> String {
    guard Self.isValid(name) else { throw .invalidName(name) }
    return folder + "/" + name + Self.suffix
  }

  private func find(_ name: String) -> Snapshot? {
    var status = stat()
    guard let path = try? path(name), unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let time = status.st_mtim
    return Snapshot(
      name: name, bytes: Int64(status.st_size),
      savedMilliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// A saved copy of a database.
package struct Snapshot: Sendable, Equatable {
  /// The name that the user gave it.
  package var name: String
  /// The size of the file.
  package var bytes: Int64
  /// The time at which the copy was complete, in milliseconds since 1970.
  package var savedMilliseconds: Int64
}

/// A snapshot that cannot be saved, found or read.
package enum SnapshotError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name does not match ``SnapshotFolder/namePattern``.
  case invalidName(String)
  /// There is no snapshot of this name.
  case unknown(name: String)
  /// The name is taken, and the snapshot must not be replaced.
  case exists(name: String)
  /// The folder has the maximum number of snapshots.
  case tooMany(limit: Int)
  /// The snapshots have the maximum size.
  case tooLarge(limit: Int64)
  /// A system call failed.
  case system(path: String, reason: String)

  /// A sentence for the user.
  package var description: String {
    switch self {
    case .invalidName: "a name has 1 to 64 letters, digits, \"-\" and \"_\" and begins with a letter or a digit"
    case .unknown(let name): "there is no snapshot \(name)"
    case .exists(let name): "the snapshot \(name) exists already"
    case .tooMany(let limit): "there are \(limit) snapshots already, delete one first"
    case .tooLarge(let limit): "the snapshots have \(limit >> 20) MiB already, delete one first"
    case .system(let path, let reason): "\(path): \(reason)"
    }
  }
}
