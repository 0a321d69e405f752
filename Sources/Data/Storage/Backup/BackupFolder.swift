package import Bytes
import Glibc
import Runtime

/// A backup in a ``BackupFolder``.
package struct BackupFile: Sendable, Equatable {
  /// `hearth-20261122T070157Z.sqlite3`
  package var name: String
  /// The size.
  package var bytes: Int64
  /// The time in the name.
  package var createdAt: Timestamp
}

/// The folder `backups` of a data folder: backups that the server itself writes, named by their time. Blocking.
package struct BackupFolder: Sendable {
  private let dataFolder: String
  private var path: String { dataFolder + "/backups" }

  /// The folder need not exist.
  package init(dataFolder: String) { self.dataFolder = dataFolder }

  /// The backups, newest first. Other files are left out. - Throws: `BackupError`
  package func list() throws(BackupError) -> [BackupFile] {
    guard let folder = unsafe opendir(path) else {
      guard errno == ENOENT else { throw .last(path) }
      return []
    }
    defer { unsafe closedir(folder) }
    var files: [BackupFile] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      var status = stat()
      guard let time = Self.time(of: name), unsafe lstat(path + "/" + name, &status) == 0 else { continue }
      files.append(BackupFile(name: name, bytes: Int64(status.st_size), createdAt: time))
    }
    return files.sorted { $0.name > $1.name }
  }

  /// Writes a backup of the data folder's database, and then deletes the oldest ones beyond `limit`.
  /// - Returns: the new backup, with mode 0600.
  /// - Throws: `BackupError`, `DataFolderError`, `StorageError`.
  package func write(at time: Timestamp, keeping limit: Int) throws -> BackupFile {
    try DataFolder.prepare(path)
    let name = Self.name(at: time)
    // Two in one second: the second one replaces the first.
    let bytes = try BackupWriter.write(folder: dataFolder, to: path + "/" + name, replaces: true)
    for old in try list().dropFirst(max(1, limit)) { unsafe unlink(path + "/" + old.name) }
    return BackupFile(name: name, bytes: bytes, createdAt: Timestamp(seconds: time.seconds))
  }

  private static let start = "hearth-"
  private static let end = ".sqlite3"

  private static func name(at time: Timestamp) -> String {
    start + time.rfc3339.filter { $0 != "-" && $0 != ":" } + end
  }

  /// The time in the name of a backup; nil for another name.
  private static func time(of name: String) -> Timestamp? {
    guard name.hasPrefix(start), name.hasSuffix(end) else { return nil }
    let digits = Array(name.dropFirst(start.count).dropLast(end.count))
    guard digits.count == 16 else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return Timestamp(
      rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<11)):\(part(11..<13)):\(part(13..<16))")
  }
}
