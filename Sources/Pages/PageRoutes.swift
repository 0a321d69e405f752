package import API
import HTTPServer
import JSONCodec

/// The pages of the server for people: what runs here, the REST API and the sockets.
package struct PageRoutes: Sendable {
  private let version: String
  private let basePath: String

  /// - Parameters:
  ///   - version: of the program.
  ///   - basePath: the path before every path of the server: `/hearth`, or "" for the root.
  package init(version: String, basePath: String) {
    self.version = version
    self.basePath = basePath
  }

  /// All routes.
  package var routes: [Route] {
    let home = page(PackageResources.index_html)
    let description = Response.json([
      "name": "hearth", "version": .string(version),
      "links": .object(
        ["openapi": "/openapi.json", "asyncapi": "/asyncapi.json", "health": "/health", "ready": "/ready"]
          .mapValues { .string(basePath + $0) }),
    ])
    let script = "text/javascript; charset=utf-8"
    let files = [
      "style.css": PageFile(PackageResources.style_css, mediaType: "text/css; charset=utf-8"),
      "home.js": PageFile(PackageResources.home_js, mediaType: script),
      "reference.js": PageFile(PackageResources.reference_js, mediaType: script),
    ]
    return [
      .synchronous(PageOperations.home) { request in
        Self.prefersJSON(request) ? description : home.response(to: request)
      },
      .synchronous(PageOperations.openAPI, handler: page(PackageResources.swagger_html).response),
      .synchronous(PageOperations.sockets, handler: page(PackageResources.sockets_html).response),
      Route(PageOperations.file) { request in
        guard let file = files[request.parameter("file")] else { throw Problem.notFound() }
        return file.response(to: request)
      },
    ]
  }

  /// A page with links relative to the root of the server, also behind a base path.
  private func page(_ template: [UInt8]) -> PageFile {
    let text = String(decoding: template, as: UTF8.self)
    let parts = text.replacing(between: "{{", and: "}}") { name in
      switch name {
      case "base": basePath + "/"
      case "version": version
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
  func replacing(between start: String, and end: String, _ replacement: (Substring) -> String) -> String {
    var result = ""
    var rest = self[...]
    while let opening = rest.firstRange(of: start), let closing = rest[opening.upperBound...].firstRange(of: end) {
      result += rest[..<opening.lowerBound] + replacement(rest[opening.upperBound..<closing.lowerBound])
      rest = rest[closing.upperBound...]
    }
    return result + rest
  }
}
