import Bytes
import LanguageModel
import TestSupport
import Testing

@Suite struct TokenBudgetTests {
  private let clock = ManualClock("2026-01-15T23:59:00Z")

  /// 1 token read costs 1 millionth, 1 token written 4.
  private func budget(_ cap: Double?, maxTokens: Int = 100) -> TokenBudget {
    var configuration = ModelCoachConfiguration()
    configuration.price = ModelPrice(input: 1, output: 4)
    configuration.dailyBudget = cap
    configuration.maxTokens = maxTokens
    return TokenBudget(configuration)
  }

  /// A message of 40 bytes: 14 tokens.
  private let request = ChatRequest(messages: [.user(String(repeating: "a", count: 40))])

  @Test func countsTheCostOfRequests() throws {
    var budget = budget(0.001)
    let first = try budget.reserve(request, for: "ada", at: clock.now)
    #expect(budget.spent(by: "ada", at: clock.now) == 0)
    budget.settle(first, usage: TokenUsage(input: 20, output: 30), at: clock.now)
    #expect(budget.spent(by: "ada", at: clock.now) == 140)
    #expect(budget.spent(by: "bob", at: clock.now) == 0)
  }

  @Test func rejectsRequestsThatCouldExceedTheCap() throws {
    // One request reserves 14 + 4 × 100.
    var budget = budget(0.000_828)
    let first = try budget.reserve(request, for: "ada", at: clock.now)
    _ = try budget.reserve(request, for: "ada", at: clock.now)
    let midnight = try #require(Timestamp(rfc3339: "2026-01-16T00:00:00Z"))
    #expect(throws: LanguageModelError.budgetExceeded(until: midnight)) {
      try budget.reserve(request, for: "ada", at: clock.now)
    }
    _ = try budget.reserve(request, for: "bob", at: clock.now)
    budget.settle(first, usage: TokenUsage(input: 0, output: 0), at: clock.now)
    _ = try budget.reserve(request, for: "ada", at: clock.now)
  }

  @Test func reservesLessForShorterAnswers() throws {
    var budget = budget(0.000_020)
    var short = request
    short.maxTokens = 1
    _ = try budget.reserve(short, for: "ada", at: clock.now)
    short.maxTokens = 1000
    #expect(throws: LanguageModelError.self) { try budget.reserve(short, for: "bob", at: clock.now) }
  }

  @Test func releasingAReservationRestoresTheBudget() throws {
    var budget = budget(0.000_414)
    for _ in 0..<3 { budget.release(try budget.reserve(request, for: "ada", at: clock.now)) }
    #expect(budget.spent(by: "ada", at: clock.now) == 0)
  }

  @Test func resetsEachDay() throws {
    var budget = budget(0.000_414)
    let late = try budget.reserve(request, for: "ada", at: clock.now)
    clock.advance(by: .seconds(60))
    #expect(budget.spent(by: "ada", at: clock.now) == 0)
    let early = try budget.reserve(request, for: "ada", at: clock.now)
    budget.settle(late, usage: TokenUsage(input: 1, output: 1), at: clock.now)
    #expect(budget.spent(by: "ada", at: clock.now) == 0, "it belongs to the day before")
    budget.settle(early, usage: TokenUsage(input: 1, output: 1), at: clock.now)
    #expect(budget.spent(by: "ada", at: clock.now) == 5)
  }

  @Test func settingTheClockBackDoesNotResetSpending() throws {
    var budget = budget(1)
    budget.settle(
      try budget.reserve(request, for: "ada", at: clock.now), usage: TokenUsage(input: 7, output: 0), at: clock.now)
    let yesterday = clock.now.advanced(by: .seconds(-86400))
    _ = try budget.reserve(request, for: "bob", at: yesterday)
    #expect(budget.spent(by: "ada", at: clock.now) == 7)
  }

  @Test func restoresTheSpendingOfAnEarlierProcess() throws {
    var budget = budget(0.000_414)
    budget.restore(1, of: "ada", at: clock.now)
    #expect(throws: LanguageModelError.self) { try budget.reserve(request, for: "ada", at: clock.now) }
  }

  @Test func aNilBudgetIsUnlimitedAndAZeroBudgetRefusesAll() throws {
    var unlimited = budget(nil, maxTokens: .max)
    for _ in 0..<3 { _ = try unlimited.reserve(request, for: "ada", at: clock.now) }
    unlimited.settle(
      try unlimited.reserve(request, for: "ada", at: clock.now), usage: TokenUsage(input: .max, output: .max),
      at: clock.now)
    #expect(unlimited.spent(by: "ada", at: clock.now) == .max)
    var none = budget(0)
    #expect(throws: LanguageModelError.self) { try none.reserve(request, for: "ada", at: clock.now) }
  }

  @Test func estimatesUsageIfTheEndpointReportsNone() {
    let call = ToolCall(id: "a", name: "abcd", arguments: "abcd")
    #expect(TokenUsage(estimating: request, answer: "12345678", toolCalls: [call]) == TokenUsage(input: 14, output: 4))
    #expect(
      TokenEstimate.tokens(in: "") == 0 && TokenEstimate.tokens(in: "a") == 1 && TokenEstimate.tokens(in: "abcde") == 2)
    #expect(TokenUsage(input: -1, output: -5) == TokenUsage(input: 0, output: 0))
  }
}
