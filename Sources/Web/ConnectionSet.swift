import Bytes
import Net
import Runtime

/// What the connections of one loop share: a list of them, so that a drain reaches them, and what is made once for many
/// requests. Not `Sendable`: it lives on its loop's thread.
final class ConnectionSet {
  private(set) var isDraining = false
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var sessions: [ObjectIdentifier: WebSocketSession] = [:]
  /// Those in their TLS handshake.
  private var handshakes: [ObjectIdentifier: ByteConnection] = [:]
  private let idPrefix: String
  private var lastID: UInt64 = 0
  private var date = (second: Int64.min, text: "")

  /// - Parameter idPrefix: what request ids begin with, another one for each loop and start.
  init(idPrefix: String) { self.idPrefix = idPrefix }

  /// A fresh request id.
  func nextRequestID() -> String {
    lastID += 1
    return idPrefix + String(lastID, radix: 16)
  }

  /// The IMF-fixdate of `now`, made once a second.
  func httpDate(_ now: Timestamp) -> String {
    if date.second != now.seconds { date = (now.seconds, now.httpDate) }
    return date.text
  }

  func opened(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = connection }

  func ended(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = nil }

  func began(_ handshake: ByteConnection) { handshakes[ObjectIdentifier(handshake)] = handshake }

  func finished(_ handshake: ByteConnection) { handshakes[ObjectIdentifier(handshake)] = nil }

  func opened(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = session }

  func ended(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = nil }

  /// Ends idle connections and those that have not even said hello, and tells the sockets that are open.
  func drain() -> [WebSocketSession] {
    isDraining = true
    for connection in connections.values { connection.endIfIdle() }
    for handshake in handshakes.values { handshake.interrupt() }
    return Array(sessions.values)
  }
}
