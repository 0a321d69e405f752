/// A model whose requests are paid from users' daily budgets.
package struct BudgetedModel: Sendable {
  private let model: any ChatModel
  private let spending: ModelSpending

  /// - Parameter spending: shared by all clients of the endpoint.
  package init(_ model: any ChatModel, spending: ModelSpending) {
    self.model = model
    self.spending = spending
  }

  /// Sends a request if its maximum cost is within the rest of the user's budget for today.
  /// - Parameter each: as in `ChatClient.answer`.
  /// - Returns: the whole answer and its usage, estimated if the endpoint does not report it.
  /// - Throws: the errors of `ChatClient.answer`; `LanguageModelError.budgetExceeded`; errors of the ledger.
  package func answer(
    to request: ChatRequest, for user: String, each: (ChatDelta) async throws -> Void = { _ in }
  ) async throws -> (completion: ChatCompletion, usage: TokenUsage) {
    let reservation = try await spending.reserve(request, for: user)
    var received = ""
    do {
      let completion = try await model.answer(to: request) { delta in
        if case .text(let text) = delta { received += text }
        try await each(delta)
      }
      let usage =
        completion.usage
        ?? TokenUsage(estimating: request, answer: completion.text, toolCalls: completion.toolCalls)
      await spending.settle(reservation, usage: usage)
      return (completion, usage)
    } catch {
      // The part of the answer that was received has been paid for.
      await spending.settle(
        reservation, usage: received.isEmpty ? nil : TokenUsage(estimating: request, answer: received))
      throw error
    }
  }
}
