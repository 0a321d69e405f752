/// A JSON value (RFC 8259).
///
/// Integers and other numbers are distinct: Swift clients decode strictly and refuse `1.0` for an integer.
package enum JSONValue: Equatable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A whole number, written without fraction and exponent.
  case integer(Int64)
  /// Any other number. NaN and infinity are written as `null`.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object. Its members have no order.
  case object([String: JSONValue])
}

extension JSONValue {
  /// Parses JSON text. Of two members with one name the first counts.
  /// - Throws: `JSONError` if `bytes` are not one JSON value in UTF-8.
  package init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
    self = try Self.read(bytes, refusesDuplicates: false)
  }

  /// Parses JSON text, and refuses objects with two members of one name after unescaping.
  ///
  /// Some parsers use the first of two members, others the last, so that two programs may disagree about a signed text. RFC 7515 §4 and
  /// RFC 7519 §4 allow to refuse it.
  /// - Throws: `JSONError`, also for a repeated name.
  package init(parsingUnique bytes: [UInt8]) throws(JSONError) {
    self = try Self.read(bytes, refusesDuplicates: true)
  }

  private static func read(_ bytes: some Collection<UInt8>, refusesDuplicates: Bool) throws(JSONError) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw JSONError(reason: .notUTF8, offset: 0) }
    var reader = JSONReader(Array(bytes), refusesDuplicates: refusesDuplicates)
    return try reader.read()
  }

  /// The value as JSON text in UTF-8. Names are sorted, so that equal values have equal text.
  package var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// `encoded` as a string.
  package var text: String { String(decoding: encoded, as: UTF8.self) }

  /// The member `key` of an object; nil for every other kind of value and for a missing key.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The string; nil for every other kind of value.
  package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The Boolean; nil for every other kind of value.
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The integer; nil for every other kind of value, also for other numbers.
  package var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The number or integer; nil for every other kind of value.
  package var doubleValue: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
  /// The elements; nil for every other kind of value.
  package var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members; nil for every other kind of value.
  package var objectValue: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
  /// Whether the value is `null`.
  package var isNull: Bool { self == .null }

  /// A string, or null for nil.
  package static func optional(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
  /// A number, or null for nil.
  package static func optional(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
  /// Returns this object with the members of `other`, which replace members of the same name. A value of another kind is replaced.
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
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  package init(floatLiteral value: Double) { self = .number(value) }
  /// A Boolean.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `null`
  package init(nilLiteral: ()) { self = .null }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of two members with one name the last counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
