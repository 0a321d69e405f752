import Net
import Runtime

/// The limit that a refused connection exceeds.
package enum ConnectionRefusal: Error, Sendable, Equatable {
  /// The process has as many connections as it may have.
  case total(limit: Int)
  /// One client's network has as many connections as it may have.
  case address(limit: Int)

  /// The setting that holds the limit.
  package var setting: String {
    switch self {
    case .total: "http.max_connections"
    case .address: "http.max_connections_per_address"
    }
  }

  /// The maximum number of connections.
  package var limit: Int {
    switch self {
    case .total(let limit), .address(let limit): limit
    }
  }
}

/// The number of live connections, in total and by client.
///
/// Any thread. A client without connections has no entry, so memory is bounded by the number of live connections.
final class ConnectionCounts: Sendable {
  private struct State {
    var total = 0
    var byClient: [ClientNetwork: Int] = [:]
  }

  private let maxTotal: Int
  private let maxPerClient: Int
  private let state = Locked(State())

  /// - Parameter maxPerClient: 0 means no limit.
  init(maxTotal: Int, maxPerClient: Int) {
    self.maxTotal = maxTotal
    self.maxPerClient = maxPerClient == 0 ? .max : maxPerClient
  }

  /// Live connections.
  var total: Int { state.withLock { $0.total } }

  /// Clients with live connections, without exempt ones.
  var clients: Int { state.withLock { $0.byClient.count } }

  /// Counts a new connection.
  /// - Parameter client: nil if the connection is exempt from the limit by client.
  func open(_ client: ClientNetwork?) throws(ConnectionRefusal) -> ConnectionSlot {
    try count(client, in: 1)
    return ConnectionSlot(of: client, connections: 1, in: self)
  }

  /// Counts a connection that is open already for the client that uses it, such as a WebSocket through a proxy.
  func assign(to client: ClientNetwork) throws(ConnectionRefusal) -> ConnectionSlot {
    try count(client, in: 0)
    return ConnectionSlot(of: client, connections: 0, in: self)
  }

  private func count(_ client: ClientNetwork?, in connections: Int) throws(ConnectionRefusal) {
    let refusal = state.withLock { state -> ConnectionRefusal? in
      guard state.total + connections <= maxTotal else { return .total(limit: maxTotal) }
      if let client {
        let count = state.byClient[client, default: 0]
        guard count < maxPerClient else { return .address(limit: maxPerClient) }
        state.byClient[client] = count + 1
      }
      state.total += connections
      return nil
    }
    if let refusal { throw refusal }
  }

  fileprivate func release(_ client: ClientNetwork?, connections: Int) {
    state.withLock { state in
      state.total -= connections
      guard let client, let count = state.byClient[client] else { return }
      state.byClient[client] = count > 1 ? count - 1 : nil
    }
  }
}

/// The place of one live connection in `ConnectionCounts`. Any thread.
final class ConnectionSlot: Sendable {
  private let client: ClientNetwork?
  private let connections: Int
  private let counts: ConnectionCounts
  private let isReleased = Locked(false)

  fileprivate init(of client: ClientNetwork?, connections: Int, in counts: ConnectionCounts) {
    self.client = client
    self.connections = connections
    self.counts = counts
  }

  deinit { release() }

  /// Ends the count. Further calls do nothing.
  func release() {
    let isFirst = isReleased.withLock { isReleased in
      defer { isReleased = true }
      return !isReleased
    }
    if isFirst { counts.release(client, connections: connections) }
  }
}
