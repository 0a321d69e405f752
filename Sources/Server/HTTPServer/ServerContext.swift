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
  /// The members of the middleware chain that see every response.
  let middleware: TransportMiddleware
  /// The clock of dates.
  package let environment: Environment
  /// Records and disturbs traffic in development; nil without `--dev`.
  let interceptor: (any TrafficInterceptor)?
  let logger: Logger
  /// Whether proxies are trusted, so that the client address and the scheme depend on the fields of a request.
  let hasProxies: Bool
  /// Whether the content of any request is streamed.
  let streamsRequests: Bool
  /// Whether a constant response may be sent without building the request.
  var sendsConstantResponses: Bool { hasPlainPaths && handler.sendsConstantResponses }
  private let hasPlainPaths: Bool

  /// Creates the context of one server. - Parameter interceptor: nil without `--dev`.
  package init(
    handler: any RequestHandler, middleware: TransportMiddleware, http: HTTPConfiguration,
    webSocket: WebSocketConfiguration, environment: Environment, logger: Logger,
    interceptor: (any TrafficInterceptor)? = nil
  ) {
    self.handler = handler
    self.middleware = middleware
    streamsRequests = handler.streamsRequests
    self.http = http
    hasProxies = http.proxies.trustsAnyone
    hasPlainPaths = !hasProxies && http.basePath == BasePath()
    self.webSocket = webSocket
    self.environment = environment
    self.logger = logger
    self.interceptor = interceptor
  }
}
