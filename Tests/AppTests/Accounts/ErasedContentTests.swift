import Foundation
import JSONCodec
import TestSupport
import Testing

/// Content of a deleted account is in none of the files of the running server.
@Suite struct ErasedContentTests {
  @Test func nothingOfADeletedAccountIsLeftInTheFiles() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let words = ["zyxwvmeal", "zyxwvprofile", "zyxwvsaid"]
      for index in 0..<30 {
        _ = try user.request(
          "POST", "/api/v1/meal-logs/natural", ["raw_input": "2 eggs \(words[0]) \(index)", "meal_type": "lunch"])
      }
      _ = try user.request("PUT", "/api/v1/users/me", ["name": .string(words[1])])
      let room = try user.request("POST", "/api/rooms", ["name": "erasure"])
      let id = try #require(room.json?["id"]?.integerValue)
      for index in 0..<30 {
        _ = try user.request("POST", "/api/messages/\(id)", ["content": .string("\(words[2]) \(index)")])
      }
      try #require(Self.found(words, in: user.server.folder.path + "/data").count == words.count)
      try user.appointAdministrator()
      let answer = try user.request("DELETE", "/api/v1/users/me")
      #expect(answer.status == 204)
      var left = Self.found(words, in: user.server.folder.path + "/data")
      // Readers may keep the log from being emptied; the server tries again.
      let deadline = ContinuousClock.now + .seconds(90)
      while !left.isEmpty, .now < deadline { left = Self.found(words, in: user.server.folder.path + "/data") }
      #expect(left.isEmpty, "\(left)")
    }
  }

  private static func found(_ words: [String], in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let contents = files.filter { $0.hasPrefix("hearth.sqlite3") }
      .compactMap { FileManager.default.contents(atPath: folder + "/" + $0) }
    return words.filter { word in contents.contains { $0.range(of: Data(word.utf8)) != nil } }
  }
}
