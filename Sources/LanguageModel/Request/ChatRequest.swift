package import JSONCodec

/// What a model is asked. The model's name and the address are the client's.
package struct ChatRequest: Sendable, Equatable {
  package var messages: [ChatMessage]
  package var tools: [ToolDefinition]
  package var toolChoice: ToolChoice
  /// How long the answer may be; nil is the configuration's `maxTokens`, which no request exceeds.
  package var maxTokens: Int?
  /// 0 (always the likeliest word) to 2; nil leaves it to the endpoint.
  package var temperature: Double?
  package var format: AnswerFormat

  /// What the answer's text is.
  package enum AnswerFormat: Sendable, Equatable {
    case text
    /// One JSON value that fits the schema. Not every endpoint keeps to it: check what comes.
    case json(name: String, schema: JSONValue)
  }

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

  /// The body of `POST {base}/chat/completions` that asks for a stream with the usage in its last event.
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

/// What an endpoint calls the limit on the answer's length.
package enum TokenLimitField: String, Sendable, CaseIterable {
  /// What nearly every endpoint knows.
  case maxTokens = "max_tokens"
  /// What models that reason before they answer want on some of them.
  case maxCompletionTokens = "max_completion_tokens"
}
