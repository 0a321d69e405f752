package import API
import HTTPServer
import Pages

/// The console at `/console`: one page for client developers and the operator.
package struct ConsoleRoutes: Sendable {
  private let marks: [String: String]

  /// - Parameters:
  ///   - version: of the program.
  ///   - isDevelopment: whether the server runs with `--dev`. The console then offers the development accounts.
  ///   - requiresAPIKey: whether the server has API keys. The console then asks for one.
  ///   - basePath: the path before every path of the server: `/hearth`, or "" for the root.
  package init(version: String, isDevelopment: Bool, requiresAPIKey: Bool, basePath: String) {
    marks = [
      "folder": basePath + "/console/", "version": version, "development": "\(isDevelopment)",
      "apiKeys": "\(requiresAPIKey)",
    ]
  }

  /// Both routes.
  package var routes: [Route] {
    let pages = PageFiles(["console": { page }])
    var makers = ConsoleFiles.makers
    makers[ConsoleFiles.pageName] = nil
    let files = PageFiles(makers)
    return [
      .synchronous(ConsoleOperations.page) { try pages.response(to: $0, "console") },
      .synchronous(ConsoleOperations.file) { try files.response(to: $0, $0.parameter("file")) },
    ]
  }

  /// Its addresses are absolute: the address of the page itself may end in a slash.
  private var page: PageFile {
    let text = ConsoleFiles.page.replacing(between: "{{", and: "}}") { marks[String($0)] ?? "" }
    return PageFile(Array(text.utf8), mediaType: "text/html; charset=utf-8")
  }
}
