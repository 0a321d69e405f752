import Dispatch
import Foundation
import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing

/// Responses and log events of the real program when its storage fails.
@Suite(.timeLimit(.minutes(2))) struct StorageFailureTests {
  private static let meal: JSONValue = ["raw_input": "2 eggs", "meal_type": "lunch"]

  private static func post(_ server: ServerProcess, _ token: String, _ meal: JSONValue = meal) throws -> WireResponse {
    let http = try HTTPTestClient(port: server.port, limit: .seconds(20))
    return try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: meal)
  }

  private static func expectUnavailable(_ answer: WireResponse, code: String, retry: String?) {
    #expect(answer.status == 503)
    #expect(answer["Retry-After"] == retry)
    #expect(answer["Content-Type"] == "application/json")
    let body = answer.json
    #expect(body?["success"] == false && body?["data"]?.isNull == true)
    #expect(body?["error"]?["code"] == .string(code))
    let message = body?["error"]?["message"]?.stringValue ?? ""
    #expect(!message.isEmpty && body?["message"] == .string(message) && body?["detail"] == .string(message))
    #expect(body?["error"]?["details"]?["request_id"]?.stringValue == answer["X-Request-ID"])
    #expect(!answer.text.contains("sqlite"))
  }

  /// `/ready`, `hearth healthcheck` and the metrics show the reason.
  private static func expectNotReady(_ server: ServerProcess, _ reason: String, kind: String) throws {
    let http = try HTTPTestClient(port: server.port)
    let ready = try http.request("GET", "/ready")
    #expect(ready.status == 503)
    #expect(ready.json == ["status": "unavailable", "reason": .string(reason)])
    let check = try CommandRun("healthcheck", "--listen", "127.0.0.1:\(server.port)", in: try TemporaryFolder())
    #expect(check.exit == .code(1) && check.errors.contains("is not ready (status 503): \(reason)"), "\(check)")
    let metrics = try http.request("GET", "/metrics").text
    #expect(metrics.contains("hearth_storage_failures_total{kind=\"\(kind)\"}"))
    #expect(metrics.contains("hearth_storage_writable 0\n"))
    try SignedIn.until("the log states the failure") { server.log.contains("storage cannot be written") }
  }

  @Test(.enabled(if: canMount)) func aDiskThatFillsUpWithoutTrafficIsNoticed() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      let script = "mkdir '\(data)' && mount -t tmpfs -o size=4m hearth '\(data)' && exec \"$0\" \"$@\""
      let server = try ServerProcess(
        command: ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", script, try ServerProcess.executable()], folder: folder)
      let http = try HTTPTestClient(port: server.port)
      #expect(try http.request("GET", "/ready").status == 200)
      let filler = "/proc/\(server.processID)/root\(data)/filler"
      _ = try ProgramRun(["/bin/sh", "-c", "exec dd if=/dev/zero of=\(filler) bs=4k status=none"])
      try SignedIn.until("the full disk is noticed") { try http.request("GET", "/ready").status == 503 }
      #expect(unsafe unlink(filler) == 0)
      try SignedIn.until("the server is ready again") { try http.request("GET", "/ready").status == 200 }
    }
  }

  /// Stops the server in order, so that all is written.
  private static func expectLog(_ text: String, of server: ServerProcess) throws {
    server.send(signal: SIGTERM)
    #expect(try server.waitForExit() == .code(0))
    #expect(server.log.contains(text))
  }

  /// Whether this machine lets us mount a small disk in a namespace of our own.
  static let canMount: Bool = {
    let run = try? ProgramRun(["/usr/bin/unshare", "-rm", "/bin/sh", "-c", "mount -t tmpfs -o size=1m hearth /mnt"])
    return run?.exit == .code(0)
  }()

  @Test(.enabled(if: canMount)) func reportsAFullDiskAndResumesWhenSpaceIsFree() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      let script = "mkdir '\(data)' && mount -t tmpfs -o size=4m hearth '\(data)' && exec \"$0\" \"$@\""
      let server = try ServerProcess(
        command: ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", script, try ServerProcess.executable()], folder: folder)
      let token = try DevelopmentAccount.logIn(server.port)
      let first = try Self.post(server, token)
      #expect(first.status == 201)
      let filler = "/proc/\(server.processID)/root\(data)/filler"
      _ = try ProgramRun(["/bin/sh", "-c", "exec dd if=/dev/zero of=\(filler) bs=4k status=none"])
      // The log has room until it must grow.
      let large: JSONValue = ["raw_input": .string(String(repeating: "egg ", count: 250)), "meal_type": "lunch"]
      var acknowledged = 1
      var answer = try Self.post(server, token, large)
      while answer.status == 201, acknowledged < 2000 {
        acknowledged += 1
        answer = try Self.post(server, token, large)
      }
      Self.expectUnavailable(answer, code: "STORAGE_UNAVAILABLE", retry: "30")
      let http = try HTTPTestClient(port: server.port)
      try Self.expectNotReady(server, "No space is left on the disk of the data folder.", kind: "disk_full")
      let id = first.json?["id"]?.stringValue ?? ""
      #expect(try http.request("GET", "/api/v1/meal-logs/\(id)", token: token).status == 200)
      #expect(try http.request("GET", "/health").status == 200)
      #expect(unsafe unlink(filler) == 0)
      try SignedIn.until("the server is ready again") { try http.request("GET", "/ready").status == 200 }
      #expect(try http.request("GET", "/metrics").text.contains("hearth_storage_writable 1\n"))
      #expect(try Self.post(server, token).status == 201)
      let list = try http.request("GET", "/api/v1/meal-logs?limit=1", token: token)
      #expect(list.json?["data"]?["total_count"] == .integer(Int64(acknowledged + 1)))
      try Self.expectLog("no space is left for the database", of: server)
      // The log is written beside the responses.
      #expect(server.log.contains("storage can be written again"))
    }
  }

  @Test func reportsAFailingStorageDevice() async throws {
    try await runBlocking {
      // Writes behind this many KiB fail with EFBIG.
      let server = try ServerProcess(
        command: [
          "/bin/bash", "-c", "trap '' XFSZ; ulimit -f 2048; exec \"$0\" \"$@\"", try ServerProcess.executable(),
        ], environment: ["HEARTH_MEALS_MAX_PENDING_PER_USER": "100000", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0"])
      let token = try DevelopmentAccount.logIn(server.port)
      let large: JSONValue = ["raw_input": .string(String(repeating: "egg ", count: 250)), "meal_type": "lunch"]
      var answer = try Self.post(server, token, large)
      var count = 0
      while answer.status == 201, count < 3000 {
        count += 1
        answer = try Self.post(server, token, large)
      }
      Self.expectUnavailable(answer, code: "STORAGE_UNAVAILABLE", retry: "30")
      #expect(try HTTPTestClient(port: server.port).request("GET", "/health").status == 200)
      let metrics = try HTTPTestClient(port: server.port).request("GET", "/metrics").text
      #expect(metrics.contains("hearth_storage_failures_total{kind=\"io_error\"}"))
      #expect(!metrics.contains("hearth_storage_failures_total{kind=\"io_error\"} 0\n"))
      try Self.expectLog("input or output of the database failed: disk I/O error", of: server)
    }
  }

  @Test func reportsAnotherProcessThatHoldsTheLock() async throws {
    let folder = try TemporaryFolder()
    let other = try SQLiteDatabase.open(folder: folder.path + "/data")
    let held = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    try await runBlocking {
      let server = try ServerProcess(folder: folder)
      let token = try DevelopmentAccount.logIn(server.port)
      Task {
        try await other.write { _ in
          held.signal()
          release.wait()
        }
      }
      held.wait()
      let answer = try Self.post(server, token)
      release.signal()
      Self.expectUnavailable(answer, code: "BUSY", retry: "1")
      #expect(try Self.post(server, token).status == 201)
      try Self.expectLog("the database is locked by another process", of: server)
    }
    await other.close()
  }

  /// Overwrites the first page of a table or index in a new database.
  static func damage(_ name: String, in folder: TemporaryFolder) async throws {
    let database = try SQLiteDatabase.open(folder: folder.path + "/data")
    let page = try await database.read { connection in
      try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = $1", [.text(name)])?.integer("rootpage")
    }
    await database.close()
    let file = try #require(FileHandle(forUpdatingAtPath: folder.path + "/data/hearth.sqlite3"))
    try file.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try file.close()
  }

  @Test func reportsADamagedTable() async throws {
    let folder = try TemporaryFolder()
    try await Self.damage("meal_logs", in: folder)
    try await runBlocking {
      let server = try ServerProcess(folder: folder)
      let token = try DevelopmentAccount.logIn(server.port)
      Self.expectUnavailable(try Self.post(server, token), code: "STORAGE_UNAVAILABLE", retry: nil)
      try Self.expectNotReady(server, "The database is damaged. Restore a backup.", kind: "corrupt")
      try Self.expectLog("the database is damaged: database disk image is malformed", of: server)
    }
  }

  @Test func aSocketWhoseEventsAreDamagedEndsWith1011() async throws {
    let folder = try TemporaryFolder()
    try await Self.damage("user_events_user", in: folder)
    try await runBlocking {
      let user = try SignedIn(folder: folder)
      let socket = try user.connect("/ws/meal-logs")
      #expect(try socket.receiveJSON(type: "error")["error_code"] == "SERVER_ERROR")
      #expect(try socket.receiveClose().code == 1011)
      try Self.expectLog("the database is damaged", of: user.server)
    }
  }

  @Test func aFailedStartReportsItsReason() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/data/hearth.sqlite3", withIntermediateDirectories: true)
    let error = await #expect(throws: WireError.self) {
      try await runBlocking { _ = try ServerProcess(folder: folder) }
    }
    let reason = "input or output of the database failed: unable to open database file: Is a directory"
    #expect(String(describing: error).contains("hearth cannot start: \(folder.path)/data/hearth.sqlite3: \(reason)"))
  }
}
