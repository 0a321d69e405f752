import Storage

/// A condition on the kinds of jobs that a worker pool claims, for servers with several pools.
package enum JobFilter: Sendable, Equatable {
  /// Only jobs of these kinds.
  case only([String])
  /// All other kinds, including unknown ones.
  case allBut([String])

  /// The SQL condition on `kind`. - Parameter first: the number of its first parameter.
  func condition(first: Int) -> String {
    let parameters = SQLParameters.list(kinds.count, from: first)
    switch self {
    case .only: return kinds.isEmpty ? "1 = 0" : "kind IN (\(parameters))"
    case .allBut: return kinds.isEmpty ? "1 = 1" : "kind NOT IN (\(parameters))"
    }
  }

  var arguments: [SQLValue] { kinds.map(SQLValue.text) }

  private var kinds: [String] {
    switch self {
    case .only(let kinds), .allBut(let kinds): kinds
    }
  }
}
