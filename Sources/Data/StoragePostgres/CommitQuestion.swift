import Glibc
import Runtime
import Storage

/// The question what became of a transaction whose COMMIT was sent and not answered.
struct CommitQuestion {
  /// The id of the transaction, a decimal number of 64 bits.
  let transactionID: String
  /// The run of the server in which it was sent.
  let incarnation: String

  /// The answer of the server.
  enum Answer: Equatable {
    case committed, aborted, inProgress
    /// After a crash the id may belong to another transaction, if none of the first one's changes had reached the disk.
    case unknown

    /// nil if it is not known.
    var isCommitted: Bool? {
      switch self {
      case .committed: true
      case .aborted: false
      case .inProgress, .unknown: nil
      }
    }
  }

  /// - Parameter link: a new connection.
  func ask(_ link: PostgresLink, by deadline: MonotonicInstant?) throws(PostgresFailure) -> Answer {
    let sql = "SELECT pg_xact_status($1::text::xid8) AS status"
    let results = try link.run([SQLStatement(sql: sql, arguments: [.text(transactionID)])], by: deadline)
    switch results.first?.rows.first?.text("status") {
    // A committed transaction keeps its id for ever, so that an aborted one with this id is either the first, or the first has
    // left no trace.
    case "aborted": return .aborted
    case "in progress": return link.incarnation == incarnation ? .inProgress : .unknown
    case "committed": return link.incarnation == incarnation ? .committed : .unknown
    default: return .unknown
    }
  }
}

/// A pause of a dedicated thread.
enum Pause {
  static func milliseconds(_ count: Int32) { poll(nil, 0, count) }
}
