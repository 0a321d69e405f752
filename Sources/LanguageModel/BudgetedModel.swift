/// Asks a model on a user's account.
package struct BudgetedModel: Sendable {
  private let client: ChatClient
  private let spending: ModelSpending

  package init(_ client: ChatClient, spending: ModelSpending) {
    self.client = client
    self.spending = spending
  }

  /// Asks once, within what the user may spend today.
  /// - Parameter each: as in `ChatClient.answer`.
  /// - Returns: the whole answer and what it took, estimated where the endpoint does not say.
  /// - Throws: as `ChatClient.answer`; `LanguageModelError.budgetExceeded`; what the ledger throws.
  package func answer(
    to request: ChatRequest, for user: String, each: (ChatDelta) async throws -> Void = { _ in }
  ) async throws -> (completion: ChatCompletion, usage: TokenUsage) {
    let reservation = try await spending.reserve(request, for: user)
    var heard = ""
    do {
      let completion = try await client.answer(to: request) { delta in
        if case .text(let text) = delta { heard += text }
        try await each(delta)
      }
      let usage =
        completion.usage
        ?? TokenUsage(estimating: request, answer: completion.text, toolCalls: completion.toolCalls)
      await spending.settle(reservation, usage: usage)
      return (completion, usage)
    } catch {
      // What was heard before it broke off has cost something.
      await spending.settle(reservation, usage: heard.isEmpty ? nil : TokenUsage(estimating: request, answer: heard))
      throw error
    }
  }
}
