import JSONCodec
import TestSupport
import Testing

/// `hearth seed`, `hearth snapshot` and `POST /dev/seed`.
@Suite(.timeLimit(.minutes(2))) struct SeedTests {
  @Test func theCommandStoresDataThatPassesTheCheck() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let first = try CommandRun("seed", "demo", in: folder)
      #expect(first.exit == .code(0), "\(first)")
      #expect(first.output.hasPrefix("stored the demo data; the password of each account is demo-password\n"))
      let check = try CommandRun("check", in: folder)
      #expect(check.exit == .code(0) && check.output.hasSuffix("no errors found"), "\(check)")
      let second = try CommandRun("seed", "demo", in: folder)
      #expect(second.output.hasPrefix("the demo data exists already (--replace stores it again)"))
      #expect(second.output.split(separator: "\n").dropFirst() == first.output.split(separator: "\n").dropFirst())
      #expect(try CommandRun("seed", "demo", "--replace", in: folder).exit == .code(0))
      #expect(try CommandRun("check", in: folder).exit == .code(0))
      #expect(try CommandRun("seed", "other", in: folder).exit == .code(64))
    }
  }

  @Test func theRouteStoresDataOfTheRunningServer() async throws {
    try await withHearth { server in
      let seeded = try server.client.request("POST", "/dev/seed", ["scenario": "demo"])
      #expect(seeded.status == 200 && seeded.json?["created"] == true, "\(seeded.text)")
      let meals = try #require(seeded.json?["meals"]?.integerValue)
      #expect(meals > 1000)
      for user in seeded.json?["users"]?.arrayValue ?? [] {
        let (name, password) = (user["username"]?.stringValue ?? "", user["password"]?.stringValue ?? "")
        let client = try server.client.signIn(name, password)
        let list = try client.request("GET", "/api/v1/meal-logs?limit=1")
        #expect(try #require(list.json?["data"]?["total_count"]?.integerValue) > 200)
      }
      let anna = try server.client.signIn("anna", "demo-password")
      let room = try anna.request("GET", "/api/messages/Running%20Club")
      #expect(room.status == 200 && room.text.contains("Half marathon"), "\(room.text)")
      let phone = try anna.open("/ws/mobile/sync?device_id=anna-phone")
      #expect(try phone.receiveJSON { $0["type"] == "conflict_notification" }["winning_device_id"] == "anna-tablet")
      let again = try server.client.request("POST", "/dev/seed", ["scenario": "demo"])
      #expect(again.json?["created"] == false && again.json?["meals"] == .integer(meals))
      let replaced = try server.client.request("POST", "/dev/seed", ["scenario": "demo", "replace": true])
      #expect(replaced.json?["created"] == true, "\(replaced.text)")
      #expect(try phone.receiveClose().code == 1000)
      let check = try CommandRun("check", in: server.folder)
      #expect(check.exit == .code(0), "\(check)")
    }
  }

  @Test func snapshotsOfTheCommandLine() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let folder = server.folder
      #expect(try CommandRun("snapshot", "save", "empty", in: folder).output.hasPrefix("saved empty ("))
      #expect(try CommandRun("seed", "demo", in: folder).exit == .code(0))
      let refused = try CommandRun("snapshot", "restore", "empty", in: folder)
      #expect(refused.exit == .code(1))
      #expect(
        refused.errors.contains(
          "another server uses it, at 127.0.0.1:\(server.port). Stop it, or, if it runs with --dev")
          && refused.errors.contains("/dev/snapshots/empty/restore"), "\(refused.errors)")
      server.send(signal: 15)
      #expect(try server.waitForExit() == .code(0))
      #expect(try CommandRun("snapshot", "restore", "empty", in: folder).output == "restored empty")
      let check = try CommandRun("check", in: folder)
      #expect(check.exit == .code(0) && check.output.contains("meal logs 0"), "\(check)")
      #expect(try CommandRun("snapshot", "list", in: folder).output.hasPrefix("empty  "))
      for (arguments, message) in [
        (["save", "empty"], "the snapshot empty exists already (--replace replaces it)"),
        (["restore", "other"], "there is no snapshot other"), (["delete", "other"], "there is no snapshot other"),
        (["save", "../a"], "a name has 1 to 64 letters, digits, \"-\" and \"_\" and begins with a letter or a digit"),
      ] {
        let run = try CommandRun(["snapshot"] + arguments, in: folder)
        #expect(run.exit == .code(1) && run.errors == "Error: \(message)\n", "\(run)")
      }
      #expect(try CommandRun("snapshot", "delete", "empty", in: folder).output == "deleted empty")
      #expect(try CommandRun("snapshot", "list", in: folder).output == "")
    }
  }
}
