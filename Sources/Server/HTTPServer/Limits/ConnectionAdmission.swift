import Logging
import Net
import Runtime

/// Decides which connections are served, and reports refused ones. Any thread.
///
/// Direct clients are counted when they connect. Trusted proxies are exempt, because their clients are known only by their
/// requests: WebSockets through a proxy are counted by the forwarded address. Requests through a proxy are not counted,
/// because the proxy bounds its own connections. Peers on the same machine are exempt.
final class ConnectionAdmission: Sendable {
  let counts: ConnectionCounts
  private let proxies: ProxyPolicy
  private let exemptsLocalPeers: Bool
  private let logger: Logger
  private let metrics: any ServerMetrics
  private let totalLog = FailureLog()
  private let addressLog = FailureLog()

  /// - Parameter room: the number of descriptors that connections may use.
  init(_ context: ServerContext, room: Int) {
    let http = context.http
    // One client never gets more than half of what the process can hold, whatever the setting says.
    let share = max(1, min(http.maxConnections, room) / 2)
    counts = ConnectionCounts(
      maxTotal: http.maxConnections,
      maxPerClient: http.maxConnectionsPerAddress == 0 ? 0 : min(http.maxConnectionsPerAddress, share))
    proxies = http.proxies
    exemptsLocalPeers = http.exemptsLocalPeers
    logger = context.logger
    metrics = context.middleware.metrics
  }

  /// Counts a connection that was accepted.
  /// - Returns: nil if it must be closed.
  func accept(from peer: String) -> ConnectionSlot? {
    do throws(ConnectionRefusal) {
      return try counts.open(client(of: peer))
    } catch {
      report(error, peer)
      return nil
    }
  }

  /// Counts a WebSocket for the client that a trusted proxy names.
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - client: the client address of the request.
  /// - Returns: nil if the connection was counted when it was accepted, or if it is exempt.
  func acceptSocket(from peer: String, client: String) throws(ConnectionRefusal) -> ConnectionSlot? {
    // A proxy that forwards no client address is the client.
    guard proxies.isTrusted(peer: peer), !proxies.isTrusted(peer: client) else { return nil }
    do throws(ConnectionRefusal) {
      return try counts.assign(to: ClientNetwork(clientAddress: client))
    } catch {
      report(error, client)
      throw error
    }
  }

  private func client(of peer: String) -> ClientNetwork? {
    if proxies.isTrusted(peer: peer) { return nil }
    if exemptsLocalPeers, peer == "unix" || IPAddress(peer)?.isLoopback == true { return nil }
    return ClientNetwork(clientAddress: peer)
  }

  private func report(_ refusal: ConnectionRefusal, _ peer: String) {
    metrics.refused(refusal)
    let log =
      switch refusal {
      case .total: totalLog
      case .address: addressLog
      }
    guard let count = log.count(at: .now) else { return }
    logger.warning(
      "connections refused",
      metadata: [
        "client": "\(ClientNetwork(clientAddress: peer))", "setting": "\(refusal.setting)",
        "limit": "\(refusal.limit)", "connections": "\(count)",
      ])
  }
}
