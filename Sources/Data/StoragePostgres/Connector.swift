import CPostgres
import Glibc
import Runtime
import Storage

/// The maker of connections, shared by all threads of a database.
struct Connector: Sendable {
  /// The sessions for which a connection is made.
  enum Role: Sendable {
    case writer, reader
    /// Migrations, whose statements have no time limit.
    case migrator
  }

  let configuration: PostgresConfiguration
  /// The last failure, and the time until which further attempts fail with it. Without it, each of many waiting transactions would
  /// wait for its own attempt.
  private let recentFailure = Locked<(failure: PostgresFailure, end: Int64)?>(nil)
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
      ("connect_timeout", "\(max(2, configuration.connectTimeout.components.seconds))"), ("application_name", "hearth"),
      // A server that does not answer is noticed after about 11 s.
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "11000"),
    ]
    let url = [("dbname", try ConnectionURL(configuration.url, library: library).text)]
    let password = try configuration.passwordFile.map { path throws(PostgresError) in
      [("password", try PasswordFile.read(path))]
    }
    return before + url + (password ?? []) + [("client_encoding", "UTF8")]
  }

  /// The settings of a session.
  private func settings(_ role: Role) -> [(String, String)] {
    let timeout: Duration? =
      switch role {
      case .writer: configuration.statementTimeout
      case .reader: configuration.queryTimeout
      case .migrator: nil
      }
    return [
      ("statement_timeout", "\(timeout?.wholeMilliseconds ?? 0)"),
      ("lock_timeout", "\(role == .migrator ? 0 : configuration.lockTimeout.wholeMilliseconds)"),
      // A stopped process must not keep the locks of its scopes.
      ("idle_in_transaction_session_timeout", "\(role == .migrator ? 0 : 30_000)"),
      // The server notices a partitioned client after about 11 s and ends its session, with its locks.
      ("tcp_keepalives_idle", "5"), ("tcp_keepalives_interval", "2"), ("tcp_keepalives_count", "3"),
      ("tcp_user_timeout", "11000"),
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

/// A file with a password.
enum PasswordFile {
  /// The longest password.
  private static let maxBytes = 4096

  /// Returns the content without a line break at its end.
  /// - Throws: `PostgresError.passwordFile`.
  static func read(_ path: String) throws(PostgresError) -> String {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try Descriptor.open(path, O_RDONLY) } catch {
      throw .passwordFile(path: path, reason: error.reason)
    }
    defer { Descriptor.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
    var count = 0
    while count < bytes.count {
      let received = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      if received < 0, errno == EINTR { continue }
      guard received >= 0 else { throw .passwordFile(path: path, reason: SystemError.lastReason) }
      if received == 0 { break }
      count += received
    }
    guard count <= maxBytes else { throw .passwordFile(path: path, reason: "it has more than \(maxBytes) bytes") }
    var content = bytes[..<count]
    while content.last == 10 || content.last == 13 { content.removeLast() }
    guard !content.contains(0) else { throw .passwordFile(path: path, reason: "it has a NUL character") }
    return String(decoding: content, as: UTF8.self)
  }
}
