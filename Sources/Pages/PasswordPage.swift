package import API
import HTTPServer

/// The page on which a user chooses a password by a one-time link, with its files. It exists without the documentation.
package struct PasswordPage: Sendable {
  private let basePath: String

  /// - Parameter basePath: the path before every path of the server: `/hearth`, or "" for the root.
  package init(basePath: String) { self.basePath = basePath }

  /// The declaration of the page.
  static let page = Operation(
    "showPasswordPage", "GET", "/password", authentication: .none, tag: "Pages",
    "Show the page that asks for a new password",
    description: "The token of the link is in the fragment of the address, which is not sent.",
    responses: [.content("The page.", "text/html"), notModified])

  /// The declaration of its files.
  static let file = Operation(
    "readPasswordPageFile", "GET", "/password/{file}", authentication: .none, tag: "Pages",
    "Read a file of the page that asks for a new password",
    parameters: [.path("file", "The name of a script or style sheet.")],
    responses: [.content("A script.", "text/javascript"), .content("A style sheet.", "text/css"), notModified])

  private static let notModified = ResponseDeclaration.empty(304, "`If-None-Match` names this version.")

  /// All routes.
  package var routes: [Route] {
    let base = basePath + "/"
    let files = PageFiles([
      "page": {
        let text = String(decoding: PackageResources.password_html, as: UTF8.self)
        let page = text.replacing(between: "{{", and: "}}") { $0 == "base" ? base : "" }
        return PageFile(Array(page.utf8), mediaType: "text/html; charset=utf-8")
      },
      "style.css": { PageFile(PackageResources.style_css, mediaType: "text/css; charset=utf-8") },
      "password.js": { PageFile(PackageResources.password_js, mediaType: "text/javascript; charset=utf-8") },
    ])
    return [
      .synchronous(Self.page) { try files.response(to: $0, "page") },
      Route(Self.file) { request in
        let name = request.parameter("file")
        guard name != "page" else { throw Problem.notFound() }
        return try files.response(to: request, name)
      },
    ]
  }
}
