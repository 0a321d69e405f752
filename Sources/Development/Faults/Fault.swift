/// A disturbance of requests, responses or frames, as a developer declares it (`docs/api/development.md#faults`).
struct Fault: Sendable, Equatable {
  /// The effect, with its members. Durations are in milliseconds.
  enum Effect: Sendable, Equatable {
    case status(FaultStatus)
    case delay(milliseconds: Int, jitter: Int)
    case slowBody(bytesPerSecond: Int)
    case reset
    /// nil: until the fault is deleted or released.
    case halfOpen(milliseconds: Int?)
    case swallowPongs
    case close(code: UInt16, reason: String)
    case drop
    case duplicate
    /// nil: until the fault is deleted or released.
    case hold(milliseconds: Int?)
    case reorder(window: Int, milliseconds: Int)
  }

  /// The name of an effect in the API.
  enum Kind: String, Sendable, CaseIterable {
    case status, delay, reset, close, drop, duplicate, hold, reorder
    case slowBody = "slow_body"
    case halfOpen = "half_open"
    case swallowPongs = "swallow_pongs"
  }

  /// The maximum of every duration, in milliseconds.
  static let maxMilliseconds = 300_000

  var effect: Effect
  var point: FaultPoint
  var match = FaultMatch()
  /// The number of firings after which the fault is inactive; nil for no limit.
  var count: Int?
  /// The share of matches for which it fires.
  var probability = 1.0
  /// The seed of the random numbers that select matches, jitter and order.
  var seed: UInt64 = 1

  var kind: Kind {
    switch effect {
    case .status: .status
    case .delay: .delay
    case .slowBody: .slowBody
    case .reset: .reset
    case .halfOpen: .halfOpen
    case .swallowPongs: .swallowPongs
    case .close: .close
    case .drop: .drop
    case .duplicate: .duplicate
    case .hold: .hold
    case .reorder: .reorder
    }
  }
}

/// The point at which a fault is examined.
enum FaultPoint: String, Sendable, CaseIterable {
  /// The request is complete and has had no effect.
  case request
  /// The response is known and not sent.
  case response
  /// A message of a socket, before it is sent or handled.
  case frame
  /// Once, when the fault is created, for every open socket.
  case now
}

/// The direction of a frame.
enum FrameDirection: String, Sendable, CaseIterable {
  /// From the client.
  case incoming = "in"
  /// From the server.
  case outgoing = "out"
}

extension Fault.Kind {
  /// The points at which an effect of this kind is possible; the default first.
  var points: [FaultPoint] {
    switch self {
    case .status: [.request, .response]
    case .delay: [.request, .response, .frame]
    case .slowBody: [.response]
    case .reset, .halfOpen: [.request, .response, .frame, .now]
    case .close: [.now, .frame]
    case .swallowPongs, .drop, .duplicate, .hold, .reorder: [.frame]
    }
  }

  /// The directions in which an effect of this kind is possible.
  var directions: [FrameDirection] {
    switch self {
    case .delay, .swallowPongs, .duplicate, .hold, .reorder: [.outgoing]
    case .status, .slowBody, .reset, .halfOpen, .close, .drop: [.outgoing, .incoming]
    }
  }

  /// The directions that match if the fault names none.
  var defaultDirections: [FrameDirection] {
    switch self {
    case .reset, .halfOpen, .close: [.outgoing, .incoming]
    default: [.outgoing]
    }
  }
}
