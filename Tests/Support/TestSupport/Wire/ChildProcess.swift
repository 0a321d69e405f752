import Foundation
import Glibc
import Runtime

/// A child process whose standard output is read line by line and whose errors go to a file.
///
/// The output is read only while a call waits; a child that writes more than the kernel holds (about 200 KiB) in between stops
/// until then.
@safe final class ChildProcess {
  let processID: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var hasEnded = false
  private var exit: ServerProcess.Exit?

  /// - Parameter inherited: descriptors that the child gets as 3, 4, …
  /// - Throws: `WireError.server` if the system cannot start it.
  init(
    command: [String], arguments: [String], environment: [String: String], log: String, inherited: [Int32] = []
  ) throws(WireError) {
    guard let executable = command.first else { throw .server("no command") }
    var pipe: (read: Int32, write: Int32) = (0, 0)
    try Self.makePipe(&pipe)
    defer { close(pipe.write) }
    var inheritedVariables = ProcessInfo.processInfo.environment
    // Another program may not know it.
    if inheritedVariables["HEARTH_BINARY"] == nil { inheritedVariables["HEARTH_UNDER_TEST"] = "1" }
    let variables = inheritedVariables.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
    // Out of the way of the numbers that the child gets.
    let copies = inherited.map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
    defer { for copy in copies { close(copy) } }
    var identifier: pid_t = 0
    let code = unsafe Self.withCStrings(command + arguments) { arguments in
      unsafe Self.withCStrings(variables) { environment in
        unsafe Self.spawn(
          &identifier, executable, arguments, environment, output: pipe.write, log: log, copies)
      }
    }
    guard code == 0 else {
      close(pipe.read)
      throw .server("\(executable): \(SystemError.reason(of: code))")
    }
    processID = identifier
    output = pipe.read
  }

  deinit {
    if exit == nil {
      kill(processID, SIGKILL)
      var status: Int32 = 0
      while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
    }
    close(output)
  }

  func send(signal: Int32) {
    if exit == nil { kill(processID, signal) }
  }

  /// The next line of output without its end; nil at the end of output.
  func readLine(until deadline: ContinuousClock.Instant) throws(WireError) -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard try fill(until: deadline) else { return nil }
    }
  }

  /// Whether the end of output, which comes with the end of the process, comes in this time.
  func hasEnded(within limit: Duration) -> Bool {
    hasEnded || (try? fill(until: .now + limit)) == false
  }

  /// Waits for the end of output, which comes with the end of the process.
  func waitForExit(until deadline: ContinuousClock.Instant) throws(WireError) -> ServerProcess.Exit {
    if let exit { return exit }
    while try fill(until: deadline) {}
    var status: Int32 = 0
    while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let result: ServerProcess.Exit = signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
    exit = result
    return result
  }

  private func fill(until deadline: ContinuousClock.Instant) throws(WireError) -> Bool {
    guard !hasEnded else { return false }
    guard Poll.wait(output, for: POLLIN, until: deadline) else {
      throw .timedOut(what: "process \(processID)", received: String(decoding: buffer, as: UTF8.self))
    }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { space, used in
      used = max(0, unsafe read(output, space.baseAddress, space.count))
    }
    hasEnded = bytes.isEmpty
    buffer += bytes
    return !hasEnded
  }

  private static func makePipe(_ pipe: inout (read: Int32, write: Int32)) throws(WireError) {
    var ends: [Int32] = [0, 0]
    // A socket pair, because it closes in children from its first moment: a copy of an end in a child that another
    // thread starts would hide the end of output. This child gets its copy as standard output.
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .server(SystemError("socketpair").description)
    }
    pipe = (ends[0], ends[1])
  }

  private typealias CStrings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private static func spawn(
    _ identifier: inout pid_t, _ executable: String, _ arguments: CStrings, _ environment: CStrings,
    output: Int32, log: String, _ inherited: [Int32]
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    for (index, descriptor) in inherited.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
    }
    // Libraries open descriptors without O_CLOEXEC. The child would count them against its own limit.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in open.compactMap({ Int32($0) }) where descriptor >= 3 + inherited.count {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The child starts with no signal blocked, whichever thread starts it.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return unsafe posix_spawn(&identifier, executable, &actions, &attributes, arguments, environment)
  }

  /// Lends `strings` as a C array that ends with nil.
  private static func withCStrings<Result>(_ strings: [String], _ body: (CStrings) -> Result) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { for index in strings.indices { unsafe free(copies[index]) } }
    var list = unsafe copies + [nil]
    return unsafe list.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("the array holds at least nil") }
      return unsafe body(start)
    }
  }
}
