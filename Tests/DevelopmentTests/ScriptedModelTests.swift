import API
import JSONCodec
import LanguageModel
import Runtime
import Testing

@testable import Development

/// Scripts of the language model (docs/api/development.md#model).
@Suite struct ScriptedModelTests {
  private static let tool = ToolDefinition(name: "search_foods", description: "", parameters: [:])

  private static func script(_ json: JSONValue) throws -> ModelScript {
    try ModelScript(JSONFields(json.objectValue ?? [:]))
  }

  private static func model(_ json: JSONValue, _ timeouts: ModelTimeouts = ModelTimeouts()) throws -> ScriptedModel {
    let model = ScriptedModel(timeouts: timeouts)
    model.set(try script(json))
    return model
  }

  /// The text that a message is answered with.
  private static func ask(_ model: ScriptedModel, _ message: String = "hello") async throws -> ChatCompletion {
    let pieces = Locked<[String]>([])
    let answer = try await model.answer(to: ChatRequest(messages: [.user(message)], tools: [tool])) { delta in
      if case .text(let text) = delta { pieces.withLock { $0.append(text) } }
    }
    #expect(pieces.withLock { $0 }.joined() == answer.text)
    return answer
  }

  @Test func playsStepsInTheirOrderAndSaysWhenTheyAreOver() async throws {
    let model = try Self.model(["steps": [["text": "One."], ["text": "Two."]]])
    #expect(try await Self.ask(model).text == "One.")
    #expect(try await Self.ask(model).text == "Two.")
    #expect(try await Self.ask(model).text == ScriptedModel.missing.text)
    #expect(model.current?.answers == 3)
  }

  @Test func aStepWithAMatchWaitsForItsMessage() async throws {
    let model = try Self.model(["steps": [["match": "Lunch", "text": "Rice."], ["text": "Hello."]]])
    #expect(try await Self.ask(model, "hi").text == "Hello.")
    #expect(try await Self.ask(model, "what is for LUNCH?").text == "Rice.")
  }

  @Test func repeatsAllStepsIfItIsTold() async throws {
    let model = try Self.model(["steps": [["text": "One."], ["text": "Two."]], "repeat": true])
    for expected in ["One.", "Two.", "One.", "Two."] { #expect(try await Self.ask(model).text == expected) }
  }

  @Test(arguments: ["one", "one two", "  two  words\nand a line ", "a\n\nb", " "])
  func tokensJoinToTheText(_ text: String) {
    let step = ModelStep(text: text)
    #expect(step.tokens.joined() == text)
    #expect(step.tokens.count <= max(1, text.split(whereSeparator: \.isWhitespace).count + 1))
  }

  @Test func breaksOffAfterSomeTokens() async throws {
    let pieces = Locked<[String]>([])
    let model = try Self.model(["steps": [["text": "one two three", "break_after": 2]]])
    await #expect(throws: LanguageModelError.brokenStream) {
      try await model.answer(to: ChatRequest(messages: [.user("x")], tools: [Self.tool])) { delta in
        if case .text(let text) = delta { pieces.withLock { $0.append(text) } }
      }
    }
    #expect(pieces.withLock { $0 } == ["one", " two"])
  }

  @Test(arguments: [
    (429, LanguageModelError.rateLimited(retryAfter: nil)), (503, .serverError(status: 503)),
    (401, .refused(status: 401, message: "bad_key")), (400, .refused(status: 400, message: "bad_key")),
  ])
  func reportsErrorsOfTheEndpoint(_ status: Int, _ expected: LanguageModelError) async throws {
    let model = try Self.model(["steps": [["error": ["status": .integer(Int64(status)), "code": "bad_key"]]]])
    await #expect(throws: expected) { _ = try await Self.ask(model) }
  }

  @Test func callsAToolAfterItsText() async throws {
    let model = try Self.model([
      "steps": [["text": "Let me see.", "tool": ["name": "search_foods", "arguments": ["query": "rice"]]]]
    ])
    let answer = try await Self.ask(model)
    #expect(answer.text == "Let me see." && answer.finish == .toolCalls)
    #expect(answer.toolCalls.map(\.name) == ["search_foods"])
    #expect(answer.toolCalls.first?.arguments == #"{"query":"rice"}"#)
  }

