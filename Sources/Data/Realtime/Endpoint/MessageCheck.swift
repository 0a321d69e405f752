package import JSONCodec

extension EndpointDeclaration {
  /// The differences between a frame and the declaration of its type; empty if there are none.
  ///
  /// For tests. Frames of the server must have no member beyond the declared ones. Clients may send more.
  package func violations(_ direction: MessageDeclaration.Direction, _ frame: JSONValue) -> [String] {
    guard let type = frame["type"]?.stringValue else { return ["a frame has no type"] }
    guard let message = message(direction, type: type) else { return ["\(path) does not declare \(type)"] }
    let members = (frame.objectValue ?? [:]).filter { $0.key != "type" }
    return Self.violations(members, message.fields, at: type, isOpen: direction == .received)
  }

  private static func violations(
    _ members: [String: JSONValue], _ fields: [FieldDeclaration], at path: String, isOpen: Bool
  ) -> [String] {
    var found: [String] = []
    for field in fields {
      let place = path + "." + field.name
      guard let value = members[field.name] else {
        if field.isRequired { found.append("\(place) is missing") }
        continue
      }
      if value.isNull {
        if !field.isNullable { found.append("\(place) is null") }
      } else {
        found += violations(value, field.kind, at: place, isOpen: isOpen)
      }
    }
    guard !isOpen else { return found }
    let names = Set(fields.map(\.name))
    return found + members.keys.filter { !names.contains($0) }.sorted().map { "\(path).\($0) is not declared" }
  }

  private static func violations(
    _ value: JSONValue, _ kind: FieldDeclaration.Kind, at path: String, isOpen: Bool
  ) -> [String] {
    switch kind {
    case .any: return []
    case .string: return value.stringValue == nil ? ["\(path) is not a string"] : []
    case .integer: return value.integerValue == nil ? ["\(path) is not an integer"] : []
    case .number: return value.doubleValue == nil ? ["\(path) is not a number"] : []
    case .boolean: return value.boolValue == nil ? ["\(path) is not a boolean"] : []
    case .map: return value.objectValue == nil ? ["\(path) is not an object"] : []
    case .array(let element):
      guard let values = value.arrayValue else { return ["\(path) is not an array"] }
      return values.flatMap { violations($0, element, at: path + "[]", isOpen: isOpen) }
    case .object(let fields):
      guard let members = value.objectValue else { return ["\(path) is not an object"] }
      return violations(members, fields, at: path, isOpen: isOpen)
    }
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
