import CLinux

/// Descriptors whose peers have gone, to be looked at a few in each turn of the loop.
///
/// The kernel tells of descriptors in the order in which something happened to them. Where thousands leave at once, those
/// who stay would wait until all of them are closed. It lives on its loop's thread.
struct Departures {
  /// What the kernel told of one.
  struct Departure {
    let descriptor: Int32
    /// Who was watching then: the descriptor may be another's by now.
    let handler: any DescriptorHandler
    let events: UInt32
  }

  /// Most that are looked at in one turn.
  static let perTurn = 16

  private var waiting: [Departure] = []
  /// Those before it have been taken.
  private var first = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether events tell that the peer has gone, or will send nothing more.
  static func isMeant(by events: UInt32) -> Bool {
    events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
  }

  mutating func add(_ departure: Departure) { waiting.append(departure) }

  /// The next ones, in order.
  mutating func take() -> [Departure] {
    let turn = Array(waiting[first...].prefix(Self.perTurn))
    first += turn.count
    // Those who were taken are let go before all are: where some leave in every turn, there may always be more.
    if first * 2 >= waiting.count {
      waiting.removeFirst(first)
      first = 0
    }
    return turn
  }
}
