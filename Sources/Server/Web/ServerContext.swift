package import Bytes

/// What all connections of a server share. A class, so that none of them holds a copy.
package final class ServerContext: Sendable {
  package let dispatcher: Dispatcher
  package let http: HTTPConfiguration
  package let webSocket: WebSocketConfiguration
  package let environment: Environment
  package let metrics: any ServerMetrics
  /// Whether anybody's word is taken for where a request came from.
  let hasProxies: Bool
  /// Whether the answer of a route that has one for all may be sent without a look at the request: nothing stands before
  /// its routes or adds to its answers.
  var sendsPrepared: Bool { hasPlainRoutes && !dispatcher.origins.namesReaders }
  private let hasPlainRoutes: Bool
  /// nil: requests leave no line.
  package let accessLog: (any AccessLog)?

  package init(
    dispatcher: Dispatcher, http: HTTPConfiguration, webSocket: WebSocketConfiguration, environment: Environment,
    metrics: any ServerMetrics, accessLog: (any AccessLog)? = nil
  ) {
    self.dispatcher = dispatcher
    self.http = http
    hasProxies = http.proxies.trustsAnyone
    hasPlainRoutes = !hasProxies && http.basePath == BasePath() && dispatcher.guards.isEmpty
    self.webSocket = webSocket
    self.environment = environment
    self.metrics = metrics
    self.accessLog = accessLog
  }
}

/// What the server counts: `Web` decides what happens, `App` how it is called. Any thread.
package protocol ServerMetrics: Sendable {
  /// Requests were answered on one route in the same way, each after one of `nanoseconds`.
  /// - Parameter template: the route's, "unmatched" for all unknown paths, "malformed" for what is no request.
  func answered(_ method: String, _ template: String, _ status: Int, nanoseconds: [Int64])
  /// A connection, or a WebSocket through a proxy, was refused because of a limit.
  func refused(_ refusal: ConnectionRefusal)
}