  @Test(arguments: [(0, LanguageModelError.Phase.firstByte), (1, .betweenBytes)])
  func aStallBeyondTheTimeoutsOfTheClientEndsTheAnswer(_ after: Int, _ phase: LanguageModelError.Phase) async throws {
    var timeouts = ModelTimeouts()
    timeouts.firstByte = .milliseconds(5)
    timeouts.betweenBytes = .milliseconds(5)
    let model = try Self.model(
      ["steps": [["text": "one two", "stall_s": 600, "stall_after": .integer(Int64(after))]]], timeouts)
    await #expect(throws: LanguageModelError.timedOut(phase)) { _ = try await Self.ask(model) }
  }

  @Test func aSlowAnswerEndsAtTheTotalTimeout() async throws {
    var timeouts = ModelTimeouts()
    timeouts.total = .milliseconds(5)
    let model = try Self.model(["steps": [["text": "one two", "tokens_per_s": 0.1]]], timeouts)
    await #expect(throws: LanguageModelError.timedOut(.total)) { _ = try await Self.ask(model) }
  }

  @Test func aShortStallOnlyDelays() async throws {
    let model = try Self.model(["steps": [["text": "one two", "stall_s": 0.01, "stall_after": 99]]])
    #expect(try await Self.ask(model).text == "one two")
  }

  @Test func aSummaryTakesNoStep() async throws {
    let model = try Self.model(["steps": [["text": "One."]]])
    _ = try await model.answer(to: ChatRequest(messages: [.user("Conversation: …")])) { _ in }
    #expect(try await Self.ask(model).text == "One.")
  }

  @Test(arguments: [
    (#"{}"#, "steps"), (#"{"steps":[]}"#, "steps"), (#"{"steps":[{}]}"#, "steps[0].text"),
    (#"{"steps":[{"text":""}]}"#, "steps[0].text"), (#"{"steps":[{"text":"a","tokens_per_s":0}]}"#, "tokens_per_s"),
    (#"{"steps":[{"text":"a","stall_s":601}]}"#, "stall_s"), (#"{"steps":[{"break_after":-1}]}"#, "break_after"),
    (#"{"steps":[{"tool":{}}]}"#, "steps[0].tool.name"), (#"{"steps":[{"tool":"x"}]}"#, "steps[0].tool"),
    (#"{"steps":[{"tool":{"name":"x","arguments":[]}}]}"#, "steps[0].tool.arguments"),
    (#"{"steps":[{"error":{"status":200}}]}"#, "status"), (#"{"steps":[{"error":{}}]}"#, "steps[0].error.status"),
    (#"{"steps":[{"text":"a"}],"repeat":1}"#, "repeat"), (#"{"steps":[{"text":"a","match":""}]}"#, "match"),
  ])
  func refusesInvalidScriptsAndNamesTheMember(_ text: String, _ member: String) throws {
    let json = try JSONValue(parsing: Array(text.utf8))
    do {
      _ = try Self.script(json)
      Issue.record("\(text) is accepted")
    } catch let problem as Problem {
      #expect(problem.code == "VALIDATION_ERROR" && problem.message.contains(member), "\(problem.message)")
    }
  }

  @Test func refusesScriptsBeyondTheBounds() throws {
    let step: JSONValue = ["text": "a"]
    #expect(throws: Problem.self) { try Self.script(["steps": .array(Array(repeating: step, count: 101))]) }
    #expect(throws: Problem.self) {
      try Self.script(["steps": [["text": .string(String(repeating: "a", count: 16_001))]]])
    }
    let large: JSONValue = ["a": .string(String(repeating: "a", count: 16 << 10))]
    #expect(throws: Problem.self) { try Self.script(["steps": [["tool": ["name": "x", "arguments": large]]]]) }
  }

  @Test func showsTheScriptAsItWasSet() throws {
    let steps: JSONValue = [
      [
        "match": "a", "text": "b", "tokens_per_s": .number(2), "stall_s": .number(1), "stall_after": 3,
        "break_after": 4,
        "error": ["status": 500, "code": "c"], "tool": ["name": "d", "arguments": ["e": 1]],
      ]
    ]
    #expect(.array(try Self.script(["steps": steps]).steps.map(\.json)) == steps)
  }
}
