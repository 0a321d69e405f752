import Bytes
import Net
import Runtime

/// The state that the connections of one loop share: the list of them for a drain, the transport's part of the middleware
/// chain, and values that serve many requests, such as the date. Confined to its loop's thread.
final class LoopContext {
  private(set) var isDraining = false
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var sessions: [ObjectIdentifier: WebSocketSession] = [:]
  /// Connections in their TLS handshake.
  private var handshakes: [ObjectIdentifier: ByteConnection] = [:]
  let admission: ConnectionAdmission
  private let synchronousRoutes: [SynchronousRoute]
  /// The parts of ``TransportMiddleware`` for this loop.
  private var requestIDs: RequestIDSequence
  private var accessLog: AccessLogBatch
  private var metrics: RequestMetricsBatch
  private let environment: Environment
  private let loop: EventLoop
  /// The wall clock of this loop iteration; nil before it is read.
  private var iterationTime: Timestamp?
  private var awaitsIterationEnd = false
  private var date = (second: Int64.min, text: [UInt8]())
  private var time = (second: Int64.min, text: "")

  /// Creates the context of a loop.
  init(loop: EventLoop, context: ServerContext, admission: ConnectionAdmission) {
    self.admission = admission
    self.loop = loop
    synchronousRoutes = context.handler.makeSynchronousRoutes()
    requestIDs = context.middleware.requestID.makeSequence()
    accessLog = AccessLogBatch(context.middleware.accessLog)
    metrics = RequestMetricsBatch(context.middleware.metrics)
    environment = context.environment
  }

  /// The synchronous route of a path, if there is one.
  func synchronousRoute(_ method: String, _ path: String) -> SynchronousRoute? {
    synchronousRoutes.first { $0.path == path && $0.method == method }
  }

  /// The wall clock, read once in a loop iteration.
  private var now: Timestamp {
    if let iterationTime { return iterationTime }
    let now = environment.now()
    iterationTime = now
    awaitIterationEnd()
    return now
  }

  private func awaitIterationEnd() {
    guard !awaitsIterationEnd else { return }
    awaitsIterationEnd = true
    loop.atEndOfIteration(self)
  }

  /// A new request id.
  func nextRequestID() -> String { requestIDs.next() }

  /// The present time as IMF-fixdate (RFC 9110 §5.6.7), formatted once a second.
  func httpDate() -> [UInt8] {
    let now = now
    if date.second != now.seconds { date = (now.seconds, Array(now.httpDate.utf8)) }
    return date.text
  }

  /// Counts a response and logs it. - Parameter template: as `ServerMetrics.answered` has it.
  func record(
    _ id: String, _ method: String, _ path: String, client: String, template: String, status: Int, nanoseconds: Int64
  ) {
    metrics.add(method, template, status, nanoseconds: nanoseconds)
    awaitIterationEnd()
    guard accessLog.isOn else { return }
    let now = now
    if time.second != now.seconds { time = (now.seconds, now.rfc3339) }
    accessLog.append(
      AccessRecord(
        time: time.text, requestID: id, method: method, path: LogRedaction.redacted(path), status: status,
        nanoseconds: nanoseconds, client: client))
  }

  func opened(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = connection }

  func ended(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = nil }

  func began(_ handshake: ByteConnection) { handshakes[ObjectIdentifier(handshake)] = handshake }

  func finished(_ handshake: ByteConnection) { handshakes[ObjectIdentifier(handshake)] = nil }

  func opened(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = session }

  func ended(_ session: WebSocketSession) { sessions[ObjectIdentifier(session)] = nil }

  /// The open WebSockets.
  var openSessions: [WebSocketSession] { Array(sessions.values) }

  /// Ends idle connections and handshakes. - Returns: the open WebSockets, which the caller closes.
  func drain() -> [WebSocketSession] {
    isDraining = true
    for connection in connections.values { connection.endIfIdle() }
    for handshake in handshakes.values { handshake.interrupt() }
    return Array(sessions.values)
  }

  /// Closes all connections and WebSockets without further output.
  func closeAll() {
    for connection in connections.values { connection.abort() }
    for handshake in handshakes.values { handshake.close() }
    for session in sessions.values { session.driver.value.connection.close() }
  }
}

extension LoopContext: IterationEndHandler {
  func iterationEnded() {
    awaitsIterationEnd = false
    iterationTime = nil
    metrics.flush()
    accessLog.flush()
  }
}
