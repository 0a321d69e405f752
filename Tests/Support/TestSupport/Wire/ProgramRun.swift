/// A program run to its end. Blocking.
package struct ProgramRun {
  /// Lines of its standard output.
  package let output: [String]
  /// The end of the program.
  package let exit: ServerProcess.Exit

  /// - Parameters:
  ///   - command: executable and arguments.
  ///   - log: the file that gets its standard error.
  /// - Throws: `WireError.server` if it cannot be started, `WireError.timedOut` where it does not end.
  package init(
    _ command: [String], environment: [String: String] = [:], log: String = "/dev/null",
    within limit: Duration = .seconds(60)
  ) throws(WireError) {
    let deadline = ContinuousClock.now + limit
    let child = try ChildProcess(command: command, arguments: [], environment: environment, log: log)
    var lines: [String] = []
    while let line = try child.readLine(until: deadline) { lines.append(line) }
    output = lines
    exit = try child.waitForExit(until: deadline)
  }
}
