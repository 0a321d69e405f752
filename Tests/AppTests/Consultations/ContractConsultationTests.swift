import Foundation
import JSONCodec
import TestSupport
import Testing

@testable import GuideModels

/// Consultations as documented clients use them (docs/api/socket-consultation.md), on the real program.
@Suite(.timeLimit(.minutes(2))) struct ContractConsultationTests {
  private static func create(_ user: SignedIn, _ body: JSONValue = ["persona": "nutritionist"]) throws -> String {
    try #require(try user.request("POST", "/api/v1/consultations", body).json?["data"]?["id"]?.stringValue)
  }

  /// The message handling of the guide's client, with its own models.
  private struct Phone {
    var messages: [ConsultationMessage] = []
    var isTyping = false
    var failure: String?
    var pongs = 0

    mutating func received(_ text: String) throws {
      let message = try JSONDecoder().decode(WebSocketMessage.self, from: Data(text.utf8))
      #expect(!message.messageId.isEmpty && ISO8601DateFormatter().date(from: message.timestamp) != nil, "\(text)")
      switch message.type {
      case "ai_message_start":
        isTyping = true
        messages.append(
          ConsultationMessage(
            id: message.messageId, role: "assistant", content: "", timestamp: Date(), isStreaming: true))
      case "ai_message_chunk":
        let index = try #require(messages.firstIndex { $0.id == message.messageId })
        messages[index].content += try #require(message.content)
      case "ai_message_complete":
        isTyping = false
        let index = try #require(messages.firstIndex { $0.id == message.messageId })
        messages[index].isStreaming = false
      case "template_created":
        let data = try JSONSerialization.data(withJSONObject: try #require(message.metadata))
        let template = try JSONDecoder().decode(CreatedTemplate.self, from: data)
        messages.append(
          ConsultationMessage(
            id: message.messageId, role: "system", content: template.name, timestamp: Date(), template: template))
      case "error": failure = message.content
      case "pong": pongs += 1
      default: Issue.record("\(message.type) is not among the guide's types")
      }
    }

    /// A frame as the guide's client writes it: an upper-case id, no metadata.
    static func write(_ type: String, _ content: String?) throws -> String {
      let message = WebSocketMessage(
        type: type, content: content, messageId: UUID().uuidString,
        timestamp: ISO8601DateFormatter().string(from: Date()))
      return String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    }
  }

  /// The guide's models decode every frame, and the client's list is right (docs/api/socket-consultation.md#frames).
  @Test func theGuidesClientShowsAConsultation() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let id = try Self.create(user, ["userId": "user_123", "consultationType": "nutrition"])
      let socket = try user.open("/ws/consultation?consultation_id=\(id)&metadata=base64")
      var phone = Phone()
      try socket.send(text: try Phone.write("ping", nil))
      for question in ["hi", "make me a 2,000 kcal meal plan", "thanks"] {
        try socket.send(text: try Phone.write("user_message", question))
      }
      while phone.messages.filter({ $0.role == "assistant" && !$0.isStreaming }).count < 3 {
        try phone.received(try socket.receiveText())
      }
      try socket.send(text: try Phone.write("user_message", ""))
      while phone.failure == nil { try phone.received(try socket.receiveText()) }
      #expect(phone.pongs == 1 && !phone.isTyping)
      let answers = phone.messages.filter { $0.role == "assistant" }
      #expect(answers[0].content.hasPrefix("Hello!") && answers[2].content.hasPrefix("You are welcome"))
      #expect(answers[1].content.hasSuffix("I saved it as a meal template."))
      let card = try #require(phone.messages.first { $0.template != nil })
      #expect(card.template?.type == "meal" && card.template?.name == "Day with 2,000 kcal")
      #expect(Set(phone.messages.map(\.id)).count == 4)
      #expect(try user.request("GET", "/api/v1/meal-templates/\(card.template?.id ?? "")").status == 200)
    }
  }

  /// C1: either spelling of the id, and the Swift one where there are both.
  @Test(
    arguments: [
      (["message_id": "a"], "a"), (["messageId": "b"], "b"), (["messageId": "b", "message_id": "a"], "b"),
    ] as [([String: JSONValue], JSONValue)])
  func takesBothSpellingsOfAnID(_ ids: [String: JSONValue], _ id: JSONValue) async throws {
    try await runBlocking {
      let user = try SignedIn()
      let socket = try user.open("/ws/consultation?consultation_id=\(try Self.create(user))")
      try socket.send(json: .object(["type": "ping"].merging(ids) { $1 }))
      let pong = try socket.receiveJSON()
      #expect(pong["messageId"] == id && pong["message_id"] == id)
    }
  }

  /// C6, §11.5: meal events are sent on the legacy path, in its format, and not on the other one.
  @Test func mealEventsAreSentOnlyOnTheLegacyPath() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let list = try user.request("GET", "/api/v1/consultations").json?["data"]?["consultations"]?.arrayValue
      let own = try #require(list?.first { $0["kind"] == "meal_tracking" }?["id"]?.stringValue)
      let legacy = try user.open("/api/v1/consultations/\(own.uppercased())/ws")
      let greeting = try legacy.receiveJSON()
      #expect(greeting["type"] == "connected" && greeting["consultation_id"]?.stringValue == own)
      let current = try user.open("/ws/consultation?consultation_id=\(own)")
      try user.log("120g chicken breast")
      let completed = try legacy.receiveJSON(type: "meal_log.completed")
      #expect(completed["data"]?["items"]?.arrayValue?.count == 1)
      try user.log("xyzzy plugh")
      let failed = try legacy.receiveJSON(type: "meal_log.failed")["data"]
      // The payload of both families (docs/api/socket-meal-logs.md#failed).
      for name in ["id", "meal_log_id", "user_id", "meal_type", "error", "error_message", "logged_at", "created_at"] {
        #expect(failed?[name]?.stringValue?.isEmpty == false, "\(name)")
      }
      #expect(failed?["status"] == "failed")
      try current.send(json: ["type": "ping"])
      #expect(try current.receiveJSON()["type"] == "pong")
    }
  }

  /// Frames of the legacy path as a later client reads them: §8, and no text in `message`.
  private struct LegacyFrame: Decodable {
    struct Message: Decodable {}
    var type: String
    var timestamp: Date
    var consultationId, content, error: String?
    var message: Message?
  }

  private struct Row: Decodable {
    enum Context: String, Decodable { case goal, mood, insight, general }
    var id, userId, persona, status: String
    var messageCount: Int
    var createdAt, updatedAt: Date
    var contextType: Context?
    var startedAt, completedAt, lastMessageAt: Date?
  }

  private struct Messages: Decodable {
    struct Row: Decodable {
      var id, role, content: String
      var createdAt: Date
    }
    var messages: [Row]
    var total: Int
    var hasMore: Bool
  }

  private struct Envelope<Content: Decodable>: Decodable {
    var success: Bool
    var data: Content
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ json: JSONValue?) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(try #require(json).encoded))
  }

  /// §8 and §9.4: rows, lists and legacy frames.
  @Test func laterClientsDecodeRowsListsAndLegacyFrames() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let body: JSONValue = ["persona": "wellness_specialist", "context_type": "mood", "context_id": "m1"]
      let created = try user.request("POST", "/api/v1/consultations", body).json
      let row = try Self.decode(Envelope<Row>.self, created).data
      #expect(row.persona == "wellness_specialist" && row.contextType == .mood && row.messageCount == 0)
      struct Nested: Decodable { var consultation: Row }
      #expect(try Self.decode(Envelope<Nested>.self, created).data.consultation.id == row.id)
      let socket = try user.open("/api/v1/consultations/\(row.id)/ws")
      try socket.send(json: ["type": "message", "content": "hi", "conversationId": .string(row.id)])
      var seen: [String] = []
      while seen.last != "stream_complete" {
        let frame = try Self.decode(LegacyFrame.self, try JSONValue(parsing: Array(try socket.receiveText().utf8)))
        if frame.type == "stream_chunk" { #expect(frame.content?.isEmpty == false && frame.consultationId == row.id) }
        if seen.last != frame.type { seen.append(frame.type) }
      }
      #expect(seen == ["connected", "message_received", "stream_chunk", "stream_complete"])
      try socket.send(text: "nonsense")
      let error = try JSONValue(parsing: Array(try socket.receiveText().utf8))
      #expect(try Self.decode(LegacyFrame.self, error).error?.isEmpty == false)
      let list = try user.request("GET", "/api/v1/consultations/\(row.id)/messages").json
      let messages = try Self.decode(Envelope<Messages>.self, list).data
      #expect(messages.messages.map(\.role) == ["user", "assistant"] && messages.total == 2 && !messages.hasMore)
    }
  }

  /// C14: the message that was sent, flat and in its own member, and no answer yet.
  @Test func aMessageByRESTIsAnsweredAtOnce() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let id = try Self.create(user)
      let answer = try user.request("POST", "/api/v1/consultations/\(id)/messages", ["content": "hi"])
      #expect(answer.status == 201)
      for data in [answer.json, answer.json?["data"]] {
        #expect(data?["assistant_message"] == .null && data?["user_message"]?["content"] == "hi")
        #expect(data?["content"] == "hi" && data?["role"] == "user" && data?["id"] == data?["user_message"]?["id"])
      }
      for (content, status) in [("", 400), (String(repeating: "a", count: 5001), 400)] {
        let path = "/api/v1/consultations/\(id)/messages"
        #expect(try user.request("POST", path, ["content": .string(content)]).status == status)
      }
    }
  }

  /// C8, C9, C10: the token by field, the key where there is one, refusals by status.
  @Test func requiresAnAPIKeyIfKeysAreConfigured() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_AUTH_API_KEYS": "k1"])
      let client = try HTTPTestClient(port: user.server.port)
      let created = try client.request(
        "POST", "/api/v1/consultations", fields: [("X-API-Key", "k1")], token: user.token, json: [:])
      let id = try #require(created.json?["data"]?["id"]?.stringValue)
      for path in ["/ws/consultation?consultation_id=\(id)", "/api/v1/consultations/\(id)/ws"] {
        let token = ("Authorization", "Bearer \(user.token)")
        for key in [[], [("X-API-Key", "other")]] {
          guard
            case .refused(let answer) = try WebSocketTestClient.open(
              port: user.server.port, path, fields: [token] + key)
          else { return #expect(Bool(false), "it was let in") }
          #expect(answer.status == 401 && answer.json?["error"]?["message"]?.stringValue?.isEmpty == false)
        }
        let socket = try WebSocketTestClient.connect(
          port: user.server.port, path, fields: [token, ("X-API-Key", "k1")])
        try socket.send(json: ["type": "ping"])
        _ = try socket.receiveJSON(type: "pong")
      }
      let plain = try client.request(
        "GET", "/ws/consultation?consultation_id=\(id)", fields: [("X-API-Key", "k1")], token: user.token)
      #expect([400, 426].contains(plain.status), "\(plain.status)")
      #expect(plain.json?["error"]?["code"]?.stringValue != nil)
    }
  }
}
