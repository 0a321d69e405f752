import CPostgres
import Runtime
import Storage

/// The maker of connections, shared by all threads of a database.
struct PostgresConnector: Sendable {
  /// The sessions for which a connection is made.
  enum Role: Sendable {
    case writer, reader
    /// Migrations, whose statements have no time limit.
    case migrator
    /// The locks and notifications of a node, whose statements are short.
    case node
  }

  let configuration: PostgresConfiguration
  /// The last failure, and the time until which further attempts fail with it. Without it, each of many waiting transactions would
  /// wait for its own attempt.
  private let recentFailure = Locked<(failure: PostgresFailure, end: Int64)?>(nil)
  /// The limit of each statement of a node's own sessions.
  static let nodeTimeout: Duration = .seconds(3)
  /// Nanoseconds between a failure and the next attempt.
  private static let pause: Int64 = 100_000_000

  init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

  /// Connects, unless another attempt has just failed.
  func connect(_ role: Role) throws(PostgresFailure) -> PostgresLink {
    let now = MonotonicInstant.now.nanoseconds
    if let recent = recentFailure.withLock({ $0 }), now < recent.end { throw recent.failure }
    return try connectNow(role)
  }

  /// Connects and prepares the session. Takes up to `connectTimeout` for each address of the server.
  func connectNow(_ role: Role) throws(PostgresFailure) -> PostgresLink {
    do {
      let library = try LibPQ(name: configuration.library)
      let link = try PostgresLink(library: library, parameters: parameters(library))
      try link.prepareSession(settings(role))
      recentFailure.withLock { $0 = nil }
      return link
    } catch {
      let failure = error as? PostgresFailure ?? .lost("\(error)")
      let end = MonotonicInstant.now.nanoseconds + Self.pause
      recentFailure.withLock { $0 = (failure, end) }
      throw failure
    }
  }

  /// The keywords of libpq. The URL overrides those before it, and those after it override the URL.
  private func parameters(_ library: LibPQ) throws(PostgresError) -> [(String, String)] {
    let before = [
      ("connect_timeout", "\(max(2, configuration.connectTimeout.components.seconds))"),
      ("application_name", configuration.sessionName),
      // A server that does not answer is noticed after about 11 s.
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "11000"),
    ]
    let url = [("dbname", try ConnectionURL(configuration.url, library: library).text)]
    let password = try configuration.passwordFile.map { path throws(PostgresError) in
      [("password", try Self.password(in: path))]
    }
    return before + url + (password ?? []) + [("client_encoding", "UTF8")]
  }

  /// Returns the password of a file. - Throws: `PostgresError.passwordFile`.
  static func password(in path: String) throws(PostgresError) -> String {
    do throws(PasswordFile.Failure) { return try PasswordFile.read(path) } catch {
      throw .passwordFile(path: path, reason: error.reason)
    }
  }

  /// The settings of a session.
  private func settings(_ role: Role) -> [(String, String)] {
    let timeout: Duration? =
      switch role {
      case .writer: configuration.statementTimeout
      case .reader: configuration.queryTimeout
      case .migrator: nil
      case .node: Self.nodeTimeout
      }
    return [
      ("statement_timeout", "\(timeout?.wholeMilliseconds ?? 0)"),
      ("lock_timeout", "\(role == .migrator ? 0 : configuration.lockTimeout.wholeMilliseconds)"),
      // A stopped process must not keep the locks of its scopes.
      ("idle_in_transaction_session_timeout", "\(role == .migrator ? 0 : 5_000)"),
      // The server notices after about 10 s that it cannot reach a client, and ends its session, with its locks.
      ("tcp_keepalives_idle", "4"), ("tcp_keepalives_interval", "2"), ("tcp_keepalives_count", "3"),
      ("tcp_user_timeout", "10000"),
      // Texts of values that give back the same value.
      ("extra_float_digits", "1"), ("bytea_output", "hex"), ("client_min_messages", "warning"),
    ]
  }
}

extension Duration {
  /// At least 1, at most that of a setting of PostgreSQL (Int32).
  var wholeMilliseconds: Int64 { Int64(min(max(self / .milliseconds(1), 1), Double(Int32.max))) }

  /// At most 292 years.
  var wholeNanoseconds: Int64 { Int64(min(max(self / .nanoseconds(1), 1), 9e18)) }
}
