package import JSONCodec

/// A tool that a model may call.
package struct ToolDefinition: Sendable, Equatable {
  /// At most 64 letters, digits, `_` and `-`.
  package var name: String
  /// The text from which the model decides when to call the tool.
  package var description: String
  /// The JSON schema of the arguments, an object.
  package var parameters: JSONValue

  /// Creates a definition.
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

/// The rule for calling tools: allowed, forbidden or required.
package enum ToolChoice: String, Sendable {
  case auto, none, required
}
