import Foundation
import Glibc
import Runtime

/// A real PostgreSQL server of a test's own, on a Unix socket in a temporary folder. Its calls block; see `WireSocket`.
///
/// It ends with this object, and with the process of the tests, however that ends.
package final class PostgresServer: Sendable {
  /// The server that most tests share, each with a schema of its own. It runs until the process ends.
  package static let shared: Result<PostgresServer, any Error> = Result {
    let server = try PostgresServer()
    // After the handler that removes the folder, so that it runs before.
    atexit { try? PostgresServer.shared.get().stop() }
    return server
  }

  /// The message of a test that fails without PostgreSQL.
  package static let whyNot = "PostgreSQL is not installed; scripts/install-packages postgresql does it"

  private let folder: TemporaryFolder
  private let programs: String
  private let account: Account
  private let process = Locked<Running?>(nil)
  private let schemas = Locked(0)

  /// A running server. `lifeline` is a socket whose end stops the server.
  private struct Running {
    var child: ChildProcess
    var lifeline: Int32
  }

  /// The account that runs the server, which refuses to run as root.
  private struct Account {
    var prefix: [String] = []
    var user: uid_t = getuid()
    var group: gid_t = getgid()
  }

  /// Creates a cluster and starts it. Its collation is not that of bytes, so that a missing `COLLATE "C"` shows.
  /// - Throws: `WireError.server` with the output of the programs.
  package init() throws {
    guard let programs = Self.findPrograms() else { throw WireError.server(Self.whyNot) }
    self.programs = programs
    folder = try TemporaryFolder()
    account = Self.findAccount()
    _ = unsafe chown(folder.path, account.user, account.group)
    try run(
      [
        "initdb", "-D", folder.path + "/data", "-U", "hearth", "--auth=trust", "--encoding=UTF8", "--locale=C",
        "--locale-provider=icu", "--icu-locale=en-US", "--no-sync",
      ])
    try start()
  }

  deinit { stop() }

  /// Ends the server and its sessions.
  private func stop() { end {} }

  /// Waits for the end of the server, which the end of its lifeline shuts down.
  private func end(_ before: () -> Void) {
    process.withLock { running in
      guard let child = running?.child, let lifeline = running?.lifeline else { return }
      before()
      close(lifeline)
      _ = try? child.waitForExit(until: .now + .seconds(60))
      running = nil
    }
  }

  /// The URL of a database of this server.
  /// - Parameter options: query parameters, percent-encoded.
  package func url(database: String = "postgres", user: String = "hearth", options: String = "") -> String {
    "postgresql:///\(database)?host=\(folder.path)&user=\(user)\(options.isEmpty ? "" : "&" + options)"
  }

  /// Creates a schema. - Returns: its name, which is also the name of the application in the server's list of sessions, and the URL
  /// of a database whose tables are in it.
  package func makeSchema() throws -> (name: String, url: String) {
    let name = schemas.withLock { count in
      count += 1
      return "test_\(count)"
    }
    try execute("CREATE SCHEMA \(name)")
    return (name, url(options: "options=-csearch_path%3D\(name)&application_name=\(name)"))
  }

  /// Runs statements as the administrator. - Returns: the lines of the result, its columns separated by `|`.
  @discardableResult
  package func execute(_ sql: String, database: String = "postgres") throws -> [String] {
    try run([
      "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder.path, "-U", "hearth", "-d", database, "-c",
      sql,
    ])
  }

  /// Waits until a query returns a row. - Throws: after a minute.
  package func waitUntil(_ query: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try execute(query).isEmpty {
      guard .now < deadline else { throw WireError.server("no row within a minute: " + query) }
    }
  }

  /// Kills the server with SIGKILL, as a crash of the machine would end it, and waits for its end.
  package func kill() throws {
    let id = try serverID()
    end { _ = Glibc.kill(id, SIGKILL) }
  }

  /// Starts the server on the same socket, after `kill`, and waits until it accepts connections.
  package func start() throws {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SystemError("socketpair")
    }
    defer { close(ends[1]) }
    // The second process ends the server when the other end of the socket is closed.
    let script = #""$@" 3<&- & server=$!; (read line <&3; kill -INT $server) & wait $server"#
    // Without fsync: kills end processes here, not the machine.
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(folder.path)", "max_connections=2000", "deadlock_timeout=50ms",
      "shared_buffers=32MB", "fsync=off", "log_min_messages=fatal",
    ]
    let server =
      account.prefix + [programs + "/postgres", "-D", folder.path + "/data"] + settings.flatMap { ["-c", $0] }
    // The file of a killed server would be taken for that of the new one.
    try? FileManager.default.removeItem(atPath: folder.path + "/data/postmaster.pid")
    let inherited = [ends[1]]
    let lifeline = ends[0]
    try process.withLock { running in
      let child = try ChildProcess(
        command: ["/bin/sh", "-c", script, "sh"], arguments: server, environment: [:], log: log, inherited: inherited)
      running = Running(child: child, lifeline: lifeline)
      let deadline = ContinuousClock.now + .seconds(60)
      while statusLines().dropFirst(7).first?.hasPrefix("ready") != true {
        guard .now < deadline, !child.hasEnded(within: .milliseconds(10)) else { throw WireError.server(output) }
      }
    }
  }

  private var log: String { folder.path + "/server.log" }

  private var output: String { String(decoding: folder.contents(of: "server.log") ?? [], as: UTF8.self) }

  /// `postmaster.pid`: the process first, its state in line 8.
  private func statusLines() -> [String] {
    String(decoding: folder.contents(of: "data/postmaster.pid") ?? [], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  private func serverID() throws -> pid_t {
    guard let id = statusLines().first.flatMap({ pid_t($0) }), id > 1 else { throw WireError.server("no process id") }
    return id
  }

  @discardableResult
  private func run(_ command: [String]) throws -> [String] {
    let program = account.prefix + [programs + "/" + (command.first ?? "")]
    let errors = folder.path + "/" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: errors) }
    let run = try ProgramRun(program + command.dropFirst(), log: errors)
    guard run.exit == .code(0) else {
      let text = String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self)
      throw WireError.server("\(command.joined(separator: " ")): \(run.exit): \(text)")
    }
    return run.output
  }

  /// The folder of the newest installed version.
  private static func findPrograms() -> String? {
    let debian = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []).compactMap { Int($0) }.sorted(
      by: >)
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (versions.map { "\(debian)/\($0)/bin" } + path).first {
      FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
    }
  }

  private static func findAccount() -> Account {
    guard getuid() == 0 else { return Account() }
    let name = unsafe getpwnam("postgres") == nil ? "nobody" : "postgres"
    guard let entry = unsafe getpwnam(name) else { return Account() }
    let (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    return Account(
      prefix: ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"], user: user, group: group)
  }
}
