/// The declaration of one member of a JSON object, or of one parameter of a request.
package struct FieldDeclaration: Sendable {
  /// The JSON key, or the name of the parameter.
  package var name: String
  /// The type and the range of a value; null is declared by `isNullable`.
  package var schema: Schema
  /// The meaning and the unit, one sentence in Markdown.
  package var summary: String
  /// Other names that a request may use for the member. One of all names is enough.
  package var aliases: [String] = []
  /// Whether every object has the member.
  package var isRequired = true
  /// Whether the value may be null.
  package var isNullable = false

  /// - Parameter summary: one sentence in Markdown.
  package init(_ name: String, _ schema: Schema, _ summary: String) {
    self.name = name
    self.schema = schema
    self.summary = summary
  }

  /// Declares text. - Parameter length: in characters; nil if it is not bounded.
  package static func string(
    _ name: String, length: ClosedRange<Int>? = nil, _ summary: String
  ) -> FieldDeclaration { .init(name, length.map { .string(length: $0) } ?? .string, summary) }

  /// Declares text of a request: see `Schema.text`. - Parameter length: in characters.
  package static func text(_ name: String, length: ClosedRange<Int>, _ summary: String) -> FieldDeclaration {
    .init(name, .text(length: length), summary)
  }

  /// Declares one of several texts.
  package static func string(_ name: String, oneOf values: [String], _ summary: String) -> FieldDeclaration {
    .init(name, .string(oneOf: values), summary)
  }

  /// Declares a time in RFC 3339.
  package static func time(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .time, summary) }

  /// Declares an integer.
  package static func integer(
    _ name: String, in range: ClosedRange<Int>? = nil, _ summary: String
  ) -> FieldDeclaration { .init(name, range.map { .integer(in: $0) } ?? .integer, summary) }

  /// Declares an integer that is not negative.
  package static func count(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .count, summary) }

  /// Declares an integer or a fraction.
  package static func number(
    _ name: String, in range: ClosedRange<Double>? = nil, _ summary: String
  ) -> FieldDeclaration { .init(name, range.map { .number(in: $0) } ?? .number, summary) }

  /// Declares true or false.
  package static func boolean(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .boolean, summary) }

  /// Declares a value without a fixed type.
  package static func any(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .any, summary) }

  /// Declares an object with any members.
  package static func map(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .map, summary) }

  /// Declares an array. - Parameter count: the accepted numbers of elements; nil if they are not bounded.
  package static func array(
    _ name: String, of element: Schema, count: ClosedRange<Int>? = nil, _ summary: String
  ) -> FieldDeclaration { .init(name, .array(of: element, count: count), summary) }

  /// Declares an object with these members.
  package static func object(_ name: String, _ summary: String, _ fields: [FieldDeclaration]) -> FieldDeclaration {
    .init(name, .object(fields), summary)
  }

  /// The time at which a frame, or the event that it reports, was made.
  package static let timestamp = time("timestamp", "UTC, whole seconds.")

  /// The id of the event that a frame reports.
  package static let eventID = integer("event_id", "The id to continue after with `?since=`.")

  /// The same member, which some objects lack.
  package var optional: FieldDeclaration {
    var field = self
    field.isRequired = false
    return field
  }

  /// The same member of a request, for which absent and null mean the same: see `JSONFields`.
  package var optionalOrNull: FieldDeclaration { optional.nullable }

  /// The same member, whose value may be null.
  package var nullable: FieldDeclaration {
    var field = self
    field.isNullable = true
    return field
  }

  /// The same member, which requests may also send under other names.
  package func or(_ aliases: String...) -> FieldDeclaration {
    var field = self
    field.aliases += aliases
    return field
  }
}
