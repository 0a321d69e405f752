import Foundation
import Storage
import TestSupport

/// A data folder with a database, and paths of further files.
struct BackupFixture {
  let root: TemporaryFolder
  var data: String { root.path + "/data" }
  var file: String { root.path + "/copy" }
  var database: String { data + "/hearth.sqlite3" }

  /// - Parameter jobs: the number of rows to insert into `jobs`, which references no other table.
  init(jobs: Int = 3) async throws {
    root = try TemporaryFolder()
    let database = try SQLiteDatabase.open(folder: data)
    for number in 0..<jobs { try await Self.add("job \(number)", to: database) }
    await database.close()
  }

  static func add(_ kind: String, to database: SQLiteDatabase) async throws {
    let sql = "INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES ($1, '{}', 0, 0)"
    try await database.write { try $0.execute(sql, [.text(kind)]) }
  }

  /// Runs a statement on the folder's database.
  func change(_ sql: String) async throws {
    let database = try SQLiteDatabase.open(folder: data)
    try await database.write { try $0.execute(sql) }
    await database.close()
  }

  /// The kinds of the jobs in a database file.
  func kinds(in file: String) throws -> [String] {
    try DatabaseInspection(file: file).read { try $0.query("SELECT kind FROM jobs ORDER BY id") }
      .compactMap { $0.text("kind") }
  }

  /// The names in the test's folder, except the data folder.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0 != "data" }.sorted()
  }

  /// Overwrites the middle of a file.
  func damage(_ path: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in (bytes.count / 3)..<(bytes.count / 3 * 2) { bytes[index] = 0xA5 }
    // In place, like a faulty device.
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}
