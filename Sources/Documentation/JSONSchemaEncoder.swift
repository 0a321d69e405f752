import API
import JSONCodec

/// Encodes schemas as JSON Schema (draft 2020-12), and collects the named ones for `components/schemas`.
struct JSONSchemaEncoder {
  /// The direction of a value, which decides what its schema promises.
  enum Direction {
    /// A value of a client: null is the same as an absent member, and members may have other names.
    case request
    /// A value of the server.
    case response
  }

  /// The named schemas that were encoded so far, by name.
  private(set) var components: [String: JSONValue] = [:]

  /// Creates an encoder without components.
  init() {}

  /// The JSON Schema of `schema`; a reference if it has a name.
  mutating func encode(_ schema: Schema, _ direction: Direction) -> JSONValue {
    guard let name = schema.name else { return encodeInPlace(schema, direction) }
    if components[name] == nil {
      // Before the members are encoded: they may refer to the same name.
      components[name] = .null
      components[name] = encodeInPlace(schema, direction)
    }
    return ["$ref": .string("#/components/schemas/\(name)")]
  }

  /// The JSON Schema of a member or parameter, with its summary.
  mutating func encode(_ field: FieldDeclaration, _ direction: Direction) -> JSONValue {
    let isNullable = field.isNullable || (direction == .request && !field.isRequired)
    let schema = encode(field.schema, direction)
    return (isNullable ? Self.nullable(schema) : schema).merging(["description": .string(field.summary)])
  }

  private mutating func encodeInPlace(_ schema: Schema, _ direction: Direction) -> JSONValue {
    var members: [String: JSONValue] = [:]
    switch schema.kind {
    case .any: break
    case .string: members = Self.text(schema)
    case .integer: members = Self.number("integer", schema.range)
    case .number: members = Self.number("number", schema.range)
    case .boolean: members["type"] = "boolean"
    case .array(let element):
      members = ["type": "array", "items": encode(element, direction)]
      members["minItems"] = schema.length.flatMap { $0.lowerBound > 0 ? .integer(Int64($0.lowerBound)) : nil }
      members["maxItems"] = schema.length.map { .integer(Int64($0.upperBound)) }
    case .map(let value):
      members["type"] = "object"
      if case .any = value.kind {} else { members["additionalProperties"] = encode(value, direction) }
    case .object(let fields): members = object(fields, direction)
    case .oneOf(let schemas): members["anyOf"] = .array(schemas.map { encode($0, direction) })
    }
    return .object(members)
  }

  private mutating func object(_ fields: [FieldDeclaration], _ direction: Direction) -> [String: JSONValue] {
    var properties: [String: JSONValue] = [:]
    var required: [JSONValue] = []
    var alternatives: [JSONValue] = []
    for field in fields {
      let schema = encode(field, direction)
      properties[field.name] = schema
      for alias in field.aliases where direction == .request {
        properties[alias] = schema.merging(["description": .string("The same as `\(field.name)`.")])
      }
      guard field.isRequired else { continue }
      if field.aliases.isEmpty || direction == .response {
        required.append(.string(field.name))
      } else {
        alternatives.append([
          "anyOf": .array(([field.name] + field.aliases).map { ["required": [.string($0)]] })
        ])
      }
    }
    var members: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { members["required"] = .array(required) }
    if !alternatives.isEmpty { members["allOf"] = .array(alternatives) }
    return members
  }

  private static func text(_ schema: Schema) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["type": "string"]
    members["format"] = schema.format.map(JSONValue.string)
    // A pattern of JSON Schema may match a part of the text.
    members["pattern"] = schema.pattern.map { .string("^(?:\($0))$") }
    if !schema.allowedValues.isEmpty { members["enum"] = .array(schema.allowedValues.map(JSONValue.string)) }
    if let length = schema.length {
      if length.lowerBound > 0 { members["minLength"] = .integer(Int64(length.lowerBound)) }
      members["maxLength"] = .integer(Int64(length.upperBound))
    }
    return members
  }

  private static func number(_ type: JSONValue, _ range: ClosedRange<Double>?) -> [String: JSONValue] {
    guard let range else { return ["type": type] }
    return ["type": type, "minimum": number(range.lowerBound), "maximum": number(range.upperBound)]
  }

  /// Whole numbers without a fraction, as people write them.
  private static func number(_ value: Double) -> JSONValue {
    Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
  }

  private static func nullable(_ schema: JSONValue) -> JSONValue {
    guard let type = schema["type"], schema["enum"] == nil else {
      return schema.objectValue?.isEmpty == true ? schema : ["anyOf": [schema, ["type": "null"]]]
    }
    return schema.merging(["type": [type, "null"]])
  }
}
