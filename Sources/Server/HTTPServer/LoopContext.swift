import Bytes
import Net
import Runtime

/// The state that the connections of one loop share: the list of them for a drain, and values that serve many requests,
/// such as the date. Confined to its loop's thread.
final class LoopContext {
  private(set) var isDraining = false
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var sessions: [ObjectIdentifier: WebSocketSession] = [:]
  /// Connections in their TLS handshake.
  private var handshakes: [ObjectIdentifier: ByteConnection] = [:]
  let admission: ConnectionAdmission
  private let idPrefix: String
  private var lastID: UInt64 = 0
  private var date = (second: Int64.min, text: [UInt8]())
  private var time = (second: Int64.min, text: "")
  private let synchronousRoutes: [SynchronousRoute]
  private let accessLog: (any AccessLog)?
  private let metrics: any ServerMetrics
  private let environment: Environment
  private let loop: EventLoop
  /// The wall clock of this loop iteration; nil before it is read.
  private var turnTime: Timestamp?
  private var awaitsTurnEnd = false
  /// The access log lines of this loop iteration.
  private var lines: [UInt8] = []
  private var lineCount = 0
  /// Consecutive requests of this loop iteration with the same method, template and status. They are counted together,
  /// because the metrics are shared with the other loops.
  private var answered = Answered()

  private struct Answered {
    var method = ""
    var template = ""
    var status = 0
    var nanoseconds: [Int64] = []
  }

  /// Creates the context of a loop. - Parameter idPrefix: of request ids; different for each loop and process.
  init(idPrefix: String, loop: EventLoop, context: ServerContext, admission: ConnectionAdmission) {
    self.idPrefix = idPrefix
    self.admission = admission
    self.loop = loop
    synchronousRoutes = context.handler.makeSynchronousRoutes()
    accessLog = context.accessLog
    metrics = context.metrics
    environment = context.environment
  }

  /// The synchronous route of a path, if there is one.
  func synchronousRoute(_ method: String, _ path: String) -> SynchronousRoute? {
    synchronousRoutes.first { $0.path == path && $0.method == method }
  }

  /// The wall clock, read once in a loop iteration.
  private var now: Timestamp {
    if let turnTime { return turnTime }
    let now = environment.now()
    turnTime = now
    awaitTurnEnd()
    return now
  }

  private func awaitTurnEnd() {
    guard !awaitsTurnEnd else { return }
    awaitsTurnEnd = true
    loop.atEndOfIteration(self)
  }

  /// A new request id: the prefix and a hexadecimal counter.
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

  /// The present time as IMF-fixdate (RFC 9110 §5.6.7), formatted once a second.
  func httpDate() -> [UInt8] {
    let now = now
    if date.second != now.seconds { date = (now.seconds, Array(now.httpDate.utf8)) }
    return date.text
  }

  /// Counts a response and logs it.
  func record(
    _ id: String, _ method: String, _ path: String, client: String, template: String, status: Int, nanoseconds: Int64
  ) {
    count(method, template, status, nanoseconds: nanoseconds)
    guard let accessLog, accessLog.isOn else { return }
    let now = now
    if time.second != now.seconds { time = (now.seconds, now.rfc3339) }
    accessLog.append(
      AccessRecord(
        time: time.text, requestID: id, method: method, path: LogRedaction.redacted(path), status: status,
        nanoseconds: nanoseconds, client: client), to: &lines)
    lineCount += 1
    awaitTurnEnd()
  }

  /// Counts a response.
  func count(_ method: String, _ template: String, _ status: Int, nanoseconds: Int64) {
    if answered.status != status || answered.template != template || answered.method != method {
      reportAnswered()
      answered.method = method
      answered.template = template
      answered.status = status
    }
    answered.nanoseconds.append(nanoseconds)
    awaitTurnEnd()
  }

  private func reportAnswered() {
    guard !answered.nanoseconds.isEmpty else { return }
    metrics.answered(answered.method, answered.template, answered.status, nanoseconds: answered.nanoseconds)
    answered.nanoseconds.removeAll(keepingCapacity: true)
  }

  func opened(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = connection }

  func ended(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = nil }

  func began(_ handshake: ByteConnection) { handshakes[ObjectIdentifier(handshake)] = handshake }

  func finished(_ handshake: ByteConnection) { handshakes[ObjectIdentifier(handshake)] = nil }

  func opened(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = session }

  func ended(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = nil }

  /// Ends idle connections and handshakes. - Returns: the open WebSockets, which the caller closes.
  func drain() -> [WebSocketSession] {
    isDraining = true
    for connection in connections.values { connection.endIfIdle() }
    for handshake in handshakes.values { handshake.interrupt() }
    return Array(sessions.values)
  }
}

extension LoopContext: IterationEndHandler {
  func iterationEnded() {
    awaitsTurnEnd = false
    turnTime = nil
    reportAnswered()
    guard lineCount > 0 else { return }
    accessLog?.write(lines, count: lineCount)
    lines.removeAll(keepingCapacity: true)
    lineCount = 0
  }
}
