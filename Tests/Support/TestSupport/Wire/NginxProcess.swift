import Foundation
import Glibc

/// A real nginx as a process of its own, in front of a server under test.
///
/// Its port is a free one that the test keeps for it. It runs as one process, which ends with this object.
/// Its calls block; see `WireSocket`.
package final class NginxProcess {
  /// The port that nginx listens on.
  package let port: UInt16
  /// The folder of its files, `access.log` and `error.log` among them.
  package let folder: TemporaryFolder
  private let child: ChildProcess
  private let reservation: ReservedPort

  /// The program, nil if it is not installed.
  package static let executable: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/sbin", "/usr/local/sbin"]).map { $0 + "/nginx" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether the program is found.
  package static var isInstalled: Bool { executable != nil }
  /// The message of a test that is skipped without nginx.
  package static let whyNot: String = "nginx is not installed; scripts/install-packages nginx does it"

  /// Waits until it listens.
  /// - Parameter http: the inside of the `http` block; given what to `listen` on, to which `ssl` may be added.
  /// - Throws: `WireError.server` with the output of nginx if it does not.
  package init(_ http: (_ listen: String) -> String) throws {
    guard let executable = Self.executable else { throw WireError.server(Self.whyNot) }
    folder = try TemporaryFolder()
    reservation = try ReservedPort()
    port = reservation.port
    let file = folder.path + "/nginx.conf"
    let text = Self.frame(folder.path, http("127.0.0.1:\(port) reuseport"))
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    child = try ChildProcess(
      command: [executable], arguments: ["-c", file, "-p", folder.path, "-e", folder.path + "/error.log"],
      environment: [:], log: folder.path + "/stderr.log")
    try waitUntilItListens()
  }

  private func waitUntilItListens() throws(WireError) {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      do throws(WireError) {
        _ = try WireSocket(host: "127.0.0.1", port: port)
        return
      } catch {
        guard .now < deadline, !child.hasEnded(within: .milliseconds(10)) else {
          throw .server((lines(of: "stderr.log") + lines(of: "error.log")).joined(separator: "\n"))
        }
      }
    }
  }

  /// Ends nginx; its logs are complete then.
  package func stop() throws(WireError) {
    child.send(signal: SIGTERM)
    _ = try child.waitForExit(until: .now + .seconds(60))
  }

  /// The lines of one of its logs so far.
  package func lines(of log: String) -> [String] {
    String(decoding: folder.contents(of: log) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func frame(_ folder: String, _ http: String) -> String {
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    let temporary = kinds.map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: "\n  ")
    return """
      daemon off;
      master_process off;
      pid \(folder)/nginx.pid;
      error_log \(folder)/error.log info;
      events { worker_connections 512; }
      http {
        access_log \(folder)/access.log;
        \(temporary)
      \(http)
      }

      """
  }
}
