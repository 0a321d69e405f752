import HTTPCodec
import Net
import Runtime

/// Serves one connection: requests one after another, until it closes or becomes a WebSocket. Confined to its loop's
/// thread.
final class HTTPConnection {
  let connection: ByteConnection
  let context: ServerContext
  let set: LoopContext
  let remoteAddress: String
  var parser: RequestParser
  /// The request that is being received.
  var partial: Incoming?
  /// A complete request that `answerWaiting` received and the task must answer.
  var received: Incoming?
  /// The awaited part of a request. `deadline` is valid if `hasDeadline`, from the first wait for the part on.
  var phase = Phase.head
  var deadline = ContinuousClock.now
  var hasDeadline = false
  /// The time of the last response that was sent in the present wait without resuming the task.
  var lastAnswered: MonotonicInstant?
  /// Whether the parser may contain complete requests that `answerWaiting` has not taken.
  var hasUnanswered = false
  /// The last request line that was looked up, and its synchronous route.
  var routedLine: RequestLine?
  var route: SynchronousRoute?
  /// Whether the task waits for the first byte of a request.
  var isWaiting = false
  /// The WebSocket that the connection became.
  var upgraded: UpgradedSocket?
  /// The maximum number of unsent bytes with which a further request is taken.
  static let maxUnsentBytes = 64 << 10

  init(_ connection: ByteConnection, context: ServerContext, set: LoopContext, remoteAddress: String) {
    self.connection = connection
    self.context = context
    self.set = set
    self.remoteAddress = remoteAddress
    self.parser = RequestParser(limits: context.http.limits)
  }

  /// Serves the connection until it is closed or becomes a WebSocket.
  /// - Returns: the WebSocket to be run; nil if the connection is closed.
  func serve() async -> UpgradedSocket? {
    set.opened(self)
    defer { set.ended(self) }
    connection.owner = self
    while connection.isOpen {
      guard let incoming = await nextRequest() else { break }
      enter(.idle)
      guard await answer(incoming) else { break }
      if parser.unread > 0, connection.isTimeSliceOver() { await connection.waitForTimeSlice() }
    }
    if upgraded == nil { await lingerAndClose() }
    return upgraded
  }

  /// Ends the connection if it waits for a request.
  func endIfIdle() {
    if isWaiting { connection.interrupt() }
  }

  enum Phase {
    /// No byte of a request after the first one was received.
    case idle
    case head
    case body
  }

  struct Incoming {
    var head: RequestHead
    var body: [UInt8] = []
    var keepAlive: Bool
  }

  func lingerAndClose() async {
    guard connection.isOpen else { return }
    guard await drained() else { return }
    connection.shutdownWriting()
    var budget = LingerBudget(
      messageLimit: context.http.limits.maxBodyBytes, timeout: context.http.lingerTimeout, now: .now)
    while connection.isOpen, !budget.isSpent, ContinuousClock.now < budget.end {
      let due = budget.due(.now)
      guard case .bytes(let count) = await unsafe connection.receive(until: due, { _ in }) else { break }
      budget.received(count)
    }
    connection.close()
  }

  /// Waits until the kernel has taken all queued bytes. Closes the connection if the peer reads nothing for too long.
  func drained() async -> Bool { await connection.drained(timeout: context.http.idleTimeout) }
}

extension HTTPConnection: ByteConnectionOwner {
  func becameReadable() {
    guard isWaiting, connection.isReceiving else { return connection.resumeReceive() }
    if !answerWaiting() { connection.interrupt() }
  }

  func flushed() {}

  func connectionClosed() {}
}
