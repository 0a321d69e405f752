package import JSONCodec

/// One message of a conversation with a model.
package enum ChatMessage: Sendable, Equatable {
  case system(String)
  case user(String)
  /// What the model said; the text is empty where it only called tools.
  case assistant(String, toolCalls: [ToolCall] = [])
  /// What a tool gave for the call with that id.
  case tool(callID: String, content: String)

  /// As it stands in `messages` of a request.
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

/// A tool that the model wants to have called.
package struct ToolCall: Sendable, Equatable {
  /// The model's name for this call; the answer repeats it.
  package var id: String
  /// The tool's name, unchecked.
  package var name: String
  /// JSON as the model wrote it, unchecked.
  package var arguments: String

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
