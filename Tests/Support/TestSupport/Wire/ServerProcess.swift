import Dispatch
import Foundation
import Glibc

/// The built `hearth` binary as a process of its own, for tests from end to end.
///
/// Its calls block; see `WireSocket`. A server that still runs when this object goes is killed.
package final class ServerProcess {
  /// The end of a process.
  package enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// "" and 0 if it listens on a socket in the file system.
  package let host: String
  /// See `host`.
  package let port: UInt16
  /// The folder of the data; give it to another `ServerProcess` for a restart.
  package let folder: TemporaryFolder
  private let child: ChildProcess
  /// nil for another program than the built one.
  private let contract: DocumentContract?
  /// Tests run at the same time; if all of them start their servers at once, none is ready in time.
  private static let starts = DispatchSemaphore(value: max(2, ProcessInfo.processInfo.activeProcessorCount))

  /// Starts the server on a free port and waits until it listens.
  /// - Parameters:
  ///   - command: the executable and its first arguments; nil means `executable()`.
  ///   - folder: gets the data (in its folder `data`) and the log (`server.log`, appended); nil makes a new one.
  ///   - arguments: added to `serve --listen 127.0.0.1:0 --data DIR`.
  ///   - environment: added to the test's own.
  ///   - accounts: accounts of a new server, with the password `correct horse` (see `SeededData`).
  ///   - listen: the address to listen on; nil leaves it to the configuration.
  ///   - inherited: descriptors that the server gets as 3, 4, …
  ///   - limit: the time limit for the start, without the wait for other starts.
  /// - Throws: `WireError.server` with its output if it does not listen; `WireError.timedOut`.
  package init(
    command: [String]? = nil, folder: TemporaryFolder? = nil, arguments: [String] = ["--dev"],
    environment: [String: String] = [:], accounts: [String] = [], listen: String? = "127.0.0.1:0",
    inherited: [ListeningDescriptor] = [], within limit: Duration = .seconds(30)
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    if command == nil, arguments.contains("--dev") { try SeededData.make(in: folder, accounts: accounts) }
    let storage = command == nil ? try TestEngine.variables(of: folder) : [:]
    Self.starts.wait()
    defer { Self.starts.signal() }
    let child = try ChildProcess(
      command: try command ?? [Self.executable()],
      arguments: ["serve"] + (listen.map { ["--listen", $0] } ?? []) + ["--data", folder.path + "/data"] + arguments,
      environment: storage.merging(environment) { $1 }, log: folder.path + "/server.log",
      inherited: inherited.map(\.descriptor))
    let address = try Self.listeningAddress(of: child, log: folder, until: .now + limit)
    self.folder = folder
    self.child = child
    host = address.host
    port = address.port
    contract =
      command == nil
      ? DocumentContract(try ServerDocuments.program.get(), basePath: environment["HEARTH_HTTP_BASE_PATH"] ?? "") : nil
    if let contract { ServerContracts.register(contract, port: port) }
  }

  deinit {
    if let contract { ServerContracts.remove(contract, port: port) }
  }

  /// The id of the process, for signals and `/proc`.
  package var processID: Int32 { child.processID }

  /// All that the server has logged so far, in this run and those before it in the same folder.
  package var log: String { String(decoding: folder.contents(of: "server.log") ?? [], as: UTF8.self) }

  /// An anonymous client of this server.
  package var client: TestClient { TestClient(host: host, port: port) }

  /// Signs in as the documented administrator of `--dev`.
  /// - Throws: `WireError.malformed` with the response if the server refuses.
  package func signIn() throws(WireError) -> TestClient { try client.signIn("admin", "admin123") }

  /// Sends SIGTERM, SIGKILL or another signal.
  package func send(signal: Int32) { child.send(signal: signal) }

  /// Waits until the process has ended. May be called again.
  /// - Throws: `WireError.timedOut`.
  package func waitForExit(within limit: Duration = .seconds(30)) throws(WireError) -> Exit {
    try child.waitForExit(until: .now + limit)
  }

  /// Path of the `hearth` binary that was built with the tests: in their folder, or what `HEARTH_BINARY` names.
  package static func executable() throws(WireError) -> String {
    if let given = ProcessInfo.processInfo.environment["HEARTH_BINARY"] { return given }
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var candidates = [bundle.deletingLastPathComponent().appendingPathComponent("hearth").path]
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      let folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      candidates.append(folder.appendingPathComponent("hearth").path)
    }
    candidates.append(FileManager.default.currentDirectoryPath + "/.build/debug/hearth")
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw .server("no hearth binary at \(candidates.joined(separator: ", "))")
    }
    return found
  }

  /// Reads `listening on http://HOST:PORT`, `https://HOST:PORT` or `unix:/PATH`.
  private static func listeningAddress(
    of child: ChildProcess, log: TemporaryFolder, until deadline: ContinuousClock.Instant
  ) throws(WireError) -> (host: String, port: UInt16) {
    while let line = try child.readLine(until: deadline) {
      if line.hasPrefix("listening on unix:") { return ("", 0) }
      guard let prefix = ["listening on http://", "listening on https://"].first(where: line.hasPrefix) else {
        continue
      }
      let address = line.dropFirst(prefix.count)
      guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]) else {
        throw .server(line)
      }
      return (address[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]")), port)
    }
    throw .server(String(decoding: (log.contents(of: "server.log") ?? []).suffix(4000), as: UTF8.self))
  }
}
