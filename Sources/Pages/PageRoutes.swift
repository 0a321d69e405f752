package import API
import HTTPServer
import JSONCodec

/// The pages of the server for people: what runs here, the REST API and the sockets.
package struct PageRoutes: Sendable {
  private let version: String
  private let basePath: String
  private let hasConsole: Bool

  /// - Parameters:
  ///   - version: of the program.
  ///   - basePath: the path before every path of the server: `/hearth`, or "" for the root.
  ///   - hasConsole: whether the server has the console, which the first page then links to.
  package init(version: String, basePath: String, hasConsole: Bool = false) {
    self.version = version
    self.basePath = basePath
    self.hasConsole = hasConsole
  }

  /// All routes.
  package var routes: [Route] {
    let pages = PageFiles([
      "home": { page(PackageResources.index_html) },
      "reference": {
        page(SwaggerUI.isIncluded ? PackageResources.swagger_ui_html : PackageResources.swagger_html)
      },
      "sockets": { page(PackageResources.sockets_html) },
    ])
    let files = Self.files
    let description = Response.json([
      "name": "hearth", "version": .string(version),
      "links": .object(
        ["openapi": "/openapi.json", "asyncapi": "/asyncapi.json", "health": "/health", "ready": "/ready"]
          .mapValues { .string(basePath + $0) }),
    ])
    return [
      .synchronous(PageOperations.home) { request in
        Self.prefersJSON(request) ? description : try pages.response(to: request, "home")
      },
      .synchronous(PageOperations.openAPI) { try pages.response(to: $0, "reference") },
      redirect(PageOperations.swagger, to: "/swagger/index.html"),
      redirect(PageOperations.docs, to: "/"),
      .synchronous(PageOperations.sockets) { try pages.response(to: $0, "sockets") },
      Route(PageOperations.file) { try files.response(to: $0, $0.parameter("file")) },
    ]
  }

  private static var files: PageFiles {
    let script = "text/javascript; charset=utf-8"
    let style = "text/css; charset=utf-8"
    var makers: [String: @Sendable () -> PageFile] = [
      "style.css": { PageFile(PackageResources.style_css, mediaType: style) },
      "home.js": { PageFile(PackageResources.home_js, mediaType: script) },
      "reference.js": { PageFile(PackageResources.reference_js, mediaType: script) },
    ]
    if SwaggerUI.isIncluded {
      makers["swagger.css"] = { PageFile(PackageResources.swagger_css, mediaType: style) }
      makers["swagger.js"] = { PageFile(PackageResources.swagger_js, mediaType: script) }
      makers["swagger-ui.js"] = { PageFile(SwaggerUI.script, mediaType: script, isCompressed: true) }
      makers["swagger-ui.css"] = { PageFile(SwaggerUI.style, mediaType: style, isCompressed: true) }
    }
    return PageFiles(makers)
  }

  /// A route for an address that people type.
  private func redirect(_ operation: Operation, to path: String) -> Route {
    let response = Response(status: 302, fields: [("Location", basePath + path)])
    return .synchronous(operation) { _ in response }
  }

  /// A page with links relative to the root of the server, also behind a base path.
  private func page(_ template: [UInt8]) -> PageFile {
    let text = String(decoding: template, as: UTF8.self)
    let parts = text.replacing(between: "{{", and: "}}") { name in
      switch name {
      case "base": basePath + "/"
      case "version": version
      case "console": hasConsole ? String(decoding: PackageResources.console_html, as: UTF8.self) : ""
      default: ""
      }
    }
    return PageFile(Array(parts.utf8), mediaType: "text/html; charset=utf-8")
  }

  /// Whether the client accepts JSON and not HTML, as programs do and browsers do not (RFC 9110 §12.5.1).
  private static func prefersJSON(_ request: Request) -> Bool {
    let accepted = request.fieldValues("Accept").joined(separator: ",")
    return accepted.contains("application/json") && !accepted.contains("text/html")
  }
}

extension String {
  /// This text with each name between two marks replaced. - Parameter replacement: of a name.
  package func replacing(between start: String, and end: String, _ replacement: (Substring) -> String) -> String {
    var result = ""
    var rest = self[...]
    while let opening = rest.firstRange(of: start), let closing = rest[opening.upperBound...].firstRange(of: end) {
      result += rest[..<opening.lowerBound] + replacement(rest[opening.upperBound..<closing.lowerBound])
      rest = rest[closing.upperBound...]
    }
    return result + rest
  }
}
