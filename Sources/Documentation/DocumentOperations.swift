package import API
import JSONCodec

/// The declarations of the documents' own routes.
package enum DocumentOperations {
  /// Both operations.
  package static let all = [openAPI, asyncAPI]

  static let openAPI = Operation(
    "readOpenAPI", "GET", "/openapi.json", authentication: .none, tag: "Server", "Read this document",
    responses: [.json("The OpenAPI 3.1 document of the REST API.", .map, example: ["openapi": "3.1.0"])])

  static let asyncAPI = Operation(
    "readAsyncAPI", "GET", "/asyncapi.json", authentication: .none, tag: "Server", "Read the document of the sockets",
    responses: [.json("The AsyncAPI 3.0 document of the WebSocket paths.", .map, example: ["asyncapi": "3.0.0"])])
}
