import API
import JSONCodec
import Realtime
import Testing

@testable import Documentation

/// The AsyncAPI 3.0 document of one endpoint.
@Suite struct AsyncAPIDocumentTests {
  private static let endpoint = EndpointDeclaration(
    path: "/ws/chat/{room}", connectionType: "chat", summary: "A room.",
    pathParameters: [.string("room", "The room.")], query: [.string("device_id", length: 1...9, "The device.")],
    options: [QueryOption("quantity", values: ["text", "number"], default: "text", "The type.")],
    messages: [
      .sent("joined", "A user joined.", [.string("user", "Who.")], example: ["user": "anna"]),
      .received("say", aliases: ["speak"], "Say something.", [.string("text", "What.")], example: ["text": "Hi"]),
    ],
    handshakeErrors: [ErrorDeclaration(402, "PAY", "The room costs.")],
    errorCodes: [ErrorCodeDeclaration("ROOM_FULL", "The room is full.")],
    closeCodes: [CloseCodeDeclaration(4404, "The room does not exist.")])

  private let document = AsyncAPIDocument.make(
    [endpoint], server: DescribedServer(version: "1.2.3", basePath: "/hearth"), host: "localhost:8000", isSecure: true)

  @Test func statesTheAddressOfTheServer() {
    let server = document["servers"]?["this"]
    #expect(server?["host"] == "localhost:8000" && server?["protocol"] == "wss" && server?["pathname"] == "/hearth")
  }

  @Test func listsMessagesOfBothDirections() throws {
    let channel = try #require(document["channels"]?["ws_chat_room"])
    #expect(channel["address"] == "/ws/chat/{room}" && channel["parameters"] == ["room": ["description": "The room."]])
    #expect(channel["messages"]?.objectValue?.keys.sorted() == ["client.say", "server.joined"])
    let say = try #require(channel["messages"]?["client.say"])
    #expect(say["payload"]?["properties"]?["type"]?["enum"] == ["say", "speak"])
    #expect(say["examples"] == [["payload": ["type": "say", "text": "Hi"]]])
    #expect(document["operations"]?["send_ws_chat_room"]?["action"] == "send")
    #expect(
      document["operations"]?["receive_ws_chat_room"]?["messages"]
        == [["$ref": "#/channels/ws_chat_room/messages/client.say"]])
  }

  @Test func listsErrorAndCloseCodes() throws {
    let channel = try #require(document["channels"]?["ws_chat_room"])
    #expect(channel["x-error-codes"]?.arrayValue?.contains { $0["code"] == "ROOM_FULL" } == true)
    #expect(channel["x-close-codes"]?.arrayValue?.contains { $0["code"] == 4404 } == true)
    #expect(channel["description"]?.stringValue?.contains("| 4404 | The room does not exist. |") == true)
  }

  @Test func describesTheQueryParameters() throws {
    let query = document["channels"]?["ws_chat_room"]?["bindings"]?["ws"]?["query"]?["properties"]
    #expect(query?["quantity"]?["enum"] == ["text", "number"])
    #expect(query?["since"]?["type"] == "integer" && query?["token"] != nil)
    #expect(query?["device_id"]?["maxLength"] == 9)
    #expect(document["channels"]?["ws_chat_room"]?["bindings"]?["ws"]?["query"]?["required"] == ["device_id"])
  }

  @Test func listsRefusedHandshakes() throws {
    let refusals = try #require(document["channels"]?["ws_chat_room"]?["x-handshake-errors"]?.arrayValue)
    #expect(refusals.first?["status"] == 402 && refusals.first?["code"] == "PAY")
    #expect(refusals.contains { $0["status"] == 426 && $0["code"] == "UPGRADE_REQUIRED" })
  }

  @Test func describesPathsThatTakeAnyMessage() throws {
    let document = AsyncAPIDocument.make(
      [], [(path: "/ws/echo", summary: "Echoes.")], server: DescribedServer(version: "1"), host: "x", isSecure: false)
    let channel = try #require(document["channels"]?["ws_echo"])
    #expect(channel["address"] == "/ws/echo" && channel["summary"] == "Echoes.")
    #expect(channel["messages"]?["server.any"]?["payload"] == [:])
    #expect(document["operations"]?["receive_ws_echo"]?["action"] == "receive")
  }
}
