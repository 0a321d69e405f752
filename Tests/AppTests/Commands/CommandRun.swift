import TestSupport

/// A `hearth` command run to its end, with the data in the folder's `data`. Blocking.
struct CommandRun {
  /// Its standard output without the last line's end.
  let output: String
  let errors: String
  let exit: ServerProcess.Exit

  init(_ arguments: String..., in folder: TemporaryFolder) throws { try self.init(arguments, in: folder) }

  init(_ arguments: [String], in folder: TemporaryFolder) throws {
    let script = "cd \"$0\" && exec \"$@\" 2>errors"
    let run = try ProgramRun(
      ["/bin/bash", "-c", script, folder.path, try ServerProcess.executable()] + arguments)
    output = run.output.joined(separator: "\n")
    errors = String(decoding: folder.contents(of: "errors") ?? [], as: UTF8.self)
    exit = run.exit
  }
}
