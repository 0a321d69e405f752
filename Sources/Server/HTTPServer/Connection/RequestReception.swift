import HTTPCodec
import Runtime

/// The reception of the requests of one connection: bytes and times in, complete requests and deadlines out.
///
/// A state machine without I/O. Not copyable, like its parser: a copy of a request's content costs more than the rest.
struct RequestReception: ~Copyable {
  /// A request that is to be answered: complete, or with content that is streamed.
  struct Incoming {
    var head: RequestHead
    var body: [UInt8] = []
    var keepAlive: Bool
    /// The number of the stream of its content; nil if it is complete.
    var streamNumber: Int?
  }

  /// An event of streamed content.
  enum ContentEvent: Equatable {
    case piece([UInt8])
    case end
    /// The client sends the content after 100 (Continue) (RFC 9110 §10.1.1).
    case expected
    /// The handler answered before the end of the content, and the rest was dropped.
    case abandoned
  }

  /// The maximum waits for the parts of a request.
  private struct Timeouts {
    var idle: Duration
    var head: Duration
    var content: Duration
  }

  enum Event {
    case request(Incoming)
    /// The client sends the content after 100 (Continue) (RFC 9110 §10.1.1).
    case contentExpected
  }

  /// The reaction to missing bytes.
  enum Wait: Equatable {
    case receive(until: ContinuousClock.Instant)
    /// The request is late.
    case refuse
    case end
  }

  /// The reaction to a wait that timed out.
  enum Expiry: Equatable {
    /// Requests were answered during the wait: it continues, up to a later deadline.
    case wait
    case refuse
    case end
  }

  private enum Part {
    /// No byte of a request after the first one was received.
    case idle
    case head
    case content
  }

  /// Streamed content of the current request.
  private struct Stream {
    var pace: ContentPace
    var expectsContinue: Bool
  }

  private let timeouts: Timeouts
  private let maxBodyBytes: Int
  private var parser: RequestParser
  private var partial: Incoming?
  /// A complete request that was put back.
  private var returned: Incoming?
  private var awaited = Part.head
  /// The end of the wait for `awaited`; nil before its first wait.
  private var deadline: ContinuousClock.Instant?
  /// The time of the last response that was sent during the present wait.
  private var lastAnswer: MonotonicInstant?
  private var isPaused = false
  private var stream: Stream?
  /// The number of the last stream.
  private var streamNumber = 0
  /// The number of the last stream whose handler answered before its end.
  private var abandonedNumber = 0
  /// Whether the wait is one for the first byte of a request.
  private(set) var isWaitingForRequest = false

  /// The setting of the wait for the content of a request.
  static let contentTimeoutSetting = "http.body_timeout"
  /// The setting of the wait for the missing part of a request.
  var timeoutSetting: String { awaited == .content ? Self.contentTimeoutSetting : "http.header_timeout" }

  init(_ http: HTTPConfiguration) {
    timeouts = Timeouts(idle: http.idleTimeout, head: http.headerTimeout, content: http.bodyTimeout)
    maxBodyBytes = http.limits.maxBodyBytes
    parser = RequestParser(limits: http.limits)
  }

  /// Whether received bytes were not parsed.
  var hasUnread: Bool { parser.unread > 0 }

  /// Whether a part of a request was received but not its end.
  var isWithinRequest: Bool { parser.isWithinRequest }

  // MARK: - Requests

  mutating func received(_ bytes: UnsafeRawBufferPointer) { unsafe parser.receive(bytes) }

  /// The next event; nil if bytes are missing. After an error the connection must end.
  /// - Parameter policy: called once for each request that may have content.
  mutating func next(_ policy: (RequestLine) -> BodyPolicy) throws(HTTPParseError) -> Event? {
    if let incoming = returned {
      returned = nil
      return .request(incoming)
    }
    // Content is appended to a local value, so that it is not copied.
    var current: Incoming?
    swap(&current, &partial)
    var isStreamed = false
    let limit = maxBodyBytes
    while let event = try parser.next(contentLimit: { line in
      guard case .streamed(let maxBytes) = policy(line) else { return limit }
      isStreamed = true
      return maxBytes
    }) {
      switch event {
      case .head(let head, let expectsContinue, let keepAlive):
        current = Incoming(head: head, keepAlive: keepAlive)
        begin(.content)
        if isStreamed {
          streamNumber += 1
          current?.streamNumber = streamNumber
          stream = Stream(pace: ContentPace(timeout: timeouts.content), expectsContinue: expectsContinue)
          guard let current else { continue }
          return .request(current)
        }
        if expectsContinue, parser.unread == 0 {
          partial = current
          return .contentExpected
        }
      case .body(let bytes): current?.body += bytes
      case .end:
        guard let current else { continue }
        begin(.idle)
        return .request(current)
      }
    }
    partial = current
    return nil
  }

