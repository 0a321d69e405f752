package import HTTPServer

/// The middleware of a server, outermost first: a request passes it from the top to the bottom of the two initialisers,
/// and its response in reverse order.
package struct MiddlewareChain: Sendable {
  /// The members that the transport runs for every response: request id, access log, metrics.
  package let transport: TransportMiddleware
  /// The members that the dispatcher runs for every complete request.
  package let members: [any Middleware]

  /// Creates the chain of this product.
  /// - Parameters:
  ///   - origins: the origins whose pages may read responses and open sockets.
  ///   - apiKeys: the keys of clients; none if no key is required.
  ///   - writes: limits the changes of each user; nil if they are not limited.
  package init(
    transport: TransportMiddleware, origins: OriginRules, apiKeys: [String], authenticator: any Authenticator,
    writes: (any WriteLimiter)?
  ) {
    self.transport = transport
    let members: [(any Middleware)?] = [
      // First, because pages may also read the refusals of the others.
      CORS(origins),
      // Before the token, whose verification costs more.
      APIKey(keys: apiKeys),
      SocketOrigin(origins),
      BearerAuthentication(authenticator),
      // Last, because it counts by user.
      writes.map(WriteLimiting.init),
    ]
    self.members = members.compactMap(\.self)
  }
}
