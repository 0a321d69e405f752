import JSONCodec
import LanguageModel
import Testing

@testable import Consultations

@Suite struct ContextWindowTests {
  /// A turn of 100 tokens: two messages of 184 bytes, 46 tokens, and four around each.
  private static func turn(_ number: Int) -> [ChatMessage] {
    let text = String(repeating: "\(number % 10)", count: 184)
    return [.user(text), .assistant(text)]
  }

  private static func turns(_ range: Range<Int>) -> [ChatMessage] { range.flatMap(turn) }

  /// Room for 1,000 tokens besides the instructions.
  private let window = ContextWindow(maxTokens: 1014, maxSummaryTokens: 50)
  private let instructions = String(repeating: "i", count: 40)

  @Test func keepsEverythingThatFits() {
    let all = Self.turns(0..<10)
    #expect(window.divide(all, instructions: instructions) == .init(old: [], kept: all))
  }

  @Test func keepsTheNewestTurnsInHalfTheRoom() {
    let division = window.divide(Self.turns(0..<11), instructions: instructions)
    #expect(division == .init(old: Self.turns(0..<6), kept: Self.turns(6..<11)))
  }

  @Test func countsSummaryAndTools() {
    let all = Self.turns(0..<10)
    #expect(!window.divide(all, instructions: instructions, summary: "short").old.isEmpty)
    let tool = ToolDefinition(name: "x", description: "y", parameters: [:])
    #expect(!window.divide(all, instructions: instructions, tools: [tool]).old.isEmpty)
  }

  @Test func keepsTheLastTurnRegardlessOfItsLength() {
    let long: [ChatMessage] = [.user(String(repeating: "a", count: 10_000))]
    #expect(
      window.divide(Self.turns(0..<2) + long, instructions: instructions) == .init(old: Self.turns(0..<2), kept: long))
    #expect(window.divide(long, instructions: instructions) == .init(old: [], kept: long))
  }

  @Test func keepsToolsWithTheirTurn() {
    let call = ToolCall(id: "1", name: "search_foods", arguments: "{}")
    let last: [ChatMessage] = [
      .user("How much protein has tofu?"), .assistant("", toolCalls: [call]),
      .tool(callID: "1", content: String(repeating: "f", count: 3000)), .assistant("A lot."),
    ]
    #expect(window.divide(Self.turns(0..<9) + last, instructions: instructions).kept == last)
  }

  @Test func keepsLeadingMessagesWithTheFirstTurn() {
    let greeting: [ChatMessage] = [.assistant("Hello!")]
    let division = window.divide(greeting + Self.turns(0..<11), instructions: instructions)
    #expect(division.old == greeting + Self.turns(0..<6))
    #expect(window.divide(greeting, instructions: instructions).kept == greeting)
    #expect(window.divide([], instructions: instructions).kept.isEmpty)
  }

  @Test func putsTheSummaryIntoTheInstructions() {
    let kept = Self.turn(1)
    #expect(window.messages(instructions: "Be kind.", summary: nil, kept: kept) == [.system("Be kind.")] + kept)
    #expect(window.messages(instructions: "Be kind.", summary: "", kept: kept) == [.system("Be kind.")] + kept)
    let messages = window.messages(instructions: "Be kind.", summary: "Ada is vegan.", kept: kept)
    guard case .system(let text)? = messages.first else {
      Issue.record("no instructions")
      return
    }
    #expect(text.hasPrefix("Be kind.") && text.hasSuffix("Ada is vegan."))
    #expect(Array(messages.dropFirst()) == kept)
  }

  @Test func requestsASummaryOfOldMessages() throws {
    let call = ToolCall(id: "1", name: "search_foods", arguments: "{}")
    let request = window.summaryRequest(
      of: [
        .user("I am vegan."), .assistant("", toolCalls: [call]), .tool(callID: "1", content: "tofu"),
        .assistant("Noted."),
      ],
      previous: "Ada weighs 60 kg.")
    #expect(request.maxTokens == 50 && request.tools.isEmpty)
    guard case .user(let text)? = request.messages.last else {
      Issue.record("no transcript")
      return
    }
    #expect(
      text == """
        Summary so far:
        Ada weighs 60 kg.

        Conversation:
        User: I am vegan.
        Coach used search_foods
        Data: tofu
        Coach: Noted.
        """)
  }

  @Test(arguments: [300, 1014, 5000]) func asksForNoMoreThanTheWindowHolds(_ tokens: Int) {
    let window = ContextWindow(maxTokens: tokens, maxSummaryTokens: 50)
    let summary = String(repeating: "s", count: 10_000)
    let request = window.summaryRequest(of: Self.turns(0..<200), previous: summary)
    #expect(TokenEstimate.tokens(in: request) <= tokens + 50)
    guard case .user(let text)? = request.messages.last else { return }
    #expect(text.contains(String(repeating: "9", count: 10)), "the newest messages are kept")
  }
}
