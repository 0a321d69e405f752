import JSONCodec

/// The arguments of a tool call, or an object within them, that passed the check of their schema.
///
/// Required members are present and in range. The accessors return the defaults of optional members.
package struct ToolArguments: Sendable {
  static let maxBytes = 64 << 10

  private let value: JSONValue

  /// Parses and checks the JSON that a model wrote. An empty text is an empty object.
  /// - Throws: `ToolArgumentProblem` with the path of the first violation.
  package init(_ text: String, schema: ArgumentSchema) throws(ToolArgumentProblem) {
    guard text.utf8.count <= Self.maxBytes else {
      throw ToolArgumentProblem(path: "", problem: "must be at most \(Self.maxBytes) bytes")
    }
    let json = text.withoutOuterSpace.isEmpty ? "{}" : text
    guard let value = try? JSONValue(parsingUnique: Array(json.utf8)) else {
      throw ToolArgumentProblem(path: "", problem: "must be one JSON object that names no member twice")
    }
    try schema.check(value)
    self.value = value
  }

  private init(checked value: JSONValue) { self.value = value }

  /// Returns a text without surrounding white space; empty if the member is absent.
  package func text(_ name: String) -> String { value[name]?.stringValue?.withoutOuterSpace ?? "" }

  /// Returns a text without surrounding white space; nil if the member is absent or blank.
  package func optionalText(_ name: String) -> String? {
    let text = text(name)
    return text.isEmpty ? nil : text
  }

  /// Returns an integer; nil if the member is absent.
  package func integer(_ name: String) -> Int? { value[name]?.integerValue.map { Int(clamping: $0) } }

  /// Returns a number; nil if the member is absent.
  package func number(_ name: String) -> Double? { value[name]?.doubleValue }

  /// Returns the objects of an array; empty if the member is absent.
  package func list(_ name: String) -> [ToolArguments] {
    (value[name]?.arrayValue ?? []).map(ToolArguments.init(checked:))
  }
}
