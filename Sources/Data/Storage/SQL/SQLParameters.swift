/// The text of parameter lists in SQL statements.
package enum SQLParameters {
  /// Returns `$5, $6, $7` for a count of 3 from 5 on, for `IN (…)` and `VALUES (…)`.
  /// - Parameters:
  ///   - count: the number of parameters. An empty list is not valid SQL in either place.
  ///   - first: the number of the first one.
  package static func list(_ count: Int, from first: Int = 1) -> String {
    (first..<first + count).map { "$\($0)" }.joined(separator: ", ")
  }
}
