package import JSONCodec

/// The schema of a tool's arguments: sent to the model as JSON schema, and applied to the arguments that it sends.
///
/// One value serves both, so that the declared and the checked schema cannot differ. Every size is bounded.
package indirect enum ArgumentSchema: Sendable {
  /// A string of that many Unicode scalars, without surrounding white space. Control characters other than line
  /// breaks and tabs are refused.
  case text(ClosedRange<Int>)
  /// One of the strings.
  case choice([String])
  /// A number without a fractional part.
  case integer(ClosedRange<Int>)
  /// A finite number.
  case number(ClosedRange<Double>)
  /// An array with that many elements.
  case list(of: ArgumentSchema, count: ClosedRange<Int>)
  /// An object with these members and no others.
  case object([ArgumentField])

  /// The JSON schema as it is sent to the model.
  package var json: JSONValue {
    switch self {
    case .text(let length):
      [
        "type": "string", "minLength": .integer(Int64(length.lowerBound)),
        "maxLength": .integer(Int64(length.upperBound)),
      ]
    case .choice(let names): ["type": "string", "enum": .array(names.map { .string($0) })]
    case .integer(let range):
      ["type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound))]
    case .number(let range):
      ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    case .list(let element, let count):
      [
        "type": "array", "items": element.json, "minItems": .integer(Int64(count.lowerBound)),
        "maxItems": .integer(Int64(count.upperBound)),
      ]
    case .object(let fields):
      [
        "type": "object", "additionalProperties": false,
        "properties": .object(Dictionary(fields.map { ($0.name, $0.json) }) { $1 }),
        "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      ]
    }
  }

  /// Checks a value with all its elements and members.
  /// - Parameter path: the location of `value`, as `items[2].grams`; empty for the root.
  /// - Throws: `ToolArgumentProblem` at the first violation.
  func check(_ value: JSONValue, at path: String = "") throws(ToolArgumentProblem) {
    guard accepts(value) else { throw ToolArgumentProblem(path: path, problem: "must be \(description)") }
    switch (self, value) {
    case (.list(let element, _), .array(let values)):
      for (index, value) in values.enumerated() { try element.check(value, at: "\(path)[\(index)]") }
    case (.object(let fields), .object(let members)): try Self.check(members, fields, at: path)
    default: break
    }
  }

  private static func check(
    _ members: [String: JSONValue], _ fields: [ArgumentField], at path: String
  ) throws(ToolArgumentProblem) {
    let names = Set(fields.map(\.name))
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      throw ToolArgumentProblem(path: path, problem: "must not have a member \(ToolArgumentProblem.quoted(unknown))")
    }
    for field in fields {
      let place = path.isEmpty ? field.name : "\(path).\(field.name)"
      // Models write null for members that they omit.
      if let value = members[field.name], !value.isNull {
        try field.schema.check(value, at: place)
      } else if field.isRequired {
        throw ToolArgumentProblem(path: place, problem: "is missing; it must be \(field.schema.description)")
      }
    }
  }

  /// Whether `value` has the type and the size, its elements and members aside.
  private func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .text(let length):
      guard let text = value.stringValue, text.unicodeScalars.allSatisfy(Self.isAllowed) else { return false }
      return length.contains(text.withoutOuterSpace.unicodeScalars.count)
    case .choice(let names): return value.stringValue.map(names.contains) ?? false
    case .integer(let range): return value.integerValue.flatMap { Int(exactly: $0) }.map(range.contains) ?? false
    case .number(let range): return value.doubleValue.map(range.contains) ?? false
    case .list(_, let count): return value.arrayValue.map { count.contains($0.count) } ?? false
    case .object: return value.objectValue != nil
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar.properties.generalCategory != .control
  }

  private var description: String {
    switch self {
    case .text(let length): "text of \(length.lowerBound) to \(length.upperBound) characters"
    case .choice(let names): "one of \(names.joined(separator: ", "))"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(JSONValue.number(range.lowerBound).text) to \(JSONValue.number(range.upperBound).text)"
    case .list(_, let count): "a list of \(count.lowerBound) to \(count.upperBound)"
    case .object: "an object"
    }
  }
}

/// A member of an object schema.
package struct ArgumentField: Sendable {
  let name: String
  let schema: ArgumentSchema
  let description: String
  let isRequired: Bool

  /// - Parameter description: the text that explains the member to the model.
  package init(name: String, schema: ArgumentSchema, description: String, isRequired: Bool = true) {
    self.name = name
    self.schema = schema
    self.description = description
    self.isRequired = isRequired
  }

  var json: JSONValue { schema.json.merging(["description": .string(description)]) }
}

/// A violation of a tool's schema, worded so that the model can correct its next call.
package struct ToolArgumentProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The location: `items[2].grams`; empty for the root.
  package let path: String
  /// The predicate of a sentence about `path`, without a full stop.
  package let problem: String

  /// Creates a problem whose texts come from the schema or are quoted.
  package init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// One sentence on one line.
  package var description: String { "\(path.isEmpty ? "The arguments" : path) \(problem)." }

  /// Quotes untrusted text: at most 40 characters on one line.
  package static func quoted(_ text: String) -> String {
    String(decoding: JSONValue.string(String(text.prefix(40))).text.utf8.prefix(200), as: UTF8.self)
  }
}

extension String {
  /// The text without white space at both ends.
  var withoutOuterSpace: String {
    let isSpace = { (character: Character) in character.isWhitespace }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
