import Foundation
import Runtime
import TestSupport
import Testing

@testable import Storage

/// Tests with the write-ahead log of a killed process, intact and damaged.
@Suite struct LogInspectionTests {
  /// The files of a database whose log contains `count` commits, in the state after a killed process.
  private static func abandoned(commits count: Int, in folder: String) async throws -> String {
    let live = folder + "/live"
    let database = try SQLiteDatabase.open(folder: live)
    try await database.write { try $0.execute("CREATE TABLE notes (text TEXT)") }
    for index in 0..<count {
      try await database.write {
        try $0.execute("INSERT INTO notes VALUES ($1)", [.text("\(index) " + String(repeating: "x", count: 3000))])
      }
    }
    let copy = folder + "/copy"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.copyItem(
        atPath: live + "/hearth.sqlite3" + suffix, toPath: copy + "/hearth.sqlite3" + suffix)
    }
    await database.close()
    return copy + "/hearth.sqlite3"
  }

  private static func withLog(
    _ change: (inout Data) -> Void
  ) async throws -> (damage: LogDamage?, frames: Int) {
    let folder = try TemporaryFolder()
    let path = try await abandoned(commits: 20, in: folder.path)
    var log = try Data(contentsOf: URL(filePath: path + "-wal"))
    let frames = (log.count - LogFrames.headerBytes) / (LogFrames.frameHeaderBytes + 4096)
    change(&log)
    try log.write(to: URL(filePath: path + "-wal"))
    return (LogInspection.damage(of: path), frames)
  }

  private static func start(ofFrame index: Int) -> Int {
    LogFrames.headerBytes + index * (LogFrames.frameHeaderBytes + 4096)
  }

  @Test func anIntactLogIsNotReported() async throws {
    let (damage, frames) = try await Self.withLog { _ in }
    #expect(damage == nil)
    #expect(frames > 40)
  }

  @Test func aDamagedPageLosesTheCommitsAfterIt() async throws {
    let (damage, frames) = try await Self.withLog { $0[Self.start(ofFrame: 30) + 100] ^= 1 }
    guard case .frames(let valid, let lost) = damage else {
      Issue.record("\(String(describing: damage))")
      return
    }
    #expect(valid <= 30 && valid + lost == frames)
  }

  @Test func aTruncatedLogIsReported() async throws {
    let (damage, frames) = try await Self.withLog { $0 = $0.prefix(Self.start(ofFrame: 30)) }
    guard case .frames(let valid, let lost) = damage else {
      Issue.record("\(String(describing: damage))")
      return
    }
    #expect(valid <= 30 && valid + lost == frames)
  }

  @Test func aDamagedHeaderIsReported() async throws {
    let (damage, frames) = try await Self.withLog { $0[10] ^= 1 }
    guard case .header = damage else {
      Issue.record("\(String(describing: damage))")
      return
    }
    #expect(frames > 0)
  }

  /// The last transaction of a killed process was not acknowledged.
  @Test func doesNotReportAnUnfinishedTransaction() async throws {
    let result = try await Self.withLog { log in
      let frame = log[Self.start(ofFrame: 2)..<Self.start(ofFrame: 3)]
      log.append(frame)
      log.append(frame.prefix(500))
    }
    #expect(result.damage == nil)
  }

  @Test(arguments: [Data(), Data([1, 2, 3]), Data(count: 500)])
  func aLogWithoutAFrameIsNotReported(_ content: Data) async throws {
    let result = try await Self.withLog { $0 = content }
    #expect(result.damage == nil)
  }

  @Test func openingReportsTheDamage() async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.abandoned(commits: 20, in: folder.path)
    var log = try Data(contentsOf: URL(filePath: path + "-wal"))
    log[Self.start(ofFrame: 30) + 100] ^= 1
    try log.write(to: URL(filePath: path + "-wal"))
    let reported = Locked<LogDamage?>(nil)
    var configuration = SQLiteConfiguration()
    configuration.isExclusive = true
    configuration.reportLogDamage = { damage in reported.withLock { $0 = damage } }
    let database = try SQLiteDatabase.open(folder: folder.path + "/copy", configuration: configuration)
    #expect(reported.withLock { $0 } != nil)
    await database.close()
  }
}
