import Net
import Runtime

/// Requests of one priority that wait for a hashing thread, with a fair share for each client.
///
/// Clients take turns; the requests of one client keep their order. Both the total and the number of one client are
/// bounded. If the queue is full, the client with the largest share loses its newest request, so that a client with many
/// requests cannot keep another one out.
struct HashQueue<Waiter> {
  /// The result of `append`.
  enum Admission {
    case accepted
    /// Accepted in place of the newest request of the client with the largest share, which must be refused.
    case acceptedInPlace(of: Waiter)
    case refused
  }

  private struct Entry {
    var waiter: Waiter
    var deadline: MonotonicInstant
  }

  /// Maximum number of waiting requests.
  let capacity: Int
  /// The same, for one client.
  let capacityPerClient: Int
  private(set) var count = 0
  private var entries: [ClientNetwork: [Entry]] = [:]
  /// Clients that have a request here, each once, in the order of their turns.
  private var turns: [ClientNetwork] = []

  init(capacity: Int, capacityPerClient: Int) {
    self.capacity = capacity
    self.capacityPerClient = capacityPerClient
  }

  var isEmpty: Bool { count == 0 }

  /// - Parameter deadline: the moment from which `removeExpired` returns the request.
  mutating func append(_ waiter: Waiter, _ client: ClientNetwork, deadline: MonotonicInstant) -> Admission {
    let share = entries[client]?.count ?? 0
    guard share < capacityPerClient else { return .refused }
    var displaced: Waiter?
    if count >= capacity {
      // A client with one request more than this one would have gains nothing by an exchange.
      guard let largest = largestShare(), largest.count > share + 1 else { return .refused }
      displaced = removeNewest(of: largest.client)
    }
    if share == 0 { turns.append(client) }
    entries[client, default: []].append(Entry(waiter: waiter, deadline: deadline))
    count += 1
    return displaced.map { .acceptedInPlace(of: $0) } ?? .accepted
  }

  /// The oldest request of the client whose turn it is.
  mutating func takeFirst() -> Waiter? {
    guard !turns.isEmpty else { return nil }
    let client = turns.removeFirst()
    guard var waiting = entries[client], !waiting.isEmpty else { return nil }
    let first = waiting.removeFirst()
    count -= 1
    entries[client] = waiting.isEmpty ? nil : waiting
    if !waiting.isEmpty { turns.append(client) }
    return first.waiter
  }

  /// Removes all requests.
  mutating func removeAll() -> [Waiter] {
    defer {
      entries = [:]
      turns = []
      count = 0
    }
    return turns.flatMap { entries[$0, default: []].map(\.waiter) }
  }

  /// Removes the requests whose deadline has passed.
  mutating func removeExpired(at now: MonotonicInstant) -> [Waiter] {
    var expired: [Waiter] = []
    for client in turns {
      guard let waiting = entries[client], let first = waiting.first, now.since(first.deadline) >= 0 else { continue }
      let late = waiting.prefix { now.since($0.deadline) >= 0 }
      expired += late.map(\.waiter)
      entries[client] = late.count == waiting.count ? nil : Array(waiting.dropFirst(late.count))
    }
    count -= expired.count
    if !expired.isEmpty { turns.removeAll { entries[$0] == nil } }
    return expired
  }

  private func largestShare() -> (client: ClientNetwork, count: Int)? {
    turns.map { (client: $0, count: entries[$0]?.count ?? 0) }.max { $0.count < $1.count }
  }

  private mutating func removeNewest(of client: ClientNetwork) -> Waiter? {
    guard var waiting = entries[client], let newest = waiting.popLast() else { return nil }
    entries[client] = waiting.isEmpty ? nil : waiting
    if waiting.isEmpty { turns.removeAll { $0 == client } }
    count -= 1
    return newest.waiter
  }
}
