/// The decision that a fault fires for one event.
struct FaultFiring: Sendable, Equatable {
  var faultID: Int
  var kind: Fault.Kind
  var point: FaultPoint
  var action: FaultAction
}

/// The effect of one firing, with all random numbers drawn.
enum FaultAction: Sendable, Equatable {
  case status(FaultStatus)
  case delay(milliseconds: Int)
  case slowBody(bytesPerSecond: Int)
  case reset
  case halfOpen(milliseconds: Int?)
  case swallow
  case close(code: UInt16, reason: String)
  case drop
  case duplicate
  case hold(milliseconds: Int?)
  /// The message joins the group of its fault. The order applies when this message completes the group.
  case reorder(order: [Int], milliseconds: Int)

  /// The effect in a few words, for the traffic.
  var summary: String {
    switch self {
    case .status(let status): "answered with \(status.status) \(status.code)"
    case .delay(let milliseconds): "delayed by \(milliseconds) ms"
    case .slowBody(let rate): "content sent with \(rate) bytes a second"
    case .reset: "connection reset"
    case .halfOpen(let milliseconds?): "connection stopped for \(milliseconds) ms"
    case .halfOpen(nil): "connection stopped until it is released"
    case .swallow: "pong not sent"
    case .close(let code, _): "closed with \(code)"
    case .drop: "dropped"
    case .duplicate: "sent twice"
    case .hold(let milliseconds?): "held back for \(milliseconds) ms"
    case .hold(nil): "held back until it is released"
    case .reorder(let order, _): "sent in another order within \(order.count) messages"
    }
  }
}

extension [FaultFiring] {
  /// The sum of the delays, at most ``Fault/maxMilliseconds``; nil if there is none.
  var delay: Duration? {
    var sum = 0
    var isDelayed = false
    for firing in self {
      guard case .delay(let milliseconds) = firing.action else { continue }
      sum += milliseconds
      isDelayed = true
    }
    return isDelayed ? .milliseconds(Swift.min(sum, Fault.maxMilliseconds)) : nil
  }

  /// The one firing that is no delay; nil if there is none.
  var decision: FaultFiring? { first { $0.kind != .delay } }

  /// The ids of the faults.
  var ids: [Int] { map(\.faultID) }
}
