import API
import JSONCodec
import Testing

@testable import Documentation

/// JSON Schema (draft 2020-12) of declarations.
@Suite struct JSONSchemaEncoderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: Schema
    var direction = JSONSchemaEncoder.Direction.response
    var expected: JSONValue

    init(
      _ name: String, _ schema: Schema, in direction: JSONSchemaEncoder.Direction = .response, _ expected: JSONValue
    ) {
      testDescription = name
      self.schema = schema
      self.direction = direction
      self.expected = expected
    }
  }

  static let rows = [
    Row("any value", .any, [:]),
    Row("text", .string, ["type": "string"]),
    Row("bounded text", .string(length: 1...8), ["type": "string", "minLength": 1, "maxLength": 8]),
    Row("text that may be empty", .string(length: 0...8), ["type": "string", "maxLength": 8]),
    Row("choice", .string(oneOf: ["a", "b"]), ["type": "string", "enum": ["a", "b"]]),
    Row("time", .time, ["type": "string", "format": "date-time"]),
    Row("pattern", .string.matching("[a-z]+"), ["type": "string", "pattern": "^(?:[a-z]+)$"]),
    Row("integer", .integer(in: 0...10), ["type": "integer", "minimum": 0, "maximum": 10]),
    Row("number", .number(in: 0...0.5), ["type": "number", "minimum": 0, "maximum": 0.5]),
    Row(
      "array", .array(of: .boolean, count: 1...2),
      ["type": "array", "items": ["type": "boolean"], "minItems": 1, "maxItems": 2]),
    Row("map", .map, ["type": "object"]),
    Row("map of texts", .map(of: .string), ["type": "object", "additionalProperties": ["type": "string"]]),
    Row("union", .oneOf(.string, .number), ["anyOf": [["type": "string"], ["type": "number"]]]),
    Row(
      "object", .object([.integer("a", "A."), .string("b", "B.").optional, .string("c", "C.").nullable]),
      [
        "type": "object", "required": ["a", "c"],
        "properties": [
          "a": ["type": "integer", "description": "A."], "b": ["type": "string", "description": "B."],
          "c": ["type": ["string", "null"], "description": "C."],
        ],
      ]),
    Row(
      "optional member of a request, which may be null", .object([.integer("a", "A.").optional]), in: .request,
      ["type": "object", "properties": ["a": ["type": ["integer", "null"], "description": "A."]]]),
    Row(
      "member of a request with another name", .object([.string("user_id", "The id.").or("userId")]), in: .request,
      [
        "type": "object",
        "properties": [
          "user_id": ["type": "string", "description": "The id."],
          "userId": ["type": "string", "description": "The same as `user_id`."],
        ],
        "allOf": [["anyOf": [["required": ["user_id"]], ["required": ["userId"]]]]],
      ]),
    Row(
      "nullable choice", .object([.string("a", oneOf: ["x"], "A.").nullable]),
      [
        "type": "object", "required": ["a"],
        "properties": ["a": ["anyOf": [["type": "string", "enum": ["x"]], ["type": "null"]], "description": "A."]],
      ]),
  ]

  @Test(arguments: rows) func encodes(_ row: Row) {
    var encoder = JSONSchemaEncoder()
    #expect(encoder.encode(row.schema, row.direction).text == row.expected.text)
    #expect(encoder.components.isEmpty)
  }

  @Test func collectsNamedSchemasOnce() {
    var encoder = JSONSchemaEncoder()
    let food = Schema.object([.string("name", "The name.")], named: "Food")
    let list = encoder.encode(.array(of: food), .response)
    #expect(list == ["type": "array", "items": ["$ref": "#/components/schemas/Food"]])
    #expect(encoder.encode(food, .response) == ["$ref": "#/components/schemas/Food"])
    #expect(encoder.components.keys.sorted() == ["Food"])
    #expect(encoder.components["Food"]?["required"] == ["name"])
  }
}
