import Net

/// The place where the requests of a connection pass the interceptor of a server, if there is one.
struct RequestInterception {
  /// Set by the first intercepted request.
  private var connection: InterceptedConnection?

  /// Begins the interception of a request; nil if it is not intercepted.
  mutating func begin(
    _ request: Request, _ connection: ByteConnection, _ context: ServerContext
  ) -> (any ExchangeInterceptor)? {
    guard let interceptor = context.interceptor, interceptor.isActive else { return nil }
    return interceptor.exchange(request, on: intercepted(connection, interceptor))
  }

  /// Begins the interception of the frames of an accepted socket.
  mutating func begin(
    _ driver: WebSocketDriver, _ request: Request, _ connection: ByteConnection, _ context: ServerContext
  ) {
    guard let interceptor = context.interceptor else { return }
    let socket = InterceptedSocket(driver, number: intercepted(connection, interceptor).number)
    driver.intercept(by: interceptor.socket(request, socket))
  }

  /// The connection is closed: a wait of the interceptor ends.
  func connectionClosed() { connection?.resume() }

  /// Passes a request to its interceptor and the dispatcher, and the response back. - Returns: nil if the interceptor ended
  /// the connection.
  static func dispatch(
    _ request: Request, segments: [String]?, to handler: any RequestHandler, _ exchange: any ExchangeInterceptor
  ) async -> (outcome: RequestOutcome, template: String)? {
    var answer: (outcome: RequestOutcome, template: String)
    switch await exchange.received() {
    case .proceed: answer = await handler.dispatch(request, segments: segments)
    case .respond(let response): answer = (.respond(response), "fault")
    case .end: return nil
    }
    guard case .respond(let response) = answer.outcome else { return answer }
    switch await exchange.responding(response) {
    case .proceed: break
    case .respond(let changed): answer.outcome = .respond(changed)
    case .end: return nil
    }
    return answer
  }

  private mutating func intercepted(
    _ connection: ByteConnection, _ interceptor: any TrafficInterceptor
  ) -> InterceptedConnection {
    if let known = self.connection { return known }
    let intercepted = InterceptedConnection(connection, number: interceptor.nextConnectionNumber())
    self.connection = intercepted
    return intercepted
  }
}
