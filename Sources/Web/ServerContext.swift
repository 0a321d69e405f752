package import Bytes

/// What all connections of a server share.
package struct ServerContext: Sendable {
  package var dispatcher: Dispatcher
  package var http: HTTPConfiguration
  package var webSocket: WebSocketConfiguration
  package var ambient: Ambient
  package var metrics: ServerMetrics

  package init(
    dispatcher: Dispatcher, http: HTTPConfiguration, webSocket: WebSocketConfiguration, ambient: Ambient,
    metrics: ServerMetrics
  ) {
    self.dispatcher = dispatcher
    self.http = http
    self.webSocket = webSocket
    self.ambient = ambient
    self.metrics = metrics
  }
}

/// What the server counts. Closures, so that `Web` decides what happens and `App` how it is called.
package struct ServerMetrics: Sendable {
  /// A request was answered: method, route template, status, duration.
  package var answered: @Sendable (_ method: String, _ template: String, _ status: Int, _ duration: Duration) -> Void

  package init(
    answered: @escaping @Sendable (_ method: String, _ template: String, _ status: Int, _ duration: Duration) -> Void
  ) {
    self.answered = answered
  }
}
