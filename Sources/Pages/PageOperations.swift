import API
import JSONCodec

/// The declarations of the pages.
enum PageOperations {
  private static let html = "text/html"

  static let home = Operation(
    "readHome", "GET", "/", authentication: .none, tag: "Pages", "Show what runs here",
    description: "A page with links for browsers, and JSON for clients that accept JSON and no HTML.",
    responses: [
      .content("The page.", html),
      .json(
        "What runs here.",
        .object([
          .string("name", "Always `hearth`."), .string("version", "The version of the program."),
          .init("links", .map(of: .string), "Paths of documents and health checks by name."),
        ]), example: ["name": "hearth", "version": "0.1.0", "links": ["openapi": "/openapi.json"]]),
      notModified,
    ])

  static let openAPI = Operation(
    "showOpenAPI", "GET", "/swagger/index.html", authentication: .none, tag: "Pages", "Show the REST API",
    responses: [.content("The page.", html), notModified])

  static let swagger = Operation(
    "findRESTPage", "GET", "/swagger", authentication: .none, tag: "Pages", "Find the page of the REST API",
    responses: [redirect])

  static let docs = Operation(
    "findPages", "GET", "/docs", authentication: .none, tag: "Pages", "Find the page that links to the documentation",
    responses: [redirect])

  static let sockets = Operation(
    "showSockets", "GET", "/docs/sockets", authentication: .none, tag: "Pages", "Show the sockets",
    responses: [.content("The page.", html), notModified])

  static let file = Operation(
    "readPageFile", "GET", "/docs/{file}", authentication: .none, tag: "Pages", "Read a file of the pages",
    parameters: [.path("file", "The name of a script or style sheet.")],
    responses: [.content("A script.", "text/javascript"), .content("A style sheet.", "text/css"), notModified],
    errors: [ErrorDeclaration(406, "NOT_ACCEPTABLE", "`Accept-Encoding` excludes gzip.")])

  /// Not permanent: browsers would keep the target longer than the server keeps its base path.
  private static let redirect = ResponseDeclaration.empty(302, "The page is at `Location`.")
    .with(.string("Location", "An absolute path, with the base path of the server."))

  private static let notModified = ResponseDeclaration.empty(304, "`If-None-Match` names this version.")
}
