/// A value of a row or an argument of a statement, in the types that SQLite and PostgreSQL share.
package enum SQLValue: Equatable, Sendable {
  case null
  /// BIGINT
  case integer(Int64)
  /// DOUBLE PRECISION
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// TEXT, or NULL for nil.
  package static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
  /// BIGINT, or NULL for nil.
  package static func optional(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }
  /// DOUBLE PRECISION, or NULL for nil.
  package static func optional(_ value: Double?) -> SQLValue { value.map(SQLValue.real) ?? .null }
  /// A Boolean, stored as 0 or 1.
  package static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

  /// Whether it is a text with a NUL character, which not every engine can store.
  package var hasNUL: Bool { if case .text(let text) = self { text.utf8.contains(0) } else { false } }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  /// A TEXT value.
  package init(stringLiteral value: String) { self = .text(value) }
  /// A BIGINT value.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// NULL.
  package init(nilLiteral: ()) { self = .null }
}
