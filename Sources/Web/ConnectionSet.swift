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
  private var time = (second: Int64.min, text: "")
  private let accessLog: (any AccessLog)?
  private let loop: EventLoop
  /// Lines of the access log that this turn of the loop has brought so far.
  private var lines: [UInt8] = []
  private var lineCount = 0

  /// - Parameter idPrefix: what request ids begin with, another one for each loop and start.
  init(idPrefix: String, loop: EventLoop, accessLog: (any AccessLog)?) {
    self.idPrefix = idPrefix
    self.loop = loop
    self.accessLog = accessLog
  }

  /// A fresh request id.
  func nextRequestID() -> String {
    lastID += 1
    var digits = lastID
    let count = (64 - digits.leadingZeroBitCount + 3) / 4
    let length = idPrefix.utf8.count
    return unsafe String(unsafeUninitializedCapacity: length + count) { space in
      _ = unsafe space.update(fromContentsOf: idPrefix.utf8)
      for place in (length..<length + count).reversed() {
        let digit = UInt8(truncatingIfNeeded: digits & 15)
        unsafe space[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
        digits >>= 4
      }
      return length + count
    }
  }

  /// The IMF-fixdate of `now`, made once a second.
  func httpDate(_ now: Timestamp) -> String {
    if date.second != now.seconds { date = (now.seconds, now.httpDate) }
    return date.text
  }

  /// Writes an answered request down.
  func record(_ request: Request, status: Int, duration: Duration, now: Timestamp) {
    guard let accessLog, accessLog.isOn else { return }
    if time.second != now.seconds { time = (now.seconds, now.rfc3339) }
    accessLog.append(
      AccessRecord(
        time: time.text, requestID: request.id, method: request.method, path: request.path, status: status,
        duration: duration, client: request.remoteAddress), to: &lines)
    lineCount += 1
    if lineCount == 1 { loop.atEndOfTurn(self) }
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

extension ConnectionSet: TurnEndHandler {
  func turnEnded() {
    accessLog?.write(lines, count: lineCount)
    lines.removeAll(keepingCapacity: true)
    lineCount = 0
  }
}
