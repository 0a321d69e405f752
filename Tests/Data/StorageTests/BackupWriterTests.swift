import Foundation
import Glibc
import Runtime
import Storage
import TestSupport
import Testing

@Suite struct BackupWriterTests {
  @Test func copiesCommittedRowsIntoOneFile() async throws {
    let fixture = try await BackupFixture()
    let bytes = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    #expect(try fixture.names() == ["copy"])
    #expect(fixture.root.contents(of: "copy")?.count == Int(bytes))
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try fixture.kinds(in: fixture.file) == ["job 0", "job 1", "job 2"])
  }

  /// Each copy ends beside a continuous writer, contains all writes acknowledged before its start, and is complete.
  @Test func copiesDuringConcurrentWrites() async throws {
    let fixture = try await BackupFixture(jobs: 0)
    let database = try SQLiteDatabase.open(folder: fixture.data)
    let written = Locked(0)
    let isOver = Locked(false)
    async let writing: Void = {
      let filler = String(repeating: "x", count: 2000)
      while !isOver.withLock({ $0 }) {
        try await BackupFixture.add(filler, to: database)
        written.withLock { $0 += 1 }
      }
    }()
    for round in 1...5 {
      try await waitUntil { written.withLock { $0 >= round * 100 } }
      let before = written.withLock { $0 }
      let file = fixture.file + "\(round)"
      try await runBlocking { _ = try BackupWriter.write(folder: fixture.data, to: file, replaces: false) }
      #expect(try fixture.kinds(in: file).count >= before)
      #expect(try DatabaseInspection(file: file).problems() == [])
    }
    isOver.withLock { $0 = true }
    try await writing
  }

  @Test func replacesAFileOnlyOnRequest() async throws {
    let fixture = try await BackupFixture()
    try Data("precious".utf8).write(to: URL(fileURLWithPath: fixture.file))
    #expect(throws: BackupError.exists(path: fixture.file)) {
      try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    }
    #expect(fixture.root.contents(of: "copy") == Array("precious".utf8))
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: true)
    #expect(try fixture.kinds(in: fixture.file).count == 3)
    #expect(try fixture.names() == ["copy"])
  }

  /// A copy of a damaged database must not replace a valid backup.
  @Test func keepsTheFormerBackupOfADamagedDatabase() async throws {
    let fixture = try await BackupFixture()
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    let good = fixture.root.contents(of: "copy")
    try fixture.damage(fixture.database)
    #expect(throws: (any Error).self) {
      try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: true)
    }
    #expect(fixture.root.contents(of: "copy") == good)
    #expect(try fixture.names() == ["copy"])
  }

  @Test func reusesTheFileOfAKilledProcessAndRefusesASecondWriter() async throws {
    let fixture = try await BackupFixture()
    let left = fixture.file + ".tmp"
    try Data("half a copy".utf8).write(to: URL(fileURLWithPath: left))
    let other = unsafe open(left, O_RDWR | O_CLOEXEC)
    #expect(flock(other, LOCK_EX) == 0)
    #expect(throws: BackupError.inProgress(path: left)) {
      try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    }
    close(other)
    _ = try BackupWriter.write(folder: fixture.data, to: fixture.file, replaces: false)
    #expect(try fixture.names() == ["copy"])
  }

  @Test(arguments: ["hearth.sqlite3", "hearth.sqlite3-wal", "hearth.lock", "signing.key"])
  func leavesTheServersOwnFilesAlone(name: String) async throws {
    let fixture = try await BackupFixture()
    for path in ["\(fixture.data)/\(name)", "\(fixture.data)/../data/\(name)"] {
      #expect(throws: BackupError.reserved(path: path)) {
        try BackupWriter.write(folder: fixture.data, to: path, replaces: true)
      }
    }
  }

  @Test func reportsAMissingSourceOrTarget() async throws {
    let fixture = try await BackupFixture()
    #expect(throws: BackupError.noDatabase(path: fixture.root.path + "/hearth.sqlite3")) {
      try BackupWriter.write(folder: fixture.root.path, to: fixture.file, replaces: false)
    }
    let nowhere = fixture.root.path + "/missing/copy"
    #expect(throws: BackupError.system(path: nowhere + ".tmp", reason: "No such file or directory")) {
      try BackupWriter.write(folder: fixture.data, to: nowhere, replaces: false)
    }
  }
}
