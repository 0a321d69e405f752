import JSONCodec
import TestSupport
import Testing

/// The bare text `ping` is answered on every path as the JSON ping is.
@Suite(.timeLimit(.minutes(2))) struct BarePingTests {
  @Test(arguments: [
    "/ws", "/ws/meal-logs", "/ws/chat/general", "/ws/mobile/sync/?device_id=phone", "/ws/mobile/sync?device_id=phone",
    "/ws/consultation?consultation_id=ID", "/api/v1/consultations/ID/ws",
  ])
  func isAnsweredWithThePongOfThePath(_ path: String) async throws {
    try await runBlocking {
      let user = try SignedIn()
      let body: JSONValue = ["persona": "nutritionist"]
      let answer = try user.request("POST", "/api/v1/consultations", body)
      let id = try #require(answer.json?["data"]?["id"]?.stringValue)
      let socket = try user.open(path.replacing("ID", with: id))
      try socket.send(json: ["type": "ping"])
      let pong = try socket.receiveJSON(type: "pong")
      for send in [{ try socket.send(text: "ping") }, { try socket.send(binary: Array("ping".utf8)) }] {
        try send()
        let bare = try socket.receiveJSON()
        #expect(bare["type"] == "pong")
        #expect(bare.objectValue?.keys.sorted() == pong.objectValue?.keys.sorted())
      }
      try socket.send(text: "pingping")
      #expect(try socket.receiveJSON()["type"] == "error")
    }
  }
}
