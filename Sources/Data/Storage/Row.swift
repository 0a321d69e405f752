/// One row of a query's result, its columns by name.
///
/// The typed readers return nil for NULL, for a missing column and for a value of another type.
package struct Row: Sendable, Equatable {
  package let columns: [String]
  package let values: [SQLValue]

  package init(columns: [String], values: [SQLValue]) {
    self.columns = columns
    self.values = values
  }

  package subscript(_ name: String) -> SQLValue {
    guard let index = columns.firstIndex(of: name) else { return .null }
    return values[index]
  }

  package func text(_ name: String) -> String? { if case .text(let value) = self[name] { value } else { nil } }
  package func integer(_ name: String) -> Int64? { if case .integer(let value) = self[name] { value } else { nil } }
  package func blob(_ name: String) -> [UInt8]? { if case .blob(let value) = self[name] { value } else { nil } }
  /// A REAL or an INTEGER column as a double.
  package func real(_ name: String) -> Double? {
    switch self[name] {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
