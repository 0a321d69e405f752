package import Runtime

/// Records and disturbs the traffic of a server for developers of clients. Servers without `--dev` have none.
///
/// Any thread, except for what says otherwise.
package protocol TrafficInterceptor: AnyObject, Sendable {
  /// Whether requests are intercepted now; otherwise they take the same path as without an interceptor. Read for each request.
  var isActive: Bool { get }

  /// The server begins to listen, with its connections on the loops of `group`.
  func starting(on group: EventLoopGroup)

  /// The number of a connection, unique in this process. Called when its first request is intercepted.
  func nextConnectionNumber() -> Int

  /// Intercepts a request that is complete, on the loop of its connection.
  /// - Returns: nil if the request is neither recorded nor disturbed.
  func exchange(_ request: Request, on connection: InterceptedConnection) -> (any ExchangeInterceptor)?

  /// Intercepts the frames of an accepted socket, on its loop.
  func socket(_ request: Request, _ socket: InterceptedSocket) -> any SocketInterceptor

  /// The server begins to stop: all waits must end.
  func stopping()
}

/// The reaction of an interceptor to a request or its response.
package enum ExchangeAction: Sendable {
  /// No change.
  case proceed
  /// Send this response.
  case respond(Response)
  /// Send no response. The connection ends.
  case end
}

/// Intercepts one request and its response. Confined to the loop of their connection.
package protocol ExchangeInterceptor: AnyObject {
  /// Handles the request before the dispatcher. It may wait.
  func received() async -> ExchangeAction
  /// Handles the response before it is sent. It may wait.
  func responding(_ response: Response) async -> ExchangeAction
  /// Records the response, which is sent now; nil for the upgrade to a WebSocket.
  func responded(_ response: Response?)
}

/// A frame of a socket. Messages are complete and not compressed.
package enum SocketFrame: Sendable, Equatable {
  /// A text message.
  case text([UInt8])
  /// A binary message.
  case binary([UInt8])
  /// A ping with its payload (RFC 6455 §5.5.2).
  case ping([UInt8])
  /// A pong with its payload (RFC 6455 §5.5.3).
  case pong([UInt8])
  /// A close frame with code and reason (RFC 6455 §5.5.1).
  case close(UInt16?, String)
}

/// Intercepts the frames of one socket. Confined to its loop.
package protocol SocketInterceptor: AnyObject {
  /// Whether the server reads nothing, sends nothing, and does not end the connection for the silence of its peer.
  var isStopped: Bool { get }
  /// Handles a frame before it is sent. - Returns: whether it is sent now. A frame that is not sent now can be sent by
  /// `InterceptedSocket.send(_:)`.
  func sending(_ frame: SocketFrame) -> Bool
  /// Handles a frame before the server does. - Returns: whether the server handles it now. A frame that is not handled now
  /// can be handled by `InterceptedSocket.handle(_:)`.
  func received(_ frame: SocketFrame) -> Bool
  /// The connection is closed.
  func ended()
}
