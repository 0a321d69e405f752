package import JSONCodec

/// One message of a conversation with a model.
package enum ChatMessage: Sendable, Equatable {
  /// The instructions.
  case system(String)
  /// A message of the user.
  case user(String)
  /// A message of the model. The text is empty if it only called tools.
  case assistant(String, toolCalls: [ToolCall] = [])
  /// The result of the tool call with that id.
  case tool(callID: String, content: String)

  /// The element of `messages` in a request.
  package var json: JSONValue {
    switch self {
    case .system(let text): ["role": "system", "content": .string(text)]
    case .user(let text): ["role": "user", "content": .string(text)]
    case .assistant(let text, let calls) where calls.isEmpty: ["role": "assistant", "content": .string(text)]
    case .assistant(let text, let calls):
      [
        "role": "assistant", "content": text.isEmpty ? nil : .string(text),
        "tool_calls": .array(calls.map(\.json)),
      ]
    case .tool(let id, let content): ["role": "tool", "tool_call_id": .string(id), "content": .string(content)]
    }
  }
}

/// A tool call that the model requests.
package struct ToolCall: Sendable, Equatable {
  /// The id that the model assigned; the result repeats it.
  package var id: String
  /// The tool's name, unchecked.
  package var name: String
  /// JSON as the model wrote it, unchecked.
  package var arguments: String

  /// Creates a call; `arguments` need not be valid JSON.
  package init(id: String, name: String, arguments: String) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }

  var json: JSONValue {
    [
      "id": .string(id), "type": "function",
      "function": ["name": .string(name), "arguments": .string(arguments)],
    ]
  }
}
