/// A statement with its arguments.
package struct SQLStatement: Sendable {
  /// The text, with `$1` for the first argument.
  package var sql: String
  /// The arguments. PostgreSQL refuses texts with a NUL character.
  package var arguments: [SQLValue]

  /// Creates a statement.
  package init(sql: String, arguments: [SQLValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }
}
