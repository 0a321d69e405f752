/// One value in a row or a statement's argument, in the types that SQLite and PostgreSQL share.
package enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
  package static func optional(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }
  package static func optional(_ value: Double?) -> SQLValue { value.map(SQLValue.real) ?? .null }
  /// Booleans are stored as 0 and 1.
  package static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(nilLiteral: ()) { self = .null }
}
