/// A row of a query's result, with its columns by name.
///
/// The typed readers return nil for NULL, for a missing column and for a value of another type.
package struct Row: Sendable, Equatable {
  /// The names of the columns, in order; shared by the rows of one result.
  package let columns: [String]
  /// The values, in the order of `columns`.
  package let values: [SQLValue]

  /// - Parameters:
  ///   - columns: the names.
  ///   - values: one for each column.
  package init(columns: [String], values: [SQLValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of a column; NULL if there is no such column. Linear in the number of columns.
  package subscript(_ name: String) -> SQLValue {
    guard let index = columns.firstIndex(of: name) else { return .null }
    return values[index]
  }

  /// A TEXT column.
  package func text(_ name: String) -> String? { if case .text(let value) = self[name] { value } else { nil } }
  /// An INTEGER column.
  package func integer(_ name: String) -> Int64? { if case .integer(let value) = self[name] { value } else { nil } }
  /// A BLOB column.
  package func blob(_ name: String) -> [UInt8]? { if case .blob(let value) = self[name] { value } else { nil } }
  /// A REAL or INTEGER column.
  package func real(_ name: String) -> Double? {
    switch self[name] {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
