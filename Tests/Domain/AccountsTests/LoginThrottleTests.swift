import Bytes
import Cluster
import Net
import Runtime
import TestSupport
import Testing

@testable import Accounts

@Suite struct LoginThrottleTests {
  private let now = Timestamp(seconds: 1000)

  private static func throttle(
    node: ClusterNode = .single(name: "test"), _ change: (inout LoginThrottle.Limits) -> Void = { _ in }
  ) -> LoginThrottle {
    var limits = LoginThrottle.Limits()
    limits.attempts = 2
    limits.addressAttempts = 5
    limits.accountAttempts = 3
    limits.window = .seconds(60)
    change(&limits)
    return LoginThrottle(limits, node: node, environment: ManualClock().environment)
  }

  /// A bus that keeps what it is sent and, like a real one, sends one of equal hints in a row only.
  private final class KeepingBus: Bus {
    private let hints = Locked<[Hint]>([])
    private let receivers = Locked<[Hint.Kind: @Sendable (Hint) -> Void]>([:])

    func send(_ hint: Hint) { hints.withLock { if $0.last != hint { $0.append(hint) } } }
    func receive(_ kind: Hint.Kind, _ body: @escaping @Sendable (Hint) -> Void) {
      receivers.withLock { $0[kind] = body }
    }
    func recover(_ body: @escaping @Sendable () -> Void) {}
    func deliver(to other: KeepingBus) {
      for hint in hints.withLock({ $0 }) { other.receivers.withLock { $0[hint.kind] }?(hint) }
    }

    var node: ClusterNode {
      ClusterNode(
        name: "test", membership: ClusterNode.single(name: "test").membership, bus: self, isShared: true)
    }
  }

