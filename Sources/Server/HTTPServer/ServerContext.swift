package import Bytes
package import Logging

/// The parts that all connections of a server share. A class, so that no connection holds a copy.
package final class ServerContext: Sendable {
  /// Answers the requests.
  package let handler: any RequestHandler
  /// Limits and timeouts of HTTP connections.
  package let http: HTTPConfiguration
  /// Limits and timeouts of WebSockets, before an endpoint changes them.
  package let webSocket: WebSocketConfiguration
  /// The clock of dates and the source of request id prefixes.
  package let environment: Environment
  /// Counts requests and refused connections.
  package let metrics: any ServerMetrics
  /// Receives a line for each request; nil if requests are not logged.
  package let accessLog: (any AccessLog)?
  let logger: Logger
  /// Whether proxies are trusted, so that the client address and the scheme depend on the fields of a request.
  let hasProxies: Bool
  /// Whether a constant response may be sent without building the request.
  var sendsConstantResponses: Bool { hasPlainPaths && handler.sendsConstantResponses }
  private let hasPlainPaths: Bool

  /// Creates the context of one server.
  package init(
    handler: any RequestHandler, http: HTTPConfiguration, webSocket: WebSocketConfiguration, environment: Environment,
    metrics: any ServerMetrics, accessLog: (any AccessLog)? = nil, logger: Logger
  ) {
    self.handler = handler
    self.http = http
    hasProxies = http.proxies.trustsAnyone
    hasPlainPaths = !hasProxies && http.basePath == BasePath()
    self.webSocket = webSocket
    self.environment = environment
    self.metrics = metrics
    self.accessLog = accessLog
    self.logger = logger
  }
}

/// Counts the events of a server. The composition root gives them their metric names. Any thread.
package protocol ServerMetrics: Sendable {
  /// Counts requests of one route with the same method and status, with the duration of each.
  /// - Parameter template: of the route; "unmatched" for every unknown path, "malformed" for bytes that are no request.
  func answered(_ method: String, _ template: String, _ status: Int, nanoseconds: [Int64])
  /// Counts a connection, or a WebSocket through a proxy, that was refused because of a limit.
  func refused(_ refusal: ConnectionRefusal)
}