  /// Takes back a request that must be answered by another path. `next` returns it again.
  mutating func putBack(_ incoming: Incoming) { returned = incoming }

  /// Takes the bytes after the last request, which belong to the protocol after an upgrade.
  mutating func takeRemainder() -> [UInt8] { parser.takeRemainder() }

  // MARK: - Streamed content

  /// The next event of the content with this number; nil if bytes are missing. The end, if the content is over.
  mutating func nextContent(of number: Int) throws(HTTPParseError) -> ContentEvent? {
    guard number == streamNumber, let expectsContinue = stream?.expectsContinue else {
      return number == abandonedNumber ? .abandoned : .end
    }
    switch try parser.next() {
    case .body(let bytes):
      stream?.expectsContinue = false
      return .piece(bytes)
    case .end, .head:
      stream = nil
      begin(.idle)
      return .end
    case nil:
      stream?.expectsContinue = false
      return expectsContinue ? .expected : nil
    }
  }

  /// Bytes of the content are missing. - Returns: the deadline of the wait; nil if the content is too slow.
  mutating func contentWaitBegan(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    stream?.pace.waitBegan(now: now)
  }

  /// The wait for content ended with `count` bytes.
  mutating func contentWaitEnded(count: Int, now: ContinuousClock.Instant) {
    stream?.pace.waitEnded(count: count, now: now)
  }

  /// The handler has answered. What was received of its content is dropped.
  /// - Returns: whether the content was complete, so that another request may follow.
  mutating func contentAbandoned() -> Bool {
    while stream != nil {
      do throws(HTTPParseError) {
        guard case .piece = try nextContent(of: streamNumber) else { break }
      } catch {
        break
      }
    }
    guard stream != nil else { return true }
    abandonedNumber = streamNumber
    stream = nil
    return false
  }

  // MARK: - Waits

  /// Bytes are missing.
  mutating func waitBegan(now: ContinuousClock.Instant, isDraining: Bool) -> Wait {
    let isIdle = !parser.isWithinRequest
    if awaited == .idle, !isIdle { begin(.head) }
    if isIdle, isDraining { return .end }
    let due = deadline ?? now + timeout
    deadline = due
    // A peer that always sends the next byte in time would never reach the time-out of the wait.
    if !isIdle, now >= due { return .refuse }
    isWaitingForRequest = isIdle
    lastAnswer = nil
    return .receive(until: due)
  }

  /// The wait ended before its deadline.
  mutating func waitEnded() { isWaitingForRequest = false }

  /// The wait reached its deadline.
  ///
  /// Requests that were answered during the wait move the deadline only now: this costs less once in an idle time-out
  /// than with each of them.
  mutating func deadlinePassed(now: ContinuousClock.Instant, monotonic: MonotonicInstant) -> Expiry {
    guard isWaitingForRequest else { return .refuse }
    isWaitingForRequest = false
    guard let lastAnswer else { return .end }
    let rest = timeouts.idle - .nanoseconds(monotonic.since(lastAnswer))
    guard rest > .zero else { return .end }
    deadline = now + rest
    return .wait
  }

  /// A request was answered during the wait.
  /// - Returns: whether it was the first one. The deadline may be the longer one of the first request of the connection.
  mutating func answered(at time: MonotonicInstant) -> Bool {
    defer { lastAnswer = time }
    return lastAnswer == nil
  }

  /// The time slice ended during the wait, before all received requests were answered.
  mutating func paused() { isPaused = true }

  /// A time slice began. - Returns: whether received requests may be complete and unanswered.
  mutating func resumed() -> Bool {
    defer { isPaused = false }
    return isPaused
  }

  /// The duration of the wait for the present part of a request; zero if there was none.
  func waitedNanoseconds(now: ContinuousClock.Instant) -> Int64 {
    guard let deadline, awaited != .idle else { return 0 }
    let waited = (timeout - now.duration(to: deadline)).components
    return max(0, waited.seconds * 1_000_000_000 + waited.attoseconds / 1_000_000_000)
  }

  private mutating func begin(_ part: Part) {
    awaited = part
    deadline = nil
  }

  private var timeout: Duration {
    switch awaited {
    case .idle: timeouts.idle
    case .head: timeouts.head
    case .content: timeouts.content
    }
  }
}
