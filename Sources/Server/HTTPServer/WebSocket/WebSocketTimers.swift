/// When something is due on a WebSocket of which nothing is heard. Times are passed in.
struct WebSocketTimers {
  enum Due: Equatable {
    /// Nothing that counts as activity came for too long.
    case idle
    /// The moment that the endpoint asked for.
    case deadline
    /// It is time for a ping.
    case ping
    /// Three pings went without a single byte in return: nobody is there any more.
    case dead
    /// The step of the closing handshake that is waited for takes too long.
    case closing
  }

  /// When a data frame or ping last came.
  private(set) var lastActivity: ContinuousClock.Instant
  var deadline: ContinuousClock.Instant?
  /// Set while the connection closes; nothing else is due then.
  var closeDeadline: ContinuousClock.Instant?

  private let pingInterval: Duration
  private var nextPing: ContinuousClock.Instant
  /// Counted instead of measured in time: a process that was stopped for a while has not heard less than it asked.
  private var unansweredPings = 0
  private var lastPong: ContinuousClock.Instant
  private var idleTimeout: Duration?
  private var idleCountsPongs = false
  private var idleReported = false

  init(pingInterval: Duration, now: ContinuousClock.Instant) {
    self.pingInterval = pingInterval
    nextPing = now + pingInterval
    lastActivity = now
    lastPong = now
  }

  mutating func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) {
    idleTimeout = timeout
    idleCountsPongs = countingPongs
    idleReported = false
  }

  mutating func receivedBytes() { unansweredPings = 0 }

  /// A data frame or a ping came. - Returns: whether `next` is earlier now.
  mutating func receivedActivity(_ now: ContinuousClock.Instant) -> Bool {
    lastActivity = now
    return startIdleAnew()
  }

  /// A pong came. - Returns: whether `next` is earlier now.
  mutating func receivedPong(_ now: ContinuousClock.Instant) -> Bool {
    lastPong = now
    return idleCountsPongs && startIdleAnew()
  }

  /// When `due` has to be asked again.
  var next: ContinuousClock.Instant {
    if let closeDeadline { return closeDeadline }
    var next = nextPing
    if let idle = idleDue, idle < next { next = idle }
    if let deadline, deadline < next { next = deadline }
    return next
  }

  /// One thing that is due, which then is not any more; ask until there is none.
  /// - Parameter isBehind: whether it is this side that keeps the peer's bytes from being read.
  mutating func due(_ now: ContinuousClock.Instant, isBehind: Bool) -> Due? {
    if let closeDeadline {
      guard closeDeadline <= now else { return nil }
      self.closeDeadline = nil
      return .closing
    }
    if let idle = idleDue, idle <= now {
      idleReported = true
      return .idle
    }
    if let deadline, deadline <= now {
      self.deadline = nil
      return .deadline
    }
    guard nextPing <= now else { return nil }
    nextPing = now + pingInterval
    if isBehind { unansweredPings = 0 }
    guard unansweredPings < 3 else { return .dead }
    unansweredPings += 1
    return .ping
  }

  private mutating func startIdleAnew() -> Bool {
    guard idleReported else { return false }
    idleReported = false
    return true
  }

  private var idleDue: ContinuousClock.Instant? {
    guard let idleTimeout, !idleReported else { return nil }
    return (idleCountsPongs ? max(lastActivity, lastPong) : lastActivity) + idleTimeout
  }
}
