import Storage

/// Which kinds of jobs a pool of workers takes, where there is more than one pool.
package enum JobFilter: Sendable, Equatable {
  case only([String])
  /// Everything but these, also what nobody knows.
  case allBut([String])

  /// The condition on a row's `kind`. - Parameter first: number of its first argument.
  func condition(first: Int) -> String {
    let marks = kinds.indices.map { "$\($0 + first)" }.joined(separator: ", ")
    switch self {
    case .only: return kinds.isEmpty ? "1 = 0" : "kind IN (\(marks))"
    case .allBut: return kinds.isEmpty ? "1 = 1" : "kind NOT IN (\(marks))"
    }
  }

  var arguments: [SQLValue] { kinds.map(SQLValue.text) }

  private var kinds: [String] {
    switch self {
    case .only(let kinds), .allBut(let kinds): kinds
    }
  }
}
