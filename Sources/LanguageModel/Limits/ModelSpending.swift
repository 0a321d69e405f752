package import Bytes
import Runtime

/// The durable record of users' spending, from which a restart restores the budgets.
package protocol SpendingLedger: Sendable {
  /// Adds `amount`, which may be negative, to the spending of `user` on `day`, and returns the sum once it is durable. An
  /// unknown user is ignored.
  @discardableResult
  func add(_ amount: Int64, of user: String, day: Int64) async throws -> Int64
  /// Returns the spending of `day` by user, in millionths of the currency.
  func spent(day: Int64) async throws -> [String: Int64]
}

/// The daily spending of users on all clients of the endpoint, in memory and in a ledger. Any thread.
///
/// The maximum cost of a request is recorded before it is sent, and corrected afterwards: after a crash the ledger holds
/// too much rather than too little.
package final class ModelSpending: Sendable {
  private let budget: Locked<TokenBudget>
  private let ledger: any SpendingLedger
  private let environment: Environment
  private let isShared: Bool

  /// - Parameters:
  ///   - configuration: gives cap, price and the maximum length of an answer.
  ///   - isShared: whether other processes use the ledger, so that it decides about the cap, too.
  package init(
    _ configuration: ModelCoachConfiguration, ledger: any SpendingLedger, isShared: Bool, environment: Environment
  ) {
    self.isShared = isShared
    budget = Locked(TokenBudget(configuration))
    self.ledger = ledger
    self.environment = environment
  }

  /// Restores today's spending from the ledger. Call it once, before the first request.
  /// - Throws: errors of the ledger.
  package func restore() async throws {
    let now = environment.now()
    let spent = try await ledger.spent(day: TokenBudget.day(of: now))
    budget.withLock { budget in
      for (user, amount) in spent { budget.restore(amount, of: user, at: now) }
    }
  }

  /// Returns the spending of `user` today, in millionths of the currency.
  package func spent(by user: String) -> Int64 { budget.withLock { $0.spent(by: user, at: environment.now()) } }

  /// Reserves the maximum cost of a request.
  /// - Throws: `LanguageModelError.budgetExceeded`; errors of the ledger, in which case nothing is reserved.
  func reserve(_ request: ChatRequest, for user: String) async throws -> TokenBudget.Reservation {
    let reservation = try budget.withLock { try $0.reserve(request, for: user, at: environment.now()) }
    let sum: Int64
    do {
      sum = try await ledger.add(reservation.cost, of: user, day: reservation.day)
    } catch {
      budget.withLock { $0.release(reservation) }
      throw error
    }
    if isShared { try await checkSum(sum, reservation) }
    return reservation
  }

  /// Refuses a reservation that exceeds the cap together with those of other nodes.
  private func checkSum(_ sum: Int64, _ reservation: TokenBudget.Reservation) async throws {
    do { try budget.withLock { try $0.check(sum) } } catch {
      await settle(reservation, usage: nil)
      throw error
    }
  }

  /// Replaces a reservation by the actual cost; nil usage means that the request cost nothing.
  ///
  /// If the ledger fails, it keeps the reservation.
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
    _ = try? await ledger.add(difference, of: reservation.user, day: reservation.day)
  }
}
