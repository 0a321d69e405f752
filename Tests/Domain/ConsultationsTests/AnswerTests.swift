import JSONCodec
import Jobs
import Storage
import TestSupport
import Testing

@testable import Consultations

@Suite struct AnswerTests {
  @Test func storesAMessageAndItsJobBeforeItIsAnswered() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let id = try await fixture.create()
      let answer = try await fixture.send("POST", "/\(id)/messages", ["content": "hello"])
      #expect(answer.status == 201)
      #expect(answer.json?["data"]?["content"] == "hello")
      #expect(answer.json?["data"]?["assistant_message"]?.isNull == true)
      #expect(answer.json?["data"]?["user_message"]?["role"] == "user")
      #expect(try await fixture.count("consultation_messages", "state = 'waiting'") == 1)
      #expect(try await fixture.count("jobs", "kind = 'consultation.answer'") == 1)
    }
  }

  @Test func streamsToEverySocketOfTheConsultation() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let left = try CoachSocket(port, id)
        let right = try CoachSocket(port, id.uppercased())
        let old = try WebSocketTestClient.connect(port: port, "/api/v1/consultations/\(id)/ws?token=u1")
        #expect(try old.receiveJSON()["type"] == "connected")
        try left.post("salt", id: "A")
        let frames = try left.answer()
        #expect(frames.types == ["ai_message_start", "ai_message_chunk", "ai_message_chunk", "ai_message_complete"])
        #expect(frames.text == "You said: salt")
        #expect(Set(frames.map { $0["message_id"]?.stringValue }).count == 1)
        #expect(try right.answer() == frames)
        #expect(try old.receiveJSON(type: "stream_chunk")["content"] == "You said: ")
        #expect(try old.receiveJSON(type: "stream_complete")["metadata"]?["tokens_used"] == 0)
      }
    }
  }

  @Test func givesALateSocketTheRunningAnswerFromItsStart() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let gate = Gate()
      fixture.provider.script("go", [.emit("one "), .emit("two "), .wait(gate), .emit("three")])
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let first = try CoachSocket(port, id)
        try first.post("go", id: "A")
        let begun = try [first.socket.receiveJSON(), first.socket.receiveJSON(), first.socket.receiveJSON()]
        #expect(begun.text == "one two ")
        let late = try CoachSocket(port, id)
        #expect(try [late.socket.receiveJSON(), late.socket.receiveJSON(), late.socket.receiveJSON()] == begun)
        gate.open()
        #expect(try late.answer().text == "three")
        #expect(try first.answer().text == "three")
      }
    }
  }

  @Test func continuesWithoutASubscriberAndDeliversTheRestLater() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let gate = Gate()
      fixture.provider.script("go", [.emit("one "), .wait(gate), .emit("two")])
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let first = try CoachSocket(port, id)
        try first.post("go", id: "A")
        _ = try first.socket.receiveJSON(type: "ai_message_chunk")
        try first.socket.sendClose()
        try first.socket.receiveEnd()
      }
      gate.open()
      try await fixture.reaches(1, of: "consultation_messages", "role = 'assistant' AND state = 'complete'")
      try await runBlocking {
        let rest = try CoachSocket(port, id).answer()
        #expect(rest.text == "two")
        let all = try CoachSocket(port, id, more: "&since=0").answer()
        #expect(all.text == "one two")
      }
    }
  }

  @Test func answersOneMessageAfterTheOther() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let gate = Gate()
      fixture.provider.script("m0", [.wait(gate), .emit("first")])
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        for number in 0..<5 { try socket.post("m\(number)", id: "\(number)") }
        _ = try socket.framesBeforePong()
        gate.open()
        for _ in 0..<5 { #expect(try socket.answer().types.last == "ai_message_complete") }
      }
      #expect(fixture.provider.answered == (0..<5).map { "m\($0)" })
      #expect(fixture.provider.most == 1)
      #expect(try await fixture.count("jobs") == 0)
    }
  }

  @Test func aStopRequestEndsAnAnswerAndKeepsItsText() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let gate = Gate()
      fixture.provider.script("go", [.emit("one "), .wait(gate), .emit("two")])
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        _ = try socket.socket.receiveJSON(type: "ai_message_chunk")
        try socket.socket.send(json: ["type": "stop"])
        #expect(try socket.framesBeforePong().isEmpty)
        gate.open()
        let end = try socket.answer()
        #expect(end.types == ["ai_message_complete"])
        #expect(end[0]["stopped"] == true)
      }
      #expect(try await fixture.count("consultation_messages", "state = 'stopped' AND content = 'one '") == 1)
    }
  }

  @Test func takesAMessageThatIsSentAgainForTheSame() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        _ = try socket.answer()
        try socket.post("go", id: "A")
        #expect(try socket.framesBeforePong().isEmpty)
        try socket.post("other", id: "A")
        #expect(try socket.answer().last?["code"] == "MESSAGE_ID_REUSED")
      }
      #expect(try await fixture.count("consultation_messages") == 2)
    }
  }

  @Test func limitsPendingMessages() async throws {
    try await withFixture(try await ConsultationFixture { $0.maxWaiting = 2 }) { fixture in
      let id = try await fixture.create()
      for _ in 0..<2 { #expect(try await fixture.send("POST", "/\(id)/messages", ["content": "x"]).status == 201) }
      let refused = try await fixture.send("POST", "/\(id)/messages", ["content": "x"])
      #expect(refused.status == 429)
      #expect(refused.json?["error"]?["code"] == "TOO_MANY_PENDING")
    }
  }

  @Test func limitsMessagesPerMinute() async throws {
    try await withFixture(
      try await ConsultationFixture {
        $0.messagesPerMinute = 2
        $0.maxWaiting = 100
      }
    ) { fixture in
      let id = try await fixture.create()
      for _ in 0..<2 { #expect(try await fixture.send("POST", "/\(id)/messages", ["content": "x"]).status == 201) }
      let refused = try await fixture.send("POST", "/\(id)/messages", ["content": "x"])
      #expect(refused.status == 429)
      #expect(refused.json?["error"]?["code"] == "RATE_LIMIT")
      fixture.clock.advance(by: .seconds(61))
      #expect(try await fixture.send("POST", "/\(id)/messages", ["content": "x"]).status == 201)
    }
  }

  /// Both events are stored in one transaction, so that no reader finds only one of them.
  @Test func aTemplateFollowsTheEndOfItsAnswerAlsoAfterAReconnect() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      fixture.provider.script("go", [.emit("Here."), .draft("a"), .draft("b")])
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let order = [
          "ai_message_start", "ai_message_chunk", "ai_message_complete", "template_created", "template_created",
        ]
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        let live = try order.map { _ in try socket.socket.receiveJSON() }
        #expect(live.types == order)
        #expect(live[3]["messageId"] != live[2]["messageId"] && live[3]["messageId"] != live[4]["messageId"])
        let again = try CoachSocket(port, id, more: "&since=0")
        #expect(try order.map { _ in try again.socket.receiveJSON() } == live)
        // A client that was disconnected between the two.
        let ended = try #require(live[2]["event_id"]?.integerValue)
        let rest = try CoachSocket(port, id, more: "&since=\(ended)")
        #expect(try [rest.socket.receiveJSON(), rest.socket.receiveJSON()] == Array(live[3...]))
        let old = try WebSocketTestClient.connect(port: port, "/api/v1/consultations/\(id)/ws?token=u1&since=0")
        let frames = try (0..<5).map { _ in try old.receiveJSON() }
        #expect(
          frames.types == ["connected", "stream_chunk", "stream_complete", "template_created", "template_created"])
      }
    }
  }
}
