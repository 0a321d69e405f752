/// A source of chat completions: the client of an endpoint, or a script in development mode.
package protocol ChatModel: Sendable {
  /// Answers a request, and delivers the answer piece by piece.
  /// - Parameter each: receives the pieces in order, one at a time, in the caller's isolation. An error that it throws, or
  ///   cancellation of the task, ends the answer at once.
  /// - Returns: the whole answer.
  /// - Throws: `LanguageModelError`; `CancellationError`; errors of `each`.
  func answer(to request: ChatRequest, each: (ChatDelta) async throws -> Void) async throws -> ChatCompletion
}

extension ChatClient: ChatModel {}
