/// The deadlines of a WebSocket: idle time-out, ping, close. Times are passed in.
struct WebSocketTimers {
  enum Due: Equatable {
    /// No activity within the idle time-out.
    case idle
    /// The time that the endpoint set.
    case deadline
    /// It is time for a ping.
    case ping
    /// The peer sent no byte after three pings.
    case dead
    /// The awaited step of the closing handshake is late.
    case closing
  }

  /// The time of the last data frame or ping.
  private(set) var lastActivity: ContinuousClock.Instant
  var deadline: ContinuousClock.Instant?
  /// Set while the connection closes; nothing else is due then.
  var closeDeadline: ContinuousClock.Instant?

  private let pingInterval: Duration
  private var nextPing: ContinuousClock.Instant
  /// Counted instead of timed: a process that was suspended has received no less than it requested.
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

  /// Records a data frame or ping. - Returns: whether `next` is earlier now.
  mutating func receivedActivity(_ now: ContinuousClock.Instant) -> Bool {
    lastActivity = now
    return startIdleAnew()
  }

  /// Records a pong. - Returns: whether `next` is earlier now.
  mutating func receivedPong(_ now: ContinuousClock.Instant) -> Bool {
    lastPong = now
    return idleCountsPongs && startIdleAnew()
  }

  /// The time of the next call of `due`.
  var next: ContinuousClock.Instant {
    if let closeDeadline { return closeDeadline }
    var next = nextPing
    if let idle = idleDue, idle < next { next = idle }
    if let deadline, deadline < next { next = deadline }
    return next
  }

  /// Removes and returns one event that is due. Call it until it returns nil.
  /// - Parameter isBehind: whether this side has suspended reading.
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
