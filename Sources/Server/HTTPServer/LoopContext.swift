import Bytes
import Net
import Runtime

/// What the connections of one loop share: a list of them, so that a drain reaches them, and what is made once for many
/// requests. Not `Sendable`: it lives on its loop's thread.
final class LoopContext {
  private(set) var isDraining = false
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var sessions: [ObjectIdentifier: WebSocketSession] = [:]
  /// Those in their TLS handshake.
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
  /// The wall clock as this turn of the loop first saw it.
  private var turnTime: Timestamp?
  private var awaitsTurnEnd = false
  /// Lines of the access log that this turn of the loop has brought so far.
  private var lines: [UInt8] = []
  private var lineCount = 0
  /// Requests of this turn that were answered in the same way, one after another: they are counted together, because
  /// what counts them is shared with the other loops.
  private var answered = Answered()

  private struct Answered {
    var method = ""
    var template = ""
    var status = 0
    var nanoseconds: [Int64] = []
  }

  /// - Parameter idPrefix: what request ids begin with, another one for each loop and start.
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

  /// The wall clock, read once in a turn of the loop.
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

  /// The IMF-fixdate of this moment, made once a second.
  func httpDate() -> [UInt8] {
    let now = now
    if date.second != now.seconds { date = (now.seconds, Array(now.httpDate.utf8)) }
    return date.text
  }

  /// Counts an answer, and writes it down.
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

  /// Counts an answer.
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

  /// Ends idle connections and those that have not even said hello, and tells the sockets that are open.
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
