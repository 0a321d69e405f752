import Coach
import HealthModels
import JSONCodec
package import LanguageModel

/// A language model with OpenAI's chat completions as a provider.
///
/// It forwards the text while the model writes it, runs the tools that the model calls, and keeps the conversation within
/// the context window by a summary of older messages. An answer that a crash interrupted cannot be continued.
package final class ModelProvider: CoachProvider {
  /// The maximum number of requests for one answer. The last one offers no tools, so that it ends with text.
  private static let maxRounds = 6

  private let model: BudgetedModel
  private let window: ContextWindow
  private let tools: ModelTools

  /// Creates a provider whose requests are paid from the users' budgets.
  package init(_ model: BudgetedModel, configuration: ModelCoachConfiguration, tools: ModelTools) {
    self.model = model
    self.tools = tools
    window = ContextWindow(maxTokens: configuration.contextTokens)
  }

  /// Requests the answer from the model.
  /// - Throws: `AnswerFailure.interrupted` if an earlier run wrote a part of it.
  package func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    guard written.isEmpty else { throw AnswerFailure.interrupted }
    do {
      return try await converse(turn, emit)
    } catch let error as LanguageModelError {
      throw AnswerFailure.service(error.clientText)
    }
  }

  private func converse(
    _ turn: AnswerTurn, _ emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    let instructions = ModelInstructions.text(turn)
    var (state, messages, used) = try await history(turn, instructions)
    var templates: [TemplateDraft] = []
    for round in 1...Self.maxRounds {
      let offered = round < Self.maxRounds ? CoachTools.definitions : []
      let request = ChatRequest(
        messages: window.messages(instructions: instructions, summary: state.summary, kept: messages), tools: offered)
      let (completion, usage) = try await complete(request, for: turn.userID, emit)
      used += usage.input + usage.output
      guard !completion.toolCalls.isEmpty else {
        if completion.text.isEmpty { throw AnswerFailure.service("The coach gave no answer. Please try again.") }
        break
      }
      messages.append(.assistant(completion.text, toolCalls: completion.toolCalls))
      for call in completion.toolCalls {
        let outcome = try await tools.run(call, userID: turn.userID)
        messages.append(.tool(callID: call.id, content: outcome.content.text))
        if let template = outcome.template { templates.append(template) }
      }
    }
    return AnswerOutcome(dialogueState: state.text, templates: templates, tokensUsed: used)
  }

  /// Returns the messages since the last summary. If they exceed the window, the older ones are summarised first.
  private func history(
    _ turn: AnswerTurn, _ instructions: String
  ) async throws -> (state: ModelDialogueState, messages: [ChatMessage], used: Int) {
    var state = ModelDialogueState(turn.dialogueState)
    let since = turn.history.filter { $0.number > state.through }
    let messages = since.map { $0.isUser ? ChatMessage.user($0.text) : .assistant($0.text) } + [.user(turn.message)]
    let division = window.divide(
      messages, instructions: instructions, summary: state.summary, tools: CoachTools.definitions)
    guard let last = since.prefix(division.old.count).last else { return (state, division.kept, 0) }
    let request = window.summaryRequest(of: division.old, previous: state.summary)
    let (summary, usage) = try await complete(request, for: turn.userID) { _ in }
    state.summary = summary.text
    state.through = last.number
    return (state, division.kept, usage.input + usage.output)
  }

  /// Sends one request within the user's budget.
  private func complete(
    _ request: ChatRequest, for user: String, _ emit: @Sendable (String) async throws -> Void
  ) async throws -> (ChatCompletion, TokenUsage) {
    try await model.answer(to: request, for: user) { delta in
      if case .text(let text) = delta { try await emit(text) }
    }
  }
}

extension LanguageModelError {
  /// The text that the user reads instead of an answer. It depends on the kind of the error only.
  fileprivate var clientText: String {
    switch self {
    case .unreachable, .serverError, .brokenStream, .badResponse, .refused:
      "The coach could not answer. Please try again."
    case .timedOut: "The coach took too long to answer. Please try again."
    case .rateLimited, .busy: "The coach is busy. Please try again in a moment."
    case .budgetExceeded: "You have used up today's answers of the coach. Please come back tomorrow."
    }
  }
}
