/// The part of one domain in `hearth check`: the rows that it counts, and queries for rows that contradict others.
///
/// The owner of the tables declares it. Table names and queries are trusted text.
package struct ContentCheck: Sendable {
  /// A query for rows that violate a rule.
  package struct Rule: Sendable {
    /// The problem in one sentence, with `%@` in place of the row's id.
    package var problem: String
    /// Selects the violating rows as `id`, without a limit.
    package var query: String

    /// Creates a rule.
    package init(_ problem: String, _ query: String) {
      self.problem = problem
      self.query = query
    }
  }

  /// The maximum number of rows that are reported for one rule.
  private static let maxReported = 20

  private let tables: [(name: String, table: String)]
  private let rules: [Rule]

  /// Creates a check. - Parameter counts: the tables whose rows are counted, with their names for people.
  package init(counts: KeyValuePairs<String, String> = [:], rules: [Rule] = []) {
    tables = counts.map { (name: $0.key, table: $0.value) }
    self.rules = rules
  }

  /// The number of rows of each counted table, in order.
  package func counts(in connection: any SQLConnection) throws -> [(name: String, count: Int64)] {
    try tables.map { name, table in
      (name, try connection.first("SELECT COUNT(*) AS n FROM \(table)", [])?.integer("n") ?? 0)
    }
  }

  /// The problems of all rules, at most 20 of each.
  package func problems(in connection: any SQLConnection) throws -> [String] {
    try rules.flatMap { rule in
      try connection.query(rule.query + " LIMIT \(Self.maxReported)").map { row in
        rule.problem.replacing("%@", with: row.text("id") ?? "?")
      }
    }
  }
}
