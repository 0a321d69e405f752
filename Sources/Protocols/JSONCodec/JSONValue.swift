/// A JSON value (RFC 8259), for objects whose fields are chosen at run time.
///
/// Integers stay integers on the wire, because Swift clients decode strictly.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// Reads one JSON text. Of two members with one name the first counts.
  /// - Throws: `JSONError` where `bytes` are not one whole JSON value in UTF-8.
  package init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
    self = try Self.read(bytes, refusesDoubles: false)
  }

  /// Reads one JSON text whose objects name no member twice, however it is escaped.
  ///
  /// Some readers take the first of two, others the last, so that two programs may read one signed text as two things.
  /// RFC 7515 §4 and RFC 7519 §4 let a reader refuse it.
  /// - Throws: `JSONError`
  package init(parsingUnique bytes: [UInt8]) throws(JSONError) {
    self = try Self.read(bytes, refusesDoubles: true)
  }

  private static func read(_ bytes: some Collection<UInt8>, refusesDoubles: Bool) throws(JSONError) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw JSONError(reason: .notUTF8, offset: 0) }
    var reader = JSONReader(Array(bytes), refusesDoubles: refusesDoubles)
    return try reader.read()
  }

  /// The value as JSON text in UTF-8, keys sorted so that equal values have equal text.
  package var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The same as `encoded`, as a string.
  package var text: String { String(decoding: encoded, as: UTF8.self) }

  /// The member `key` of an object; nil for every other kind of value and for a missing key.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var doubleValue: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
  package var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var objectValue: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
  package var isNull: Bool { self == .null }

  /// A string, or null where there is none.
  package static func optional(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
  /// A number, or null where there is none.
  package static func optional(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
  /// This object with `other`'s members added; `other` wins. A value that is no object is replaced.
  package func merging(_ other: [String: JSONValue]) -> JSONValue {
    var members = objectValue ?? [:]
    members.reserveCapacity(members.count + other.count)
    members.merge(other) { $1 }
    return .object(members)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
