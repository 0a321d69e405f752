import HTTPServer
import Runtime

/// The speed of a response's content.
struct BodyPace: Sendable {
  var bytesPerSecond: Int
  var faultID: Int
  let faults: FaultInjector
  let connection: LoopBound<InterceptedConnection>
  let loop: EventLoop

  /// The interval of the pieces.
  static let interval = Duration.milliseconds(100)

  /// The bytes of one interval.
  var pieceBytes: Int { max(1, bytesPerSecond / 10) }

  /// The pause after a piece: longer than the interval for less than ten bytes a second.
  var pause: Duration { bytesPerSecond < 10 ? .milliseconds(1000 / max(1, bytesPerSecond)) : Self.interval }

  /// Waits for the next interval. - Returns: whether the pace still applies: the fault exists and was not released.
  func wait() async -> Bool {
    let number = faults.began(FaultWait(faultIDs: [faultID], loop: loop, connection: connection))
    let isReleased = await connection.value.wait(until: ContinuousClock.now + pause)
    faults.ended(wait: number)
    return !isReleased && faults.contains(faultID)
  }
}

/// The content of a response, in small pieces at a given speed for at most five minutes; the rest in one piece.
struct PacedBody: BodySource {
  let length: Int?
  private var source: (any BodySource)?
  private var pending: [UInt8]
  private var offset = 0
  private let pace: BodyPace
  private let end = ContinuousClock.now + .milliseconds(Fault.maxMilliseconds)
  private var isSlow = true
  private var isFirst = true

  init(_ response: Response, _ pace: BodyPace) {
    source = response.source
    pending = response.source == nil ? response.body : []
    length = response.source == nil ? response.body.count : response.source?.length
    self.pace = pace
  }

  mutating func next() async throws -> [UInt8]? {
    while offset == pending.count {
      guard let piece = try await source?.next() else { return nil }
      pending = piece
      offset = 0
    }
    if isSlow, !isFirst { isSlow = await pace.wait() && ContinuousClock.now < end }
    isFirst = false
    let count = isSlow ? min(pace.pieceBytes, pending.count - offset) : pending.count - offset
    defer { offset += count }
    return Array(pending[offset..<offset + count])
  }
}
