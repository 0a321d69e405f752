import JSONCodec

/// What a tool's arguments must be: told to the model as JSON schema, and held against what it sends.
///
/// One value for both, so that the model is never told something else than what is checked. Everything is bounded.
indirect enum ArgumentSchema: Sendable {
  /// Characters (Unicode scalars) without the white space around it; controls are refused but for line ends and tabs.
  case text(ClosedRange<Int>)
  case choice([String])
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case list(of: ArgumentSchema, count: ClosedRange<Int>)
  case object([ArgumentField])

  /// The JSON schema.
  var json: JSONValue {
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

  /// - Parameter path: where `value` stands: `items[2].grams`; empty for the whole.
  func check(_ value: JSONValue, at path: String = "") throws(ToolArgumentProblem) {
    guard isFitting(value) else { throw ToolArgumentProblem(path: path, problem: "must be \(words)") }
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
    if let stranger = members.keys.filter({ !names.contains($0) }).min() {
      throw ToolArgumentProblem(path: path, problem: "must not have a member \(ToolArgumentProblem.quoted(stranger))")
    }
    for field in fields {
      let place = path.isEmpty ? field.name : "\(path).\(field.name)"
      // Models write null for what they leave out.
      if let value = members[field.name], !value.isNull {
        try field.schema.check(value, at: place)
      } else if field.isRequired {
        throw ToolArgumentProblem(path: place, problem: "is missing; it must be \(field.schema.words)")
      }
    }
  }

  /// Whether the value itself is good, without its elements and members.
  private func isFitting(_ value: JSONValue) -> Bool {
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

  private var words: String {
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

/// A member of an object of arguments.
struct ArgumentField: Sendable {
  var name: String
  var schema: ArgumentSchema
  /// For the model.
  var description: String
  var isRequired = true

  var json: JSONValue { schema.json.merging(["description": .string(description)]) }
}

/// What is wrong with a tool's arguments, in words with which the model can correct itself.
package struct ToolArgumentProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where: `items[2].grams`; empty for the whole.
  package var path: String
  package var problem: String

  /// One line.
  package var description: String { "\(path.isEmpty ? "The arguments" : path) \(problem)." }

  /// What came from outside, short and in one line.
  static func quoted(_ text: String) -> String {
    String(decoding: JSONValue.string(String(text.prefix(40))).text.utf8.prefix(200), as: UTF8.self)
  }
}

extension String {
  /// Without spaces, tabs and line ends at both ends.
  var withoutOuterSpace: String {
    let isSpace = { (character: Character) in character.isWhitespace }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
