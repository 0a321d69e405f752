/// The declaration of one member of a message.
package struct FieldDeclaration: Sendable {
  /// The JSON type of a value.
  package indirect enum Kind: Sendable {
    case string, integer, number, boolean
    /// Any JSON value.
    case any
    case array(Kind)
    /// An object with exactly these members.
    case object([FieldDeclaration])
    /// An object with any members.
    case map
  }

  /// The JSON key.
  package var name: String
  /// The JSON type; null is declared by `isNullable`.
  package var kind: Kind
  /// The meaning, the unit and the range, one sentence in Markdown.
  package var summary: String
  /// Whether every message of the type has the member.
  package var isRequired = true
  /// Whether the value may be null.
  package var isNullable = false

  private init(_ name: String, _ kind: Kind, _ summary: String) {
    self.name = name
    self.kind = kind
    self.summary = summary
  }

  /// Declares a member with text.
  package static func string(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .string, summary) }
  /// Declares a member with an integer.
  package static func integer(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .integer, summary) }
  /// Declares a member with an integer or a fraction.
  package static func number(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .number, summary) }
  /// Declares a member with true or false.
  package static func boolean(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .boolean, summary) }
  /// Declares a member whose value has no fixed type.
  package static func any(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .any, summary) }
  /// Declares a member with an object of any members.
  package static func map(_ name: String, _ summary: String) -> FieldDeclaration { .init(name, .map, summary) }

  /// Declares a member with an array. - Parameter element: the type of each element.
  package static func array(_ name: String, of element: Kind, _ summary: String) -> FieldDeclaration {
    .init(name, .array(element), summary)
  }

  /// Declares a member with an object of exactly these members.
  package static func object(_ name: String, _ summary: String, _ fields: [FieldDeclaration]) -> FieldDeclaration {
    .init(name, .object(fields), summary)
  }

  /// The time at which a frame, or the event that it reports, was made.
  package static let timestamp = string("timestamp", "RFC 3339, UTC, whole seconds.")

  /// The id of the event that a frame reports.
  package static let eventID = integer("event_id", "The id to continue after with `?since=`.")

  /// The same member, which some messages of the type lack.
  package var optional: FieldDeclaration {
    var field = self
    field.isRequired = false
    return field
  }

  /// The same member, whose value may be null.
  package var nullable: FieldDeclaration {
    var field = self
    field.isNullable = true
    return field
  }
}
