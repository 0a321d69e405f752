package import JSONCodec

/// A request for a completion. The client adds the name of the model and the address.
package struct ChatRequest: Sendable, Equatable {
  /// The conversation, oldest message first.
  package var messages: [ChatMessage]
  /// The tools that the model may call.
  package var tools: [ToolDefinition]
  /// The rule for calling tools; not sent without tools.
  package var toolChoice: ToolChoice
  /// The maximum length of the answer, in tokens; nil means the configured `maxTokens`, which is also the upper bound.
  package var maxTokens: Int?
  /// The sampling temperature, 0 to 2; nil means the default of the endpoint.
  package var temperature: Double?
  /// The format of the answer's text.
  package var format: AnswerFormat

  /// A format of the answer's text.
  package enum AnswerFormat: Sendable, Equatable {
    /// Any text.
    case text
    /// One JSON value that fits the schema. Not every endpoint enforces it, so the answer must be checked.
    case json(name: String, schema: JSONValue)
  }

  /// Creates a request; without further arguments for text without tools.
  package init(
    messages: [ChatMessage], tools: [ToolDefinition] = [], toolChoice: ToolChoice = .auto, maxTokens: Int? = nil,
    temperature: Double? = nil, format: AnswerFormat = .text
  ) {
    self.messages = messages
    self.tools = tools
    self.toolChoice = toolChoice
    self.maxTokens = maxTokens
    self.temperature = temperature
    self.format = format
  }

  /// Returns the body of `POST {base}/chat/completions` for a stream whose last event has the usage.
  func json(model: String, maxTokens: Int, tokenLimitField: TokenLimitField) -> JSONValue {
    var body: [String: JSONValue] = [
      "model": .string(model), "messages": .array(messages.map(\.json)), "stream": true,
      "stream_options": ["include_usage": true],
      tokenLimitField.rawValue: .integer(Int64(max(1, min(self.maxTokens ?? maxTokens, maxTokens)))),
    ]
    if !tools.isEmpty {
      body["tools"] = .array(tools.map(\.json))
      body["tool_choice"] = .string(toolChoice.rawValue)
    }
    if let temperature { body["temperature"] = .number(min(max(0, temperature), 2)) }
    if case .json(let name, let schema) = format {
      body["response_format"] = [
        "type": "json_schema", "json_schema": ["name": .string(name), "schema": schema],
      ]
    }
    return .object(body)
  }
}

/// The member that limits the length of the answer.
package enum TokenLimitField: String, Sendable, CaseIterable {
  /// Supported by nearly every endpoint.
  case maxTokens = "max_tokens"
  /// Required by some endpoints for models that reason before they answer.
  case maxCompletionTokens = "max_completion_tokens"
}
