import Foundation
import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing

/// Actions of an operator on a running server.
@Suite struct OperateJourneyTests {
  private static let admin = "/api/v1/admin/"

  @Test func aConnectionIsListedAndClosed() async throws {
    try await withHearth { server in
      let admin = try server.signIn()
      let user = try server.client.signIn("testuser2", "password")
      let socket = try user.open("/ws/meal-logs?device_id=phone")
      _ = try socket.receiveJSON(type: "connected")
      let items = try admin.request("GET", Self.admin + "connections?kind=meal_logs").json?["data"]?["items"]?
        .arrayValue
      let row = try #require(items?.first)
      #expect(row["username"] == "testuser2" && row["device"] == "phone" && row["address"] == "127.0.0.1")
      #expect(row["queued_bytes"] == 0 && row["age_s"]?.integerValue ?? -1 >= 0)
      let other = try admin.request("GET", Self.admin + "connections?user_id=0")
      #expect(other.json?["data"]?["total"] == 0)
      let id = try #require(row["id"]?.stringValue)
      #expect(try admin.request("DELETE", Self.admin + "connections/" + id).status == 204)
      #expect(try socket.receiveClose().code == 1001)
      try SignedIn.until("the connection is gone") {
        try admin.request("DELETE", Self.admin + "connections/" + id).status == 404
      }
      let audit = try admin.request("GET", Self.admin + "audit?action=connection.close").json
      #expect(audit?["data"]?["items"]?.arrayValue?.first?["target"] == "testuser2")
    }
  }

