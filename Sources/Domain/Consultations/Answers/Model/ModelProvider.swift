import Coach
import HealthModels
import JSONCodec
package import LanguageModel

/// A language model behind OpenAI's chat completions as a provider.
///
/// It hands the model's words on as they come, runs the tools that it calls, and keeps the conversation within the
/// model's window by a summary of what was said earlier. An answer that a crash ended cannot be taken up again.
package final class ModelProvider: CoachProvider {
  /// Times that a model may call tools within one answer.
  private static let maxRounds = 6

  private let model: BudgetedModel
  private let window: ContextWindow
  private let tools: ModelTools

  package init(_ model: BudgetedModel, configuration: ModelCoachConfiguration, tools: ModelTools) {
    self.model = model
    self.tools = tools
    window = ContextWindow(maxTokens: configuration.contextTokens)
  }

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
    var (memory, messages, used) = try await remembered(turn, instructions)
    var templates: [TemplateDraft] = []
    for round in 1...Self.maxRounds {
      // The last one must be words.
      let offered = round < Self.maxRounds ? CoachTools.definitions : []
      let request = ChatRequest(
        messages: window.messages(instructions: instructions, summary: memory.summary, kept: messages), tools: offered)
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
    return AnswerOutcome(memory: memory.text, templates: templates, tokensUsed: used)
  }

  /// What was said since the last summary, with a new one where that is too long.
  private func remembered(
    _ turn: AnswerTurn, _ instructions: String
  ) async throws -> (memory: ModelMemory, messages: [ChatMessage], used: Int) {
    var memory = ModelMemory(turn.memory)
    let since = turn.history.filter { $0.number > memory.through }
    let said = since.map { $0.isUser ? ChatMessage.user($0.text) : .assistant($0.text) } + [.user(turn.message)]
    let division = window.divide(
      said, instructions: instructions, summary: memory.summary, tools: CoachTools.definitions)
    guard let last = since.prefix(division.old.count).last else { return (memory, division.kept, 0) }
    let request = window.summaryRequest(of: division.old, previous: memory.summary)
    let (summary, usage) = try await complete(request, for: turn.userID) { _ in }
    memory.summary = summary.text
    memory.through = last.number
    return (memory, division.kept, usage.input + usage.output)
  }

  /// Asks once, within the user's budget.
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
