package import Bytes
import Runtime

/// Where it is written down what users' requests cost, so that a restart does not forget it.
package protocol SpendingLedger: Sendable {
  /// Adds `amount` (which may be negative) to what `user` spent on `day`, durably. An unknown user is ignored.
  func add(_ amount: Int64, of user: String, day: Int64) async throws
  /// What was spent on `day`, by user.
  func spent(day: Int64) async throws -> [String: Int64]
}

/// What users' requests cost in a day, for all who ask models, in memory and written down.
///
/// The most that a request can cost is written down before it is sent: a process that dies meanwhile leaves too much
/// rather than too little.
package final class ModelSpending: Sendable {
  private let budget: Locked<TokenBudget>
  private let ledger: any SpendingLedger
  private let environment: Environment

  package init(_ configuration: ModelCoachConfiguration, ledger: any SpendingLedger, environment: Environment) {
    budget = Locked(TokenBudget(configuration))
    self.ledger = ledger
    self.environment = environment
  }

  /// Takes over what an earlier process counted today. Call it once, before the first request.
  package func restore() async throws {
    let now = environment.now()
    let spent = try await ledger.spent(day: TokenBudget.day(of: now))
    budget.withLock { budget in
      for (user, amount) in spent { budget.restore(amount, of: user, at: now) }
    }
  }

  /// What `user` has spent today, in millionths of the currency.
  package func spent(by user: String) -> Int64 { budget.withLock { $0.spent(by: user, at: environment.now()) } }

  /// - Throws: `LanguageModelError.budgetExceeded`; what the ledger throws, and nothing is set aside then.
  func reserve(_ request: ChatRequest, for user: String) async throws -> TokenBudget.Reservation {
    let reservation = try budget.withLock { try $0.reserve(request, for: user, at: environment.now()) }
    do {
      try await ledger.add(reservation.cost, of: user, day: reservation.day)
    } catch {
      budget.withLock { $0.release(reservation) }
      throw error
    }
    return reservation
  }

  /// Puts what the request did cost in the place of its reservation; nil: no model worked on it.
  ///
  /// Where that cannot be written down, the reservation stays in the ledger.
  func settle(_ reservation: TokenBudget.Reservation, usage: TokenUsage?) async {
    let cost = budget.withLock { budget -> Int64 in
      guard let usage else {
        budget.release(reservation)
        return 0
      }
      return budget.settle(reservation, usage: usage, at: environment.now())
    }
    let (difference, overflow) = cost.subtractingReportingOverflow(reservation.cost)
    guard difference != 0, !overflow else { return }
    try? await ledger.add(difference, of: reservation.user, day: reservation.day)
  }
}
