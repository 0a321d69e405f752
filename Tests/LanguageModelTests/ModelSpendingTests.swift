import Runtime
import TestSupport
import Testing

@testable import LanguageModel

/// The recorded cost of requests, before and after them.
@Suite struct ModelSpendingTests {
  /// Stores amounts in memory; throws while it is broken.
  private final class UploadApplier: SpendingLedger {
    struct Broken: Error {}
    let rows = Locked<[String: Int64]>([:])
    let isBroken = Locked(false)

    func add(_ amount: Int64, of user: String, day: Int64) async throws -> Int64 {
      if isBroken.withLock({ $0 }) { throw Broken() }
      return rows.withLock { rows in
        rows["\(user) \(day)", default: 0] += amount
        return rows["\(user) \(day)"] ?? 0
      }
    }

    func spent(day: Int64) async throws -> [String: Int64] {
      rows.withLock { rows in
        Dictionary(
          rows.compactMap { key, amount in
            let parts = key.split(separator: " ")
            return parts[1] == "\(day)" ? (String(parts[0]), amount) : nil
          }
        ) { $1 }
      }
    }
  }

  private let clock = ManualClock("1970-01-02T12:00:00Z")
  private let ledger = UploadApplier()
  /// 14 tokens in, at most 100 out.
  private let request = ChatRequest(messages: [.user(String(repeating: "a", count: 40))])

  private func spending(_ cap: Double? = 0.000_300, isShared: Bool = false) async throws -> ModelSpending {
    var configuration = ModelCoachConfiguration()
    configuration.dailyBudget = cap
    configuration.maxTokens = 100
    let spending = ModelSpending(configuration, ledger: ledger, isShared: isShared, environment: clock.environment)
    try await spending.restore()
    return spending
  }

  private var row: Int64? { ledger.rows.withLock { $0["ada 1"] } }

  @Test func writesTheMostBeforeAndTheCostAfter() async throws {
    let spending = try await spending()
    let reservation = try await spending.reserve(request, for: "ada")
    #expect(row == 114)
    await spending.settle(reservation, usage: TokenUsage(input: 20, output: 30))
    #expect(row == 50 && spending.spent(by: "ada") == 50)
    let other = try await spending.reserve(request, for: "ada")
    await spending.settle(other, usage: nil)
    #expect(row == 50 && spending.spent(by: "ada") == 50)
  }

  /// Two nodes started before either spent anything, so that each knows only its own spending.
  @Test func nodesKeepTheCapTogether() async throws {
    let (first, second) = (try await spending(isShared: true), try await spending(isShared: true))
    _ = try await first.reserve(request, for: "ada")
    let reservation = try await second.reserve(request, for: "ada")
    await #expect(throws: LanguageModelError.self) { try await first.reserve(request, for: "ada") }
    // The refused request reserved nothing.
    #expect(row == 228)
    await second.settle(reservation, usage: nil)
    _ = try await first.reserve(request, for: "ada")
  }

  @Test func spendingPersistsAcrossRestarts() async throws {
    let first = try await spending()
    let reservation = try await first.reserve(request, for: "ada")
    await first.settle(reservation, usage: TokenUsage(input: 100, output: 60))
    // The ledger has only the reservation of this request.
    _ = try await first.reserve(request, for: "ada")
    let second = try await spending()
    #expect(second.spent(by: "ada") == 274)
    await #expect(throws: LanguageModelError.self) { try await second.reserve(request, for: "ada") }
    _ = try await second.reserve(request, for: "bob")
    clock.advance(by: .seconds(86400))
    #expect(try await spending().spent(by: "ada") == 0)
  }

  @Test func sendsNoRequestIfTheReservationCannotBeStored() async throws {
    let spending = try await spending()
    ledger.isBroken.withLock { $0 = true }
    for _ in 1...9 {
      await #expect(throws: UploadApplier.Broken.self) { try await spending.reserve(request, for: "ada") }
    }
    ledger.isBroken.withLock { $0 = false }
    _ = try await spending.reserve(request, for: "ada")
    #expect(row == 114)
  }

  @Test func aCostThatCannotBeWrittenDownStaysReserved() async throws {
    let spending = try await spending()
    let reservation = try await spending.reserve(request, for: "ada")
    ledger.isBroken.withLock { $0 = true }
    await spending.settle(reservation, usage: TokenUsage(input: 1, output: 1))
    #expect(row == 114 && spending.spent(by: "ada") == 2)
  }
}
