import HTTPCodec
import Net
import Runtime

/// Serves one connection: requests one after another, until it ends or becomes a WebSocket.
///
/// Not `Sendable`: it lives on its loop's thread.
final class HTTPConnection {
  let connection: ByteConnection
  let context: ServerContext
  let set: LoopContext
  let remoteAddress: String
  var parser: RequestParser
  /// The request that is being received.
  var partial: Incoming?
  /// One that was received while nobody waited for it.
  var received: Incoming?
  /// What is waited for, and until when, where that part has not just begun.
  var phase = Phase.head
  var deadline = ContinuousClock.now
  var hasDeadline = false
  /// When a request was last answered for which the task, in its present wait, was not resumed.
  var lastAnswered: MonotonicInstant?
  /// Whether the parser may have further requests that `answerWaiting` has not looked at.
  var hasUnanswered = false
  /// The request line that was last looked up, and the route that answers it without waiting.
  var routedLine: RequestLine?
  var route: SynchronousRoute?
  /// Whether it waits with no byte of a request received.
  var isWaiting = false
  /// The socket that the connection has become.
  var upgraded: UpgradedSocket?
  /// Answers that may wait for the kernel before the next request is looked at.
  static let maxUnsentBytes = 64 << 10

  init(_ connection: ByteConnection, context: ServerContext, set: LoopContext, remoteAddress: String) {
    self.connection = connection
    self.context = context
    self.set = set
    self.remoteAddress = remoteAddress
    self.parser = RequestParser(limits: context.http.limits)
  }

  /// Serves until the connection is over; it is closed then, unless it has become a WebSocket.
  /// - Returns: the socket to be run.
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

  /// Ends the connection where it waits for a request.
  func endIfIdle() {
    if isWaiting { connection.interrupt() }
  }

  enum Phase {
    /// No byte of a request has come yet, after the first one of the connection.
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

  /// Waits for the peer to take what is queued, and cuts it where it takes nothing for too long.
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