  /// Equal failures that no other hint separates count each.
  @Test func countsEachFailureOfAnotherNode() {
    let (bus, otherBus) = (KeepingBus(), KeepingBus())
    let (throttle, other) = (Self.throttle(node: bus.node), Self.throttle(node: otherBus.node))
    for _ in 0..<2 { #expect(attempt("ada lovelace", "a", throttle) == nil) }
    bus.deliver(to: otherBus)
    #expect(other.check(Self.attempt("ada lovelace", "a"), now: ManualClock().now) != nil)
    #expect(other.check(Self.attempt("ada", "a"), now: ManualClock().now) == nil)
  }

  private static func attempt(_ account: String, _ client: String) -> LoginThrottle.Attempt {
    LoginThrottle.Attempt(account: account, client: ClientNetwork(clientAddress: client))
  }

  /// Tries at `seconds` after `now`. - Returns: the seconds to wait, or nil if the password was checked.
  private func attempt(
    _ account: String, _ client: String, _ throttle: LoginThrottle, succeeds: Bool = false, at seconds: Double = 0
  ) -> Int? {
    let now = now.advanced(by: .seconds(seconds))
    let attempt = Self.attempt(account, client)
    if let wait = throttle.begin(attempt, now: now) { return wait.seconds }
    throttle.end(attempt, succeeded: succeeds, now: now)
    return nil
  }

  @Test func aPairWaitsForTheEndOfItsWindow() {
    let throttle = Self.throttle()
    #expect(attempt("ada", "a", throttle) == nil)
    #expect(attempt("ada", "a", throttle, at: 10) == nil)
    #expect(attempt("ada", "a", throttle, at: 10.5) == 50)
    #expect(throttle.check(Self.attempt("ada", "a"), now: now.advanced(by: .seconds(59.5)))?.seconds == 1)
    #expect(attempt("ada", "a", throttle, at: 60) == nil)
  }

  @Test func aLockedPairDoesNotConcernOtherClientsOrAccounts() {
    let throttle = Self.throttle { $0.accountAttempts = 100 }
    for _ in 0..<2 { #expect(attempt("ada", "a", throttle) == nil) }
    #expect(attempt("ada", "a", throttle) == 60)
    #expect(attempt("ada", "b", throttle) == nil)
    #expect(attempt("bob", "a", throttle) == nil)
  }

  @Test func aClientWaitsAfterFailuresAtManyAccounts() {
    let throttle = Self.throttle()
    for number in 0..<5 { #expect(attempt("account\(number)", "2001:db8::\(number)", throttle) == nil) }
    #expect(attempt("another", "2001:db8::ffff", throttle) == 60)
    #expect(attempt("another", "2001:db8:0:1::1", throttle) == nil)
  }

  @Test func aWaitNamesTheLimitThatIsReached() {
    let throttle = Self.throttle()
    for _ in 0..<2 { #expect(attempt("ada", "a", throttle) == nil) }
    #expect(throttle.check(Self.attempt("ada", "a"), now: now)?.setting == "auth.login_attempts")
    for number in 0..<3 { #expect(attempt("account\(number)", "a", throttle) == nil) }
    #expect(throttle.check(Self.attempt("another", "a"), now: now)?.setting == "auth.address_attempts")
    #expect(attempt("ada", "b", throttle) == nil)
    #expect(throttle.check(Self.attempt("ada", "c"), now: now)?.setting == "auth.account_attempts")
  }

  @Test func aSuccessForgetsTheFailuresOfThePair() {
    let throttle = Self.throttle()
    for _ in 0..<2 {
      #expect(attempt("ada", "a", throttle) == nil)
      #expect(attempt("ada", "a", throttle, succeeds: true) == nil)
    }
  }

  @Test func failuresFromAnywhereDelayNewClientsByAGrowingTime() {
    let throttle = Self.throttle { $0.maxAccountDelay = .seconds(10) }
    for number in 0..<3 { #expect(attempt("ada", "stranger\(number)", throttle) == nil) }
    // 1, 2, 4, 8 seconds and then the limit; each client may try when its own delay is over.
    var time = 0.0
    for (number, delay) in [1, 2, 4, 8, 10, 10, 10].enumerated() {
      #expect(attempt("ada", "more\(number)", throttle, at: time) == delay)
      #expect(attempt("ada", "more\(number)", throttle, at: time + Double(delay) - 0.5) == 1)
      time += Double(delay)
      #expect(attempt("ada", "more\(number)", throttle, at: time) == nil)
    }
    #expect(attempt("bob", "more0", throttle, at: time) == nil)
  }

  @Test func aTryAfterAPauseIsNotDelayed() {
    let throttle = Self.throttle()
    for number in 0..<4 { _ = attempt("ada", "stranger\(number)", throttle) }
    #expect(attempt("ada", "owner", throttle, at: 5) == nil)
  }

  @Test func aClientThatLoggedInBeforeIsNotDelayed() {
    let throttle = Self.throttle()
    #expect(!throttle.isKnown(Self.attempt("ada", "home")))
    #expect(attempt("ada", "home", throttle, succeeds: true) == nil)
    #expect(throttle.isKnown(Self.attempt("ada", "home")))
    for number in 0..<20 { _ = attempt("ada", "stranger\(number)", throttle) }
    #expect(attempt("ada", "stranger", throttle) != nil)
    #expect(attempt("ada", "home", throttle, succeeds: true) == nil)
    // But its own failures count.
    for _ in 0..<2 { #expect(attempt("ada", "home", throttle) == nil) }
    #expect(attempt("ada", "home", throttle) == 60)
  }

  @Test func aTrustedClientIsNotDelayed() {
    let throttle = Self.throttle()
    for number in 0..<20 { _ = attempt("ada", "stranger\(number)", throttle) }
    #expect(throttle.check(Self.attempt("ada", "owner"), isTrusted: true, now: now) == nil)
  }

  /// Attackers ask all the time and use every chance. The owner, from an address never seen, asks once and comes back
  /// after the time in the response.
  @Test func theOwnerCanLogInWithinTheLimitDuringAnAttack() throws {
    let throttle = Self.throttle {
      $0.attempts = 1_000_000
      $0.addressAttempts = 1_000_000
      $0.window = .seconds(100_000)
    }
    var guesses = 0
    var returnsAt: Double?
    for second in 0..<1000 {
      let time = Double(second)
      for number in 0..<10 where attempt("ada", "stranger\(number)", throttle, at: time) == nil { guesses += 1 }
      if time == 500 { returnsAt = time + Double(try #require(attempt("ada", "owner", throttle, at: time))) }
      if let moment = returnsAt, time >= moment {
        #expect(moment - 500 <= 30)
        #expect(attempt("ada", "owner", throttle, succeeds: true, at: time) == nil)
        returnsAt = nil
      }
    }
    // Ten addresses in a thousand seconds, one guess in thirty seconds each at the end.
    #expect(guesses < 450)
    #expect(throttle.isKnown(Self.attempt("ada", "owner")))
  }

  @Test func parallelTriesCannotExceedALimit() {
    let throttle = Self.throttle()
    let attempt = Self.attempt("ada", "a")
    #expect(throttle.begin(attempt, now: now) == nil)
    #expect(throttle.begin(attempt, now: now) == nil)
    // Their results are not known: this one may wait a second or a window.
    #expect(throttle.begin(attempt, now: now)?.seconds == 1)
    throttle.end(attempt, succeeded: false, now: now)
    #expect(throttle.begin(attempt, now: now)?.seconds == 1)
    throttle.end(attempt, succeeded: true, now: now)
    #expect(throttle.begin(attempt, now: now) == nil)
  }

  @Test func parallelTriesFromManyClientsCannotPassTheDelay() {
    let throttle = Self.throttle()
    let admitted = (0..<8).filter { throttle.begin(Self.attempt("ada", "stranger\($0)"), now: now) == nil }
    #expect(admitted.count == 3)
  }

  @Test func settingTheClockBackBlocksNoLogins() {
    let throttle = Self.throttle()
    for number in 0..<2 { _ = attempt("ada", "a", throttle, at: 31_536_000 + Double(number)) }
    for number in 0..<6 { _ = attempt("ada", "stranger\(number)", throttle, at: 31_536_000) }
    #expect(attempt("ada", "a", throttle) == nil)
    #expect(attempt("ada", "stranger9", throttle) == nil)
  }

  @Test func aDelayOfZeroIsNone() {
    let throttle = Self.throttle { $0.maxAccountDelay = .zero }
    for number in 0..<50 { #expect(attempt("ada", "stranger\(number)", throttle) == nil) }
  }

  @Test func memoryIsBounded() {
    let throttle = Self.throttle {
      $0.capacity = 10
      $0.accountCapacity = 10
      $0.accountAttempts = 1
    }
    for number in 0..<1000 {
      _ = attempt("account\(number)", "client\(number)", throttle, succeeds: number % 2 == 0)
      _ = attempt("account\(number)", "other\(number)", throttle)
    }
    #expect(throttle.count <= 100)
    #expect(throttle.isKnown(Self.attempt("account998", "client998")))
    var delay = LoginDelay()
    for number in 0..<100 {
      _ = delay.wait(
        for: ClientNetwork(clientAddress: "\(number)"), delay: .seconds(1), isIdle: false, isTrying: true, now: now)
    }
    #expect(delay.ticketCount == LoginDelay.maxTickets)
  }

  /// A client that never uses its ticket does not keep the place for ever.
  @Test func ticketsThatAreNotUsedEnd() {
    var delay = LoginDelay()
    for number in 0..<LoginDelay.maxTickets {
      _ = delay.wait(
        for: ClientNetwork(clientAddress: "\(number)"), delay: .seconds(30), isIdle: false, isTrying: false, now: now)
    }
    let owner = ClientNetwork(clientAddress: "owner")
    func ask(_ seconds: Int64) -> Duration? {
      delay.wait(
        for: owner, delay: .seconds(30), isIdle: false, isTrying: true, now: now.advanced(by: .seconds(seconds)))
    }
    #expect(ask(0) == .seconds(30))
    #expect(ask(30) == .seconds(30))
    #expect(ask(90) == .seconds(30))
    #expect(ask(120) == nil)
  }
}
