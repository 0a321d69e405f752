package import Bytes

/// The outermost members of a server's middleware chain, in the order in which a request passes them.
///
/// The transport runs them, because they concern every response: also one to bytes that are no valid request, to a
/// request that timed out, and to an upgrade, none of which reach the dispatcher. Each loop has a part of its own for
/// each member, which collects the responses of a loop iteration. They are stored properties, not a list: a constant
/// response passes them too, and a call through a protocol would be a large part of its cost.
package struct TransportMiddleware: Sendable {
  /// Gives every request its id.
  let requestID: RequestID
  /// Receives a line for each response; nil if responses are not logged.
  package let accessLog: (any AccessLog)?
  /// Counts and times the responses.
  package let metrics: any ServerMetrics

  /// Creates the members of a server. - Parameter environment: the source of the ids' prefixes.
  package init(environment: Environment, accessLog: (any AccessLog)? = nil, metrics: any ServerMetrics) {
    requestID = RequestID(environment: environment)
    self.accessLog = accessLog
    self.metrics = metrics
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
