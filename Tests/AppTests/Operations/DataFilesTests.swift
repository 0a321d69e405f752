import Foundation
import JSONCodec
import TestSupport
import Testing

/// Folder and files of the real program are for their owner alone, whatever the umask and however they were before.
@Suite struct DataFilesTests {
  private static let files = [
    "hearth.sqlite3", "hearth.sqlite3-wal", "hearth.sqlite3-shm", "hearth.lock", "signing.key",
  ]

  private static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int) & 0o7777
  }

  private static func start(umask: String, in folder: TemporaryFolder) throws -> ServerProcess {
    let command = ["/bin/sh", "-c", "umask \(umask); exec \"$0\" \"$@\"", try ServerProcess.executable()]
    let server = try ServerProcess(command: command, folder: folder)
    let token = try DevelopmentAccount.logIn(server.port)
    let meal: JSONValue = ["raw_input": "2 eggs", "meal_type": "lunch"]
    let answer = try HTTPTestClient(port: server.port).request(
      "POST", "/api/v1/meal-logs/natural", token: token, json: meal)
    #expect(answer.status == 201)
    return server
  }

  private static func expectOwnerOnly(_ folder: TemporaryFolder) throws {
    let data = folder.path + "/data"
    #expect(try mode(data) == 0o700)
    let present = try FileManager.default.contentsOfDirectory(atPath: data)
    #expect(Set(present).isSuperset(of: files))
    for name in present { #expect(try mode(data + "/" + name) == 0o600, "\(name)") }
  }

  @Test(arguments: ["000", "022", "077", "777"]) func areTheOwnersAloneUnderAnyUmask(umask: String) async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      // Kept open, so that the files that go with the last connection are there.
      let server = try Self.start(umask: umask, in: folder)
      try Self.expectOwnerOnly(folder)
      server.send(signal: 9)
      _ = try server.waitForExit()
      // What a backup or a copy brought back.
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data") {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o644], ofItemAtPath: folder.path + "/data/" + name)
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/data")
      let again = try Self.start(umask: umask, in: folder)
      try Self.expectOwnerOnly(folder)
      _ = again
    }
  }
}
