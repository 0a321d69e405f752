import Net
import Runtime

/// The connections of one loop, so that a drain reaches them. Not `Sendable`: it lives on its loop's thread.
final class ConnectionSet {
  private(set) var isDraining = false
  private var idle: [ObjectIdentifier: ByteConnection] = [:]
  private var sessions: [ObjectIdentifier: WebSocketSession] = [:]

  /// A connection waits for its next request.
  func becameIdle(_ connection: ByteConnection) { idle[ObjectIdentifier(connection)] = connection }

  /// A connection is busy with a request or gone.
  func becameBusy(_ connection: ByteConnection) { idle[ObjectIdentifier(connection)] = nil }

  func opened(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = session }

  func ended(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = nil }

  /// Ends idle connections, and tells the sockets that are open.
  func drain() -> [WebSocketSession] {
    isDraining = true
    for connection in idle.values { connection.interrupt() }
    return Array(sessions.values)
  }
}
