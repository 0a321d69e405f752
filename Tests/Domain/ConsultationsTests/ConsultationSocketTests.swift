import JSONCodec
import TestSupport
import Testing

@testable import Consultations

@Suite struct ConsultationSocketTests {
  /// Path, token and status; `ID` is replaced by a consultation of u1.
  @Test(arguments: [
    ("/ws/consultation?token=u1", 400), ("/ws/consultation?consultation_id=&token=u1", 400),
    ("/ws/consultation?consultation_id=ID", 401), ("/ws/consultation?consultation_id=ID&token=u2", 403),
    ("/ws/consultation?consultation_id=nothing&token=u1", 404), ("/api/v1/consultations/ID/ws", 401),
    ("/api/v1/consultations/ID/ws?token=u2", 403), ("/api/v1/consultations/nothing/ws?token=u1", 404),
  ])
  func refusesByTheStatusOfTheHandshake(_ path: String, _ status: Int) async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        guard case .refused(let answer) = try WebSocketTestClient.open(port: port, path.replacing("ID", with: id))
        else {
          return #expect(Bool(false), "it was let in")
        }
        #expect(answer.status == status)
        #expect(answer.json?["error"]?["code"]?.stringValue != nil)
      }
    }
  }

  /// A socket whose client has the answer to its handshake may not be registered yet.
  @Test func closesASocketThatIsOpening() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let port = fixture.server.port
      for _ in 0..<150 {
        let id = try await fixture.create()
        // Past the limit of connections a minute.
        fixture.clock.advance(by: .seconds(60))
        try await runBlocking {
          let client = try HTTPTestClient(port: port)
          let socket = try CoachSocket(port, id).socket
          _ = try client.request("POST", "/api/v1/consultations/\(id)/complete", token: "u1")
          #expect(try socket.receiveClose().code == 1000)
        }
      }
    }
  }

  @Test(arguments: ["complete", "delete"])
  func closesWith1000WhenItIsOver(_ how: String) async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id).socket
        #expect(try socket.messagesBeforePong().isEmpty)
        let client = try HTTPTestClient(port: port)
        let target = "/api/v1/consultations/\(id)"
        _ =
          how == "delete"
          ? try client.request("DELETE", target, token: "u1")
          : try client.request("POST", target + "/complete", token: "u1")
        #expect(try socket.receiveClose().code == 1000)
        guard
          case .refused(let answer) = try WebSocketTestClient.open(
            port: port, "/ws/consultation?consultation_id=\(id)&token=u1")
        else { return #expect(Bool(false), "it was let in") }
        #expect(answer.status == (how == "delete" ? 404 : 400))
      }
    }
  }

  @Test(arguments: [
    ("nonsense", "INVALID_JSON"), ("[]", "INVALID_MESSAGE"), (#"{"type":"user_message"}"#, "VALIDATION_ERROR"),
    (#"{"type":"subscribe"}"#, "INVALID_MESSAGE"), (#"{"type":""}"#, "INVALID_MESSAGE"),
    (#"{"type":"ai_message_chunk","content":"x"}"#, "INVALID_MESSAGE"),
    (#"{"type":"user_message","content":""}"#, "VALIDATION_ERROR"),
    (#"{"type":"user_message","content":5}"#, "VALIDATION_ERROR"),
    (#"{"type":"user_message","content":""# + String(repeating: "a", count: 5001) + #""}"#, "VALIDATION_ERROR"),
  ])
  func reportsInvalidMessages(_ text: String, _ code: String) async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id).socket
        try socket.send(text: text)
        let frame = try socket.receiveJSON()
        #expect(frame["type"] == "error")
        #expect(frame["error_code"]?.stringValue == code && frame["code"]?.stringValue == code)
        #expect(frame["content"]?.stringValue?.isEmpty == false)
        #expect(frame["message"] == nil)
        #expect(frame["messageId"] == frame["message_id"] && frame["messageId"]?.stringValue != nil)
      }
    }
  }

  @Test func anUnknownTypeIsAnErrorOnTheLegacyPathAndLeavesBothOpen() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let old = try WebSocketTestClient.connect(port: port, "/api/v1/consultations/\(id)/ws?token=u1")
        _ = try old.receiveJSON(type: "connected")
        for socket in [old, try CoachSocket(port, id).socket] {
          try socket.send(json: ["type": "nobody knows this"])
          #expect(try socket.receiveJSON()["error_code"] == "INVALID_MESSAGE")
          // An answer to a ping of the server.
          try socket.send(json: ["type": "pong"])
          try socket.send(json: ["type": "ping"])
          #expect(try socket.receiveJSON()["type"] == "pong")
        }
      }
    }
  }

  @Test func answersPingsInBothVocabularies() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id).socket
        try socket.send(json: ["type": "ping", "messageId": "ABC"])
        #expect(try socket.receiveJSON()["messageId"] == "ABC")
        try socket.send(json: ["type": "ping"])
        #expect(try socket.receiveJSON()["message_id"]?.stringValue?.isEmpty == false)
        let old = try WebSocketTestClient.connect(port: port, "/api/v1/consultations/\(id)/ws?token=u1")
        _ = try old.receiveJSON(type: "connected")
        try old.send(json: ["type": "ping"])
        #expect(try old.receiveJSON()["type"] == "pong")
      }
    }
  }

  @Test func confirmsAMessageOnTheLegacyPath() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let old = try WebSocketTestClient.connect(port: port, "/api/v1/consultations/\(id)/ws?token=u1")
        #expect(try old.receiveJSON()["consultation_id"]?.stringValue == id)
        try old.send(json: ["type": "message", "content": "hi", "conversationId": "x"])
        let received = try old.receiveJSON(type: "message_received")
        #expect(received["timestamp"]?.stringValue != nil && received["consultation_id"]?.stringValue == id)
        #expect(try old.receiveJSON(type: "stream_complete")["metadata"]?["processing_time_ms"] != nil)
      }
    }
  }
}
