package import JSONCodec

/// A tool that a model may call.
package struct ToolDefinition: Sendable, Equatable {
  /// Letters, digits, `_` and `-`; 64 at most.
  package var name: String
  /// When to call it, for the model.
  package var description: String
  /// The JSON schema of the arguments, an object.
  package var parameters: JSONValue

  package init(name: String, description: String, parameters: JSONValue) {
    self.name = name
    self.description = description
    self.parameters = parameters
  }

  var json: JSONValue {
    [
      "type": "function",
      "function": ["name": .string(name), "description": .string(description), "parameters": parameters],
    ]
  }
}

/// Whether the model may, must not or has to call tools.
package enum ToolChoice: String, Sendable {
  case auto, none, required
}
