import Bytes
import Net

/// The delay of one account's logins after failures from anywhere.
///
/// Each failure after the first ones doubles the delay, up to a limit. If the delay were a single gate that opens once in a
/// while, the client that asks most often would pass it each time. So a client that is refused gets a ticket, with which it
/// may try once when the delay is over, whatever others do meanwhile. At most `maxTickets` clients have one: that bounds
/// memory, and the guesses that many addresses together can make.
struct LoginDelay {
  /// Maximum number of clients that wait at a time.
  static let maxTickets = 16
  /// The time for which a ticket can be used once its delay is over, in seconds.
  static let ticketSeconds: Int64 = 60

  private struct Ticket {
    var client: ClientNetwork
    var validFrom: Timestamp
  }

  private var lastFailure: Timestamp?
  private var tickets: [Ticket] = []

  /// Number of clients that wait.
  var ticketCount: Int { tickets.count }

  mutating func failed(now: Timestamp) { lastFailure = now }

  /// The time that a client must wait; nil if it may try now. A client that must wait gets a ticket, if any is left.
  /// - Parameters:
  ///   - delay: the current delay.
  ///   - isIdle: whether no other try is being checked.
  ///   - isTrying: whether the client tries now, which takes its ticket, or only asks.
  mutating func wait(
    for client: ClientNetwork, delay: Duration, isIdle: Bool, isTrying: Bool, now: Timestamp
  ) -> Duration? {
    removeStale(delay, now)
    if let index = tickets.firstIndex(where: { $0.client == client }) {
      let wait = tickets[index].validFrom.since(now)
      guard wait <= .zero else { return wait }
      if isTrying { tickets.remove(at: index) }
      return nil
    }
    if isIdle, hasPassed(delay, now) { return nil }
    if tickets.count < Self.maxTickets {
      tickets.append(Ticket(client: client, validFrom: now.advanced(by: delay)))
    }
    return delay
  }

  /// Whether the last failure is longer ago than the delay. One in the future is from before the wall clock was set back.
  private func hasPassed(_ delay: Duration, _ now: Timestamp) -> Bool {
    guard let lastFailure, lastFailure <= now else { return true }
    return lastFailure.advanced(by: delay) <= now
  }

  private mutating func removeStale(_ delay: Duration, _ now: Timestamp) {
    tickets.removeAll { ticket in
      ticket.validFrom.advanced(by: .seconds(Self.ticketSeconds)) <= now || ticket.validFrom.since(now) > delay
    }
  }
}
