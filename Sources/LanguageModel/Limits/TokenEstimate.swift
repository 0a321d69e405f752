import JSONCodec

/// How many tokens a model read and wrote.
package struct TokenUsage: Sendable, Equatable {
  /// 0 or more.
  package var input: Int
  /// 0 or more.
  package var output: Int

  package init(input: Int, output: Int) {
    self.input = max(0, input)
    self.output = max(0, output)
  }

  /// What an answer took, by the sizes, where the endpoint does not say.
  package init(estimating request: ChatRequest, answer: String, toolCalls: [ToolCall] = []) {
    let calls = toolCalls.reduce(0) { $0 + TokenEstimate.tokens(bytes: $1.name.utf8.count + $1.arguments.utf8.count) }
    self.init(input: TokenEstimate.tokens(in: request), output: TokenEstimate.tokens(in: answer) + calls)
  }
}

/// How many tokens something takes, by its size: four bytes each, and four tokens around each message.
package enum TokenEstimate {
  /// The tokens that delimit each message.
  package static let aroundMessage = 4

  static func tokens(bytes: Int) -> Int { (bytes + 3) / 4 }

  package static func tokens(in text: String) -> Int { tokens(bytes: text.utf8.count) }

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

  package static func tokens(in messages: some Sequence<ChatMessage>) -> Int {
    messages.reduce(0) { $0 + tokens(in: $1) }
  }

  package static func tokens(in tools: [ToolDefinition]) -> Int {
    tools.reduce(0) { $0 + tokens(bytes: $1.json.encoded.count) }
  }

  package static func tokens(in request: ChatRequest) -> Int {
    var sum = tokens(in: request.messages) + tokens(in: request.tools)
    if case .json(_, let schema) = request.format { sum += tokens(bytes: schema.encoded.count) }
    return sum
  }
}
