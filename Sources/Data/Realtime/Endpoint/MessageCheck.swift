import API
package import JSONCodec

extension EndpointDeclaration {
  /// The differences between a frame and the declaration of its type; empty if there are none.
  ///
  /// For tests. Frames of the server must have no member beyond the declared ones. Clients may send more.
  package func violations(_ direction: MessageDeclaration.Direction, _ frame: JSONValue) -> [String] {
    guard let type = frame["type"]?.stringValue else { return ["a frame has no type"] }
    guard let message = message(direction, type: type) else { return ["\(path) does not declare \(type)"] }
    let members = (frame.objectValue ?? [:]).filter { $0.key != "type" }
    return Schema.violations(members, message.fields, at: type, isOpen: direction == .received)
  }
}

extension EndpointDeclaration {
  /// The differences between the examples and their declarations, and types that are declared twice. For tests.
  /// - Throws: if an example is not the same after it is encoded and parsed.
  package func exampleViolations() throws -> [String] {
    var found: [String] = []
    var names: Set<String> = []
    for message in messages {
      let example = try JSONValue(parsing: message.example.encoded)
      if example.encoded != message.example.encoded {
        found.append("\(message.type): the example changes when it is encoded")
      }
      found += violations(message.direction, example)
      for type in [message.type] + message.aliases where !names.insert("\(message.direction) \(type)").inserted {
        found.append("\(type) is declared twice")
      }
    }
    return found
  }
}
