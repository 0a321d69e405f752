/// The JSON type of a value and its range: the part of JSON Schema (draft 2020-12) that this API needs.
///
/// Operations and socket messages are declared with it. The API documents are generated from it, and tests compare it
/// with the values that the server really sends.
package struct Schema: Sendable {
  /// The JSON type.
  package indirect enum Kind: Sendable {
    case string, integer, number, boolean
    /// Any JSON value.
    case any
    /// An array of values of one type.
    case array(Schema)
    /// An object with these members. Those of the server have no others; clients may send more.
    case object([FieldDeclaration])
    /// An object with any keys, whose values have one type.
    case map(Schema)
    /// One of several types.
    case oneOf([Schema])
  }

  /// The JSON type.
  package var kind: Kind
  /// The name under `components/schemas`, in upper camel case; nil for a schema that is written out where it is used.
  package var name: String?
  /// A format of JSON Schema (`date-time`, `uuid`); nil if there is none.
  package var format: String?
  /// The accepted strings; empty if every string is.
  package var allowedValues: [String] = []
  /// The range of a number; nil if there is none.
  package var range: ClosedRange<Double>?
  /// The number of characters of a string or of elements of an array; nil if it is not bounded.
  package var length: ClosedRange<Int>?
  /// A regular expression (ECMA-262) that the whole string matches; nil if every string does.
  package var pattern: String?

  private init(_ kind: Kind) { self.kind = kind }

  /// Text.
  package static let string = Schema(.string)
  /// A number without a fraction.
  package static let integer = Schema(.integer)
  /// An integer or a fraction.
  package static let number = Schema(.number)
  /// true or false.
  package static let boolean = Schema(.boolean)
  /// Any JSON value.
  package static let any = Schema(.any)
  /// An object with any members.
  package static let map = Schema(.map(.any))
  /// A time in RFC 3339, with seconds.
  package static let time = string.formatted("date-time")
  /// A UUID in lower case.
  package static let uuid = string.formatted("uuid")
  /// A calendar date (`2026-01-15`).
  package static let date = string.formatted("date")

  /// Text of `length` characters.
  package static func string(length: ClosedRange<Int>) -> Schema {
    var schema = string
    schema.length = length
    return schema
  }

  /// Text of `length` characters without NUL, as `JSONFields` accepts it: not all white space if it must not be empty.
  package static func text(length: ClosedRange<Int>) -> Schema {
    string(length: length).matching(length.lowerBound == 0 ? #"[^\u0000]*"# : #"[^\u0000]*[^\s\u0000][^\u0000]*"#)
  }

  /// One of the texts.
  package static func string(oneOf values: [String]) -> Schema {
    var schema = string
    schema.allowedValues = values
    return schema
  }

  /// An integer within `range`.
  package static func integer(in range: ClosedRange<Int>) -> Schema {
    var schema = integer
    schema.range = Double(range.lowerBound)...Double(range.upperBound)
    return schema
  }

  /// An integer that is not negative: a number of things, or a position. The bound is that of JSON numbers (RFC 8259 §6).
  package static let count = integer(in: 0...(1 << 53))

  /// A number within `range`.
  package static func number(in range: ClosedRange<Double>) -> Schema {
    var schema = number
    schema.range = range
    return schema
  }

  /// An array. - Parameter count: the accepted numbers of elements; nil if they are not bounded.
  package static func array(of element: Schema, count: ClosedRange<Int>? = nil) -> Schema {
    var schema = Schema(.array(element))
    schema.length = count
    return schema
  }

  /// An object. - Parameter name: under `components/schemas`; nil to write it out where it is used.
  package static func object(_ fields: [FieldDeclaration], named name: String? = nil) -> Schema {
    var schema = Schema(.object(fields))
    schema.name = name
    return schema
  }

  /// An object with any keys and values of one type.
  package static func map(of value: Schema) -> Schema { Schema(.map(value)) }

  /// One of several types.
  package static func oneOf(_ schemas: Schema...) -> Schema { Schema(.oneOf(schemas)) }

  /// The same schema with a format of JSON Schema.
  package func formatted(_ format: String) -> Schema {
    var schema = self
    schema.format = format
    return schema
  }

  /// The same schema with a regular expression (ECMA-262) for the whole string.
  package func matching(_ pattern: String) -> Schema {
    var schema = self
    schema.pattern = pattern
    return schema
  }
}
