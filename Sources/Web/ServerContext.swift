package import Bytes

/// What all connections of a server share. A class, so that none of them holds a copy.
package final class ServerContext: Sendable {
  package let dispatcher: Dispatcher
  package let http: HTTPConfiguration
  package let webSocket: WebSocketConfiguration
  package let ambient: Ambient
  package let metrics: ServerMetrics
  /// nil: requests leave no line.
  package let accessLog: (any AccessLog)?

  package init(
    dispatcher: Dispatcher, http: HTTPConfiguration, webSocket: WebSocketConfiguration, ambient: Ambient,
    metrics: ServerMetrics, accessLog: (any AccessLog)? = nil
  ) {
    self.dispatcher = dispatcher
    self.http = http
    self.webSocket = webSocket
    self.ambient = ambient
    self.metrics = metrics
    self.accessLog = accessLog
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
