package import Bytes
package import Cluster
import HTTPServer
import Runtime

/// One open socket of this node.
package struct Connection: Sendable {
  /// Unique among the sockets of all nodes.
  package var id: String
  /// The account whose events the connection receives.
  package var userID: String
  /// `EndpointDeclaration.connectionType`.
  package var type: String
  /// The subject of the connection, if it is not all of the user's events.
  package var topic: String?
  /// The client's name for its device; nil if it sends none.
  package var deviceID: String?
  /// The address of the client, as a trusted proxy states it.
  package var remoteAddress: String
  /// The time of registration, after the token was checked.
  package var connectedAt: Timestamp
  /// The socket itself, for wake-ups, notifications and closing.
  package var transport: any SocketTransport
}

/// The open sockets of this node, found by user in constant time. Any thread.
///
/// It decides about connections of this node. Its copy in the database (`ConnectionStore`) is for operators, and decides about the
/// limit of a user's connections where several nodes share a database.
package final class ConnectionRegistry: EventBus {
  private struct State {
    var byID: [String: Connection] = [:]
    /// Oldest first. A user has few, because their number per type is bounded.
    var byUser: [String: [Connection]] = [:]
    var signOuts: UInt64 = 0
  }

  /// The limit of a user and type while limits are lifted: no server is left without one.
  private static let relaxedLimit = 1000

  private let state = Locked(State())
  private let configuration: RealtimeConfiguration
  private let environment: Environment
  private let bus: any Bus

  /// Call it before the bus starts.
  /// - Parameters:
  ///   - configuration: its limit and policy hold for paths without a limit of their own.
  ///   - bus: wakes the sockets of other nodes.
  package init(configuration: RealtimeConfiguration, bus: any Bus, environment: Environment) {
    self.configuration = configuration
    self.bus = bus
    self.environment = environment
    bus.receive(ConnectionHints.wake) { [self] hint in
      wake(userID: hint.key, topic: hint.detail.isEmpty ? nil : hint.detail)
    }
    bus.receive(ConnectionHints.finished) { [self] hint in end(userID: hint.key, topic: hint.detail) }
    bus.receive(ConnectionHints.replaced) { [self] hint in _ = replaceLocal(hint.key) }
    bus.receive(ConnectionHints.close) { [self] hint in
      guard let connection = find(hint.key) else { return }
      Task { await connection.transport.close(CloseReason.byAdministrator.code, CloseReason.byAdministrator.text) }
    }
    // The sockets read the rows of lost hints.
    bus.recover { [self] in for connection in connections { connection.transport.wake() } }
  }

  /// The number of open connections of all users.
  package var count: Int { state.withLock { $0.byID.count } }

  /// All open connections, in no order. Cost: linear.
  package var connections: [Connection] { state.withLock { Array($0.byID.values) } }

  /// Whether a connection is open and was not replaced.
  package func contains(_ id: String) -> Bool { state.withLock { $0.byID[id] != nil } }

  /// Returns an open connection; nil if it was closed or replaced.
  package func find(_ id: String) -> Connection? { state.withLock { $0.byID[id] } }

  /// The connections of a user and type, oldest first.
  package func connections(of userID: String, type: String) -> [Connection] {
    state.withLock { $0.byUser[userID, default: []].filter { $0.type == type } }
  }

  /// The number of sign-outs so far. If it is the same before a token is checked and after `connect`, no sign-out happened
  /// in between.
  var signOuts: UInt64 { state.withLock { $0.signOuts } }

  /// Registers a connection.
  ///
  /// It replaces a connection of the same user, type, topic and device. With the policy `replace` it also replaces the
  /// oldest ones above the limit. Replaced connections are removed and notified.
  /// - Parameter limit: maximum number of connections of one user, type and topic; nil: the server's default.
  /// - Returns: nil if the policy is `reject` and the limit is reached.
  package func connect(
    userID: String, type: String, limit: Int? = nil, topic: String? = nil, deviceID: String? = nil,
    remoteAddress: String = "", transport: any SocketTransport
  ) -> Connection? {
    let connection = Connection(
      id: environment.newID(), userID: userID, type: type, topic: topic, deviceID: deviceID,
      remoteAddress: remoteAddress, connectedAt: environment.now(), transport: transport)
    let limit = self.limit(limit)
    let rejects = configuration.limitPolicy == .reject
    let replaced: [Connection]? = state.withLock { state in
      let present = state.byUser[userID, default: []].filter { $0.type == type && $0.topic == topic }
      let sameDevice = present.filter { deviceID != nil && $0.deviceID == deviceID }
      let others = present.filter { deviceID == nil || $0.deviceID != deviceID }
      let excess = max(0, others.count - (limit - 1))
      if rejects && excess > 0 { return nil }
      let replaced = sameDevice + others.prefix(excess)
      for old in replaced { Self.remove(old.id, from: &state) }
      state.byID[connection.id] = connection
      state.byUser[userID, default: []].append(connection)
      return replaced
    }
    guard let replaced else { return nil }
    for old in replaced { old.transport.notify(.replaced) }
    return connection
  }

  /// The number of connections that one user, type and topic may have. - Parameter limit: that of the path; nil: the server's
  /// default.
  func limit(_ limit: Int?) -> Int {
    environment.areLimitsRelaxed ? Self.relaxedLimit : max(1, limit ?? configuration.maxConnectionsPerUser)
  }

  /// Removes and notifies a connection that a newer one replaced, on this node or on another one.
  func replace(_ id: String) {
    if !replaceLocal(id) { bus.send(Hint(ConnectionHints.replaced, key: id)) }
  }

  /// - Returns: whether the connection was one of this node.
  private func replaceLocal(_ id: String) -> Bool {
    guard let connection = find(id) else { return false }
    disconnect(id)
    connection.transport.notify(.replaced)
    return true
  }

  /// Removes a connection. Without effect if it was removed or replaced before.
  package func disconnect(_ id: String) {
    state.withLock { Self.remove(id, from: &$0) }
  }

  /// Wakes the user's sockets on all nodes; with a topic, only those of that topic.
  package func published(userID: String, topic: String?) {
    wake(userID: userID, topic: topic)
    bus.send(Hint(ConnectionHints.wake, key: userID, detail: topic ?? ""))
  }

  private func wake(userID: String, topic: String?) {
    for connection in of(userID) where topic == nil || connection.topic == topic { connection.transport.wake() }
  }

  /// Notifies the sockets of a topic on all nodes that their subject ended.
  package func finished(userID: String, topic: String) {
    end(userID: userID, topic: topic)
    bus.send(Hint(ConnectionHints.finished, key: userID, detail: topic))
  }

  private func end(userID: String, topic: String) {
    for connection in of(userID) where connection.topic == topic { connection.transport.notify(.finished) }
  }

  /// Notifies the user's sockets of this node that the account signed out.
  package func signedOut(userID: String) {
    state.withLock { $0.signOuts &+= 1 }
    for connection in of(userID) { connection.transport.notify(.signedOut) }
  }

  /// Notifies the user's sockets that access tokens expired before their time. - Parameter end: the expiry of one token;
  /// nil for all tokens of the user.
  package func tokensExpired(userID: String, at end: Timestamp?) {
    for connection in of(userID) { connection.transport.notify(.tokensExpired(at: end)) }
  }

  private func of(_ userID: String) -> [Connection] { state.withLock { $0.byUser[userID] ?? [] } }

  private static func remove(_ id: String, from state: inout State) {
    guard let connection = state.byID.removeValue(forKey: id) else { return }
    let rest = state.byUser[connection.userID, default: []].filter { $0.id != id }
    state.byUser[connection.userID] = rest.isEmpty ? nil : rest
  }
}
