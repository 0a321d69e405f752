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
  package init(version: String, isDevelopment: Bool, requiresAPIKey: Bool) {
    marks = ["version": version, "development": "\(isDevelopment)", "apiKeys": "\(requiresAPIKey)"]
  }

  /// Both routes.
  package var routes: [Route] {
    // Addresses are relative to the page, whose own address may end in a slash, and whose base path a proxy may remove.
    let pages = PageFiles(["console": { page(folder: "console/") }, "console/": { page(folder: "") }])
    var makers = ConsoleFiles.makers
    makers[ConsoleFiles.pageName] = nil
    let files = PageFiles(makers)
    return [
      .synchronous(ConsoleOperations.page) {
        try pages.response(to: $0, $0.path.hasSuffix("/") ? "console/" : "console")
      },
      .synchronous(ConsoleOperations.file) { try files.response(to: $0, $0.parameter("file")) },
    ]
  }

  private func page(folder: String) -> PageFile {
    let text = ConsoleFiles.page.replacing(between: "{{", and: "}}") { name in
      name == "folder" ? folder : marks[String(name)] ?? ""
    }
    return PageFile(Array(text.utf8), mediaType: "text/html; charset=utf-8")
  }
}