  @Test func aFailedMealIsRetriedByAnAdministrator() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let id = try #require(try user.log("one apple").json?["data"]?["id"]?.stringValue)
      try SignedIn.until("the meal is parsed") {
        try user.request("GET", "/api/v1/meal-logs/" + id).json?["data"]?["status"] == "completed"
      }
      user.server.send(signal: SIGTERM)
      _ = try user.server.waitForExit()
      // As the last of several failed attempts leaves it.
      try DataReader.change(user.server.folder) { connection in
        try connection.execute("UPDATE meal_logs SET status = 'failed' WHERE id = $1", [.text(id)])
        try connection.execute(
          """
          INSERT INTO failed_jobs SELECT 900, 'meal.parse', user_id, json_object('meal_log_id', id), 5, 'timedOut', 1, 2
          FROM meal_logs WHERE id = $1
          """, [.text(id)])
      }
      let again = try SignedIn(folder: user.server.folder)
      let jobs = try again.request("GET", Self.admin + "jobs").json?["data"]
      #expect(jobs?["counts"]?["failed"] == 1, "\(jobs?.text ?? "")")
      #expect(jobs?["items"]?.arrayValue?.first?["error"] == "timedOut")
      let retried = try again.request("POST", Self.admin + "jobs/900/retry")
      #expect(retried.status == 200 && retried.json?["data"]?["id"] == 900, "\(retried.text)")
      try SignedIn.until("the meal is parsed again") {
        try again.request("GET", "/api/v1/meal-logs/" + id).json?["data"]?["status"] == "completed"
      }
      #expect(try again.request("POST", Self.admin + "jobs/900/retry").status == 404)
      #expect(try CommandRun("check", in: again.server.folder).exit == .code(0))
    }
  }

  @Test func warningsOfTheLogAndSamplesAreShown() async throws {
    try await withHearth { server in
      let admin = try server.signIn()
      let errors = try admin.request("GET", Self.admin + "errors").json?["data"]?["items"]?.arrayValue ?? []
      // The warning of development mode.
      #expect(errors.contains { $0["message"]?.stringValue?.hasPrefix("DEVELOPMENT MODE") == true }, "\(errors)")
      try SignedIn.until("a sample was taken") {
        let samples = try admin.request("GET", Self.admin + "metrics").json?["data"]?["samples"]?.arrayValue ?? []
        guard let sample = samples.first else { return false }
        #expect(sample["memory_bytes"]?.integerValue ?? 0 > 1 << 20)
        #expect(sample["disk_used_bytes"]?.integerValue ?? 0 > 4096)
        return true
      }
    }
  }

  @Test func backupsArePrivateAndCanBeRestored() async throws {
    try await withHearth { server in
      let admin = try server.signIn()
      let written = try admin.request("POST", Self.admin + "backups")
      let file = try #require(written.json?["data"]?["file"]?.stringValue)
      let path = server.folder.path + "/data/backups/" + file
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(attributes[.size] as? Int64 == written.json?["data"]?["bytes"]?.integerValue)
      let other = try TemporaryFolder()
      #expect(try CommandRun("restore", path, in: other).exit == .code(0))
      #expect(try CommandRun("check", in: other).exit == .code(0))
    }
  }

  @Test func commandsChangeTheAccountsOfARunningServer() async throws {
    try await withHearth { server in
      let folder = server.folder
      let user = try server.client.signIn("testuser2", "password")
      let socket = try user.open("/ws/meal-logs")
      _ = try socket.receiveJSON(type: "connected")
      let sessions = try CommandRun("sessions", "list", "testuser2", in: folder)
      let id = try #require(sessions.output.split(separator: " ").first.map(String.init), "\(sessions)")
      #expect(try CommandRun("token", "list", "testuser2", in: folder).output.contains("session \(id)"))
      let revoked = try CommandRun("sessions", "revoke", "testuser2", id, in: folder)
      #expect(revoked.exit == .code(0), "\(revoked)")
      #expect(try socket.receiveClose().code == 1000)
      try SignedIn.until("the token is refused") { try user.request("GET", "/api/v1/users/me").status == 401 }

      let shown = try CommandRun("user", "show", "testuser2", in: folder).output
      #expect(shown.contains("role: user") && shown.contains("sessions: 0"), "\(shown)")
      let last = try CommandRun("user", "role", "admin", "user", in: folder)
      #expect(last.exit == .code(1) && last.errors.contains("last enabled administrator"), "\(last)")
      #expect(try CommandRun("user", "role", "testuser2", "admin", in: folder).exit == .code(0))
      let admin = try server.client.signIn("testuser2", "password")
      #expect(try admin.request("GET", Self.admin + "audit").status == 200)
      let link = try CommandRun("user", "password-link", "testuser2", in: folder).output
      #expect(link.hasPrefix("/password#"), "\(link)")

      let deleted = try CommandRun("user", "delete", "testuser2", in: folder)
      #expect(deleted.exit == .code(0), "\(deleted)")
      try SignedIn.until("the account is gone") {
        try DataReader.rows(folder, "SELECT 1 FROM users WHERE username = 'testuser2'").isEmpty
      }
      let audit = try CommandRun("audit", "list", in: folder).output
      for action in ["session.revoke", "user.role", "user.password_link", "user.delete"] {
        #expect(audit.contains(action + "  "), "\(audit)")
      }
      #expect(!audit.contains(String(link.dropFirst(10).prefix(32))))
    }
  }

  @Test func aLinkWorksWhereAPIKeysAreRequiredAndPagesAreOff() async throws {
    let environment = [
      "HEARTH_AUTH_API_KEYS": "k1", "HEARTH_DOCS_ENABLED": "false", "HEARTH_HTTP_BASE_PATH": "/hearth",
    ]
    try await withHearth(environment) { server in
      let folder = server.folder
      let link = try CommandRun("user", "password-link", "testuser2", in: folder).output
      let token = String(link.drop { $0 != "#" }.dropFirst().prefix(32))
      let page = try server.client.request("GET", "/hearth/password")
      #expect(page.status == 200 && page.text.contains("<base href=\"/hearth/\">"))
      #expect(try server.client.request("GET", "/hearth/").status == 404)
      let used = try server.client.request(
        "POST", "/hearth/api/auth/password-link", ["token": .string(token), "new_password": "Better123"])
      #expect(used.status == 204, "\(used.text)")
      #expect(!server.log.contains(token))
    }
  }
}
