package import Bytes
import HTTPServer
import Runtime

/// One socket that is open on this node.
package struct Connection: Sendable {
  /// Unique among the sockets of all nodes.
  package var id: String
  package var userID: String
  package var type: String
  /// What it is about, where it is not about everything of the user.
  package var topic: String?
  /// What the client calls its device, if it says.
  package var deviceID: String?
  package var connectedAt: Timestamp
  package var session: any SocketSession
}

/// Who is connected to this node: from user to sockets in constant time. Any thread.
///
/// It decides about sockets; its mirror in the database (`ConnectionStore`) is for operators and other nodes.
package final class ConnectionRegistry: EventBus {
  private struct State {
    var byID: [String: Connection] = [:]
    /// Oldest first. A user has few: their number per type is bounded.
    var byUser: [String: [Connection]] = [:]
    var signOuts: UInt64 = 0
  }

  private let state = Locked(State())
  private let configuration: RealtimeConfiguration
  private let environment: Environment

  package init(configuration: RealtimeConfiguration, environment: Environment) {
    self.configuration = configuration
    self.environment = environment
  }

  package var count: Int { state.withLock { $0.byID.count } }

  package var connections: [Connection] { state.withLock { Array($0.byID.values) } }

  package func contains(_ id: String) -> Bool { state.withLock { $0.byID[id] != nil } }

  /// The sockets of a user, oldest first.
  package func connections(of userID: String, type: String) -> [Connection] {
    state.withLock { $0.byUser[userID, default: []].filter { $0.type == type } }
  }

  /// Grows with every sign-out. Who reads it before checking a token and finds it unchanged after `connect` knows that
  /// no sign-out came between the two.
  var signOuts: UInt64 { state.withLock { $0.signOuts } }

  /// Takes a socket in.
  ///
  /// A socket of the same user, type, topic and device is replaced, and under the policy `replace` so are the oldest ones
  /// above the limit: each is told `.replaced` and is no longer here.
  /// - Returns: nil where the policy is `reject` and the limit is reached.
  package func connect(
    userID: String, type: String, topic: String? = nil, deviceID: String? = nil, session: any SocketSession
  ) -> Connection? {
    let connection = Connection(
      id: environment.newID(), userID: userID, type: type, topic: topic, deviceID: deviceID,
      connectedAt: environment.now(), session: session)
    let limit = configuration.maxConnections(of: type)
    let rejects = configuration.limitPolicy == .reject
    let replaced: [Connection]? = state.withLock { state in
      let present = state.byUser[userID, default: []].filter { $0.type == type && $0.topic == topic }
      let sameDevice = present.filter { deviceID != nil && $0.deviceID == deviceID }
      let others = present.filter { deviceID == nil || $0.deviceID != deviceID }
      let excess = max(0, others.count - (limit - 1))
      if rejects && excess > 0 { return nil }
      let leaving = sameDevice + others.prefix(excess)
      for old in leaving { Self.remove(old.id, from: &state) }
      state.byID[connection.id] = connection
      state.byUser[userID, default: []].append(connection)
      return leaving
    }
    guard let replaced else { return nil }
    for old in replaced { old.session.notify(.replaced) }
    return connection
  }

  /// Lets a socket go. Doing it again, or after the socket was replaced, changes nothing.
  package func disconnect(_ id: String) {
    state.withLock { Self.remove(id, from: &$0) }
  }

  /// Wakes every socket of the user, under a topic those of it.
  package func published(userID: String, topic: String?) {
    for connection in of(userID) where topic == nil || connection.topic == topic { connection.session.wake() }
  }

  /// Tells the sockets of a topic that it is over.
  package func finished(userID: String, topic: String) {
    for connection in of(userID) where connection.topic == topic { connection.session.notify(.finished) }
  }

  /// Tells every socket of the user that the account signed out.
  package func signedOut(userID: String) {
    state.withLock { $0.signOuts &+= 1 }
    for connection in of(userID) { connection.session.notify(.signedOut) }
  }

  private func of(_ userID: String) -> [Connection] { state.withLock { $0.byUser[userID] ?? [] } }

  private static func remove(_ id: String, from state: inout State) {
    guard let connection = state.byID.removeValue(forKey: id) else { return }
    let rest = state.byUser[connection.userID, default: []].filter { $0.id != id }
    state.byUser[connection.userID] = rest.isEmpty ? nil : rest
  }
}
