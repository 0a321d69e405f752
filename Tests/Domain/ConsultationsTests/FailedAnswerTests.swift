import JSONCodec
import Jobs
import Storage
import TestSupport
import Testing

@testable import Consultations

/// Answers that fail or are interrupted.
@Suite struct FailedAnswerTests {
  @Test func reportsAFailureAndRetriesUnderTheSameID() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      fixture.provider.script("go", [.emit("one "), .fail(.service("The model is not there."))])
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        let error = try #require(try socket.answer().last)
        #expect(error["type"] == "error")
        #expect(error["error_code"] == "AI_SERVICE_ERROR")
        #expect(error["content"] == "The model is not there.")
        #expect(error["messageId"]?.stringValue != nil)
        try socket.post("go", id: "A")
        #expect(try socket.answer().text == "You said: go")
      }
      #expect(try await fixture.count("consultation_messages", "role = 'user'") == 1)
    }
  }

  @Test func resumesAnAnswerAfterACrash() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let never = Gate()
      fixture.provider.script("go", [.emit("one "), .wait(never)])
      fixture.provider.script("go", [.emit("one "), .emit("two")])
      let first = try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        _ = try socket.socket.receiveJSON(type: "ai_message_chunk")
      }
      await first.drain(within: .zero)
      try await fixture.answer()
      try await runBlocking {
        let frames = try CoachSocket(port, id, more: "&since=0").answer()
        #expect(frames.text == "one two")
        #expect(frames.types.filter { $0 == "ai_message_start" }.count == 1)
      }
      never.open()
    }
  }

  @Test func reportsAnAnswerThatCannotBeResumed() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let never = Gate()
      fixture.provider.script("go", [.emit("one "), .wait(never)])
      fixture.provider.script("go", [.emit("different")])
      let first = try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        _ = try socket.socket.receiveJSON(type: "ai_message_chunk")
      }
      await first.drain(within: .zero)
      try await fixture.answer()
      try await runBlocking {
        let error = try CoachSocket(port, id).answer().last
        #expect(error?["error_code"] == "SERVER_ERROR")
        #expect(error?["content"]?.stringValue?.contains("restart") == true)
      }
      #expect(try await fixture.count("consultation_messages", "state = 'failed' AND content = 'one '") == 1)
      never.open()
    }
  }

  @Test func continuesWithTheNextMessageIfAJobFailsBeforeItStarts() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let (id, port) = (try await fixture.create(), fixture.server.port)
      _ = try await fixture.send("POST", "/\(id)/messages", ["content": "first", "messageId": "A"])
      try await fixture.database.write { _ = try $0.execute("UPDATE jobs SET attempt = 99") }
      try await fixture.answer()
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        #expect(try socket.answer().last?["error_code"] == "SERVER_ERROR")
        try socket.post("second", id: "B")
        #expect(try socket.answer().text == "You said: second")
        try socket.post("first", id: "A")
        #expect(try socket.answer().text == "You said: first")
      }
    }
  }

  @Test func keepsTheTextOfAnAnswerWhoseConsultationWasCompletedAfterACrash() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let never = Gate()
      fixture.provider.script("go", [.emit("one "), .wait(never)])
      let first = try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        _ = try socket.socket.receiveJSON(type: "ai_message_chunk")
      }
      await first.drain(within: .zero)
      // As after a crash: no process writes the answer when the consultation is completed.
      try await fixture.database.write {
        _ = try $0.execute("UPDATE consultations SET status = 'completed' WHERE id = $1", [.text(id)])
      }
      try await fixture.answer()
      try await fixture.reaches(1, of: "consultation_messages", "state = 'stopped' AND content = 'one '")
      never.open()
    }
  }

  @Test func reportsATemplateThatCannotBeStoredAndKeepsTheAnswer() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      fixture.provider.script("go", [.emit("Here."), .draft("one too many"), .draft("fine")])
      try await fixture.answer()
      let (id, port) = (try await fixture.create(), fixture.server.port)
      try await runBlocking {
        let socket = try CoachSocket(port, id)
        try socket.post("go", id: "A")
        let frames = try socket.answer() + socket.answer() + [socket.socket.receiveJSON()]
        #expect(
          frames.types == ["ai_message_start", "ai_message_chunk", "ai_message_complete", "error", "template_created"])
        #expect(frames[3]["error_code"] == "TEMPLATE_LIMIT")
      }
      #expect(try await fixture.count("consultation_messages", "state = 'complete' AND content = 'Here.'") == 1)
    }
  }
}
