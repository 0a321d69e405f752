package import API
package import JSONCodec
package import Realtime

/// The OpenAPI and AsyncAPI documents of a server, generated from its routes and sockets.
package struct APIDocuments: Sendable {
  /// The declarations of all REST routes.
  package var operations: [Operation]
  /// The declarations of the WebSocket paths of accounts.
  package var endpoints: [EndpointDeclaration]
  /// The WebSocket paths that take any message, with their purposes.
  package var openSockets: [(path: String, summary: String)]
  /// The parts of both documents that depend on the configuration.
  package var server: DescribedServer

  /// Collects the declarations of routes and sockets.
  package init(routes: [Route], sockets: [SocketRoute], server: DescribedServer) {
    operations = routes.map(\.operation)
    endpoints = sockets.compactMap { ($0.endpoint as? any RealtimeEndpoint)?.declaration }
    openSockets = sockets.compactMap { socket in
      (socket.endpoint as? any OpenSocketEndpoint).map { (socket.template, $0.summary) }
    }
    self.server = server
  }

  /// The OpenAPI 3.1 document of the REST API.
  package var openAPI: JSONValue { OpenAPIDocument.make(operations, server: server) }

  /// The AsyncAPI 3.0 document of the sockets.
  /// - Parameters:
  ///   - host: `HOST` or `HOST:PORT` of the server, as clients write it.
  ///   - isSecure: whether clients use TLS.
  package func asyncAPI(host: String, isSecure: Bool) -> JSONValue {
    AsyncAPIDocument.make(endpoints, openSockets, server: server, host: host, isSecure: isSecure)
  }
}

/// The parts of the documents that depend on the server and not on its declarations.
package struct DescribedServer: Sendable {
  /// The version of the program.
  package var version: String
  /// The path before every path of the documents: `/hearth`, or "" for the root.
  package var basePath: String
  /// Whether requests under `/api/v1` need `X-API-Key`.
  package var requiresAPIKey: Bool
  /// The number of changes that one account may make within a minute; 0 for any number.
  package var writesPerMinute: Int

  /// - Parameters:
  ///   - basePath: `/hearth`, or "" for the root.
  ///   - requiresAPIKey: whether requests under `/api/v1` need `X-API-Key`.
  ///   - writesPerMinute: of one account; 0 for any number.
  package init(version: String, basePath: String = "", requiresAPIKey: Bool = false, writesPerMinute: Int = 600) {
    self.version = version
    self.basePath = basePath
    self.requiresAPIKey = requiresAPIKey
    self.writesPerMinute = writesPerMinute
  }
}
