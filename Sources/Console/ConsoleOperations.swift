import API

/// The declarations of the console.
enum ConsoleOperations {
  static let page = Operation(
    "showConsole", "GET", "/console", authentication: .none, tag: "Pages", "Show the console",
    description:
      "A page to watch and try sockets, to log meals, and to operate the server. Does not exist if `console.enabled` is false, as it is by default without `--dev`.",
    responses: [.content("The page.", "text/html"), notModified])

  static let file = Operation(
    "readConsoleFile", "GET", "/console/{file}", authentication: .none, tag: "Pages", "Read a file of the console",
    parameters: [.path("file", "The name of a script or style sheet.")],
    responses: [.content("A script.", "text/javascript"), .content("A style sheet.", "text/css"), notModified])

  private static let notModified = ResponseDeclaration.empty(304, "`If-None-Match` names this version.")
}
