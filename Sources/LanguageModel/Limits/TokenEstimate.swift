import JSONCodec

/// The numbers of tokens that a model read and wrote.
package struct TokenUsage: Sendable, Equatable {
  /// Tokens read, 0 or more.
  package var input: Int
  /// Tokens written, 0 or more.
  package var output: Int

  /// Creates a usage; negative values become 0.
  package init(input: Int, output: Int) {
    self.input = max(0, input)
    self.output = max(0, output)
  }

  /// Estimates the usage of an answer from its size, for endpoints that do not report it.
  package init(estimating request: ChatRequest, answer: String, toolCalls: [ToolCall] = []) {
    let calls = toolCalls.reduce(0) { $0 + TokenEstimate.tokens(bytes: $1.name.utf8.count + $1.arguments.utf8.count) }
    self.init(input: TokenEstimate.tokens(in: request), output: TokenEstimate.tokens(in: answer) + calls)
  }
}

/// Estimates of token counts: one token per four bytes, and four tokens per message.
package enum TokenEstimate {
  /// The tokens that delimit each message.
  package static let aroundMessage = 4

  static func tokens(bytes: Int) -> Int { (bytes + 3) / 4 }

  /// Returns the estimate for a text.
  package static func tokens(in text: String) -> Int { tokens(bytes: text.utf8.count) }

  /// Returns the estimate for a message with its tool calls.
  package static func tokens(in message: ChatMessage) -> Int {
    switch message {
    case .system(let text), .user(let text): tokens(in: text) + aroundMessage
    case .assistant(let text, let calls):
      calls.reduce(tokens(in: text) + aroundMessage) { sum, call in
        sum + tokens(bytes: call.id.utf8.count + call.name.utf8.count + call.arguments.utf8.count) + aroundMessage
      }
    case .tool(let id, let content): tokens(bytes: id.utf8.count + content.utf8.count) + aroundMessage
    }
  }

  /// Returns the estimate for a sequence of messages.
  package static func tokens(in messages: some Sequence<ChatMessage>) -> Int {
    messages.reduce(0) { $0 + tokens(in: $1) }
  }

  /// Returns the estimate for tool definitions, which are sent as JSON.
  package static func tokens(in tools: [ToolDefinition]) -> Int {
    tools.reduce(0) { $0 + tokens(bytes: $1.json.encoded.count) }
  }

  /// Returns the estimate for a whole request.
  package static func tokens(in request: ChatRequest) -> Int {
    var sum = tokens(in: request.messages) + tokens(in: request.tools)
    if case .json(_, let schema) = request.format { sum += tokens(bytes: schema.encoded.count) }
    return sum
  }
}
