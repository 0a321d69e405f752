package import Bytes

/// The spending of users within a day (UTC), and its cap.
///
/// A request reserves its maximum cost before it is sent, so that concurrent requests cannot exceed the cap together. The
/// actual cost replaces the reservation. Time is passed in; the owner serialises access.
package struct TokenBudget: Sendable {
  /// The maximum cost of one request, until it is settled or released exactly once.
  package struct Reservation: Sendable, Equatable {
    let user: String
    let day: Int64
    let cost: Int64
  }

  private let cap: Int64?
  private let price: ModelPrice
  private let maxTokens: Int
  private var day = Int64.min
  private var spent: [String: Int64] = [:]
  private var reserved: [String: Int64] = [:]

  /// Creates an empty budget with the cap, the price and the maximum answer length of `configuration`.
  package init(_ configuration: ModelCoachConfiguration) {
    cap = configuration.dailyBudget.map { Int64(exactly: (max(0, $0) * 1_000_000).rounded()) ?? .max }
    price = configuration.price
    maxTokens = configuration.maxTokens
  }

  /// Reserves the maximum cost of `request`.
  /// - Throws: `budgetExceeded` if that would exceed the user's cap.
  package mutating func reserve(
    _ request: ChatRequest, for user: String, at now: Timestamp
  ) throws(LanguageModelError) -> Reservation {
    advance(to: now)
    let output = max(1, min(request.maxTokens ?? maxTokens, maxTokens))
    let cost = price.cost(of: TokenUsage(input: TokenEstimate.tokens(in: request), output: output))
    let before = Self.sum(spent[user] ?? 0, reserved[user] ?? 0)
    if let cap, Self.sum(before, cost) > cap { throw .budgetExceeded(until: Self.start(ofDay: day + 1)) }
    reserved[user] = Self.sum(reserved[user] ?? 0, cost)
    return Reservation(user: user, day: day, cost: cost)
  }

  /// Compares the sum of a user, with all reservations of all nodes, with the cap.
  /// - Throws: `budgetExceeded`.
  func check(_ sum: Int64) throws(LanguageModelError) {
    if let cap, sum > cap { throw .budgetExceeded(until: Self.start(ofDay: day + 1)) }
  }

  /// Replaces a reservation by the actual cost. The cost counts on the day of the reservation.
  /// - Returns: the cost, in millionths of the currency.
  @discardableResult
  package mutating func settle(_ reservation: Reservation, usage: TokenUsage, at now: Timestamp) -> Int64 {
    advance(to: now)
    let cost = price.cost(of: usage)
    guard reservation.day == day else { return cost }
    release(reservation)
    spent[reservation.user] = Self.sum(spent[reservation.user] ?? 0, cost)
    return cost
  }

  /// Releases the reservation of a request that cost nothing.
  package mutating func release(_ reservation: Reservation) {
    guard reservation.day == day, let sum = reserved[reservation.user] else { return }
    reserved[reservation.user] = sum > reservation.cost ? sum - reservation.cost : nil
  }

  /// Returns the spending of a user on the day of `now`, in millionths of the currency.
  package func spent(by user: String, at now: Timestamp) -> Int64 {
    Self.day(of: now) > day ? 0 : spent[user] ?? 0
  }

  /// Sets the spending of a user on the day of `now`, as an earlier process recorded it, in millionths of the currency.
  package mutating func restore(_ amount: Int64, of user: String, at now: Timestamp) {
    advance(to: now)
    spent[user] = max(0, amount)
  }

  /// Starts a new day. A clock that was set back changes nothing.
  private mutating func advance(to now: Timestamp) {
    let today = Self.day(of: now)
    guard today > day else { return }
    day = today
    spent = [:]
    reserved = [:]
  }

  /// Returns the number of days since 1970-01-01 (UTC).
  package static func day(of now: Timestamp) -> Int64 {
    let seconds = now.seconds
    return seconds >= 0 ? seconds / 86400 : (seconds + 1) / 86400 - 1
  }

  private static func start(ofDay day: Int64) -> Timestamp { Timestamp(seconds: day &* 86400) }

  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
