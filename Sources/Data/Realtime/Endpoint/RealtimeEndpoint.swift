package import API
package import HTTPServer

/// A socket path whose clients authenticate with an access token.
package protocol RealtimeEndpoint: ConversationalEndpoint {
  /// The path, its limits, query options and messages.
  var declaration: EndpointDeclaration { get }
  /// The connections and subscriptions of this node.
  var hub: RealtimeHub { get }
}

extension RealtimeEndpoint {
  /// Refuses addresses whose connections keep failing with 429. Every other failure is reported by an `error` frame after
  /// the upgrade, because WebSocket clients cannot read the body of a refused one.
  package func refusal(of request: Request) async throws -> Response? { hub.refusal(of: request) }

  /// The route under which the router finds the endpoint.
  package var route: SocketRoute { SocketRoute(declaration.path, self) }
}

/// A socket path without authentication that takes any message, for trials and measurements.
package protocol OpenSocketEndpoint: ConversationalEndpoint {
  /// The purpose of the path, one sentence in Markdown.
  var summary: String { get }
}
