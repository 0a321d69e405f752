import Net
import Runtime
import TestSupport
import Testing

@testable import Accounts

@Suite struct HashSchedulerTests {
  private typealias Scheduler = HashScheduler<String>

  private static func scheduler(threads: Int = 1, maxWaiting: Int = 128, perClient: Int = 32) -> Scheduler {
    var limits = Scheduler.Limits()
    limits.threads = threads
    limits.maxWaiting = maxWaiting
    limits.maxWaitingPerClient = perClient
    return Scheduler(limits)
  }

  private static func moment(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(seconds * 1e9))
  }

  /// Lets a request arrive. - Returns: `thread N`, `waits`, `displaces NAME` or `refused`.
  private static func arrive(
    _ name: String, _ priority: HashRequest.Priority, of client: String, at seconds: Double = 0,
    _ scheduler: inout Scheduler
  ) -> String {
    let request = HashRequest(client: ClientNetwork(clientAddress: client), priority: priority)
    switch scheduler.arrived(name, request, now: moment(seconds)) {
    case .started(let thread): return "thread \(thread)"
    case .waits(let displaced): return displaced.map { "displaces \($0)" } ?? "waits"
    case .refused: return "refused"
    }
  }

  /// Names in the order in which they get the only thread.
  private static func order(_ scheduler: inout Scheduler, count: Int) -> [String] {
    (0..<count).compactMap { _ in scheduler.finished(0, now: moment(0)).next }
  }

  @Test func aFreeThreadIsUsedAtOnce() {
    var scheduler = Self.scheduler(threads: 2)
    let results = ["a", "b", "c"].map { Self.arrive($0, .login, of: "192.0.2.1", &scheduler) }
    #expect(results == ["thread 0", "thread 1", "waits"])
    #expect(scheduler.finished(1, now: Self.moment(0)).next == "c")
    #expect(scheduler.finished(0, now: Self.moment(0)).next == nil)
    #expect(Self.arrive("d", .newPassword, of: "192.0.2.1", &scheduler) == "thread 0")
  }

  /// The attack: sign-ups from one address, then a login from another.
  @Test func schedulesALoginBeforeSignUpsOfAnotherClient() {
    var scheduler = Self.scheduler()
    let results = (0..<200).map { Self.arrive("flood\($0)", .newPassword, of: "192.0.2.1", &scheduler) }
    #expect(results.count { $0 == "waits" } == 32 && results.count { $0 == "refused" } == 167)
    #expect(Self.arrive("owner", .login, of: "198.51.100.1", &scheduler) == "waits")
    #expect(Self.order(&scheduler, count: 1) == ["owner"])
  }

  /// An IPv6 client that takes another address for each request is one client.
  @Test func addressesOfOneNetworkShareABound() {
    var scheduler = Self.scheduler(perClient: 4)
    let results = (0..<10).map { Self.arrive("flood", .login, of: "2001:db8::\($0)", &scheduler) }
    #expect(results.count { $0 == "refused" } == 5)
    #expect(Self.arrive("owner", .login, of: "2001:db8:0:1::1", &scheduler) == "waits")
    #expect(Self.order(&scheduler, count: 2) == ["flood", "owner"])
  }

  @Test func signUpsReceiveOneHashInFiveWhileLoginsWait() {
    var scheduler = Self.scheduler()
    _ = Self.arrive("first", .login, of: "first", &scheduler)
    for number in 0..<32 {
      _ = Self.arrive("login", .login, of: "client\(number)", &scheduler)
      _ = Self.arrive("sign-up", .newPassword, of: "client\(number)", &scheduler)
    }
    let order = Self.order(&scheduler, count: 40)
    #expect(order.first == "login")
    #expect(order.count { $0 == "sign-up" } == 8)
    #expect(order.count { $0 == "login" } == 32)
    // What was left over is served when no login waits.
    #expect(Self.order(&scheduler, count: 40) == Array(repeating: "sign-up", count: 24))
  }

  @Test func returningLoginsGoFirst() {
    var scheduler = Self.scheduler()
    for number in 0..<300 { _ = Self.arrive("guess", .login, of: "client\(number)", &scheduler) }
    #expect(Self.arrive("stranger", .login, of: "new", &scheduler) == "refused")
    #expect(Self.arrive("owner", .returningLogin, of: "known", &scheduler) == "waits")
    #expect(Self.order(&scheduler, count: 1) == ["owner"])
  }

  /// A priority that was not used for a while has saved no credit.
  @Test func anIdlePriorityAccumulatesNoCredit() {
    var scheduler = Self.scheduler()
    _ = Self.arrive("first", .login, of: "first", &scheduler)
    for round in 0..<4 {
      for number in 0..<32 { _ = Self.arrive("login", .login, of: "client\(round * 32 + number)", &scheduler) }
      _ = Self.order(&scheduler, count: 31)
    }
    for number in 0..<32 { _ = Self.arrive("sign-up", .newPassword, of: "other\(number)", &scheduler) }
    for number in 0..<20 { _ = Self.arrive("login", .login, of: "late\(number)", &scheduler) }
    let order = Self.order(&scheduler, count: 20)
    #expect((3...5).contains(order.count { $0 == "sign-up" }), "\(order)")
  }

  @Test func aLongWaitEndsWithARefusal() {
    var scheduler = Self.scheduler()
    _ = Self.arrive("first", .login, of: "a", &scheduler)
    _ = Self.arrive("late", .newPassword, of: "a", &scheduler)
    _ = Self.arrive("late too", .login, of: "b", at: 1, &scheduler)
    _ = Self.arrive("in time", .newPassword, of: "b", at: 5, &scheduler)
    let result = scheduler.finished(0, now: Self.moment(11))
    #expect(result.next == "in time")
    #expect(result.expired.sorted() == ["late", "late too"])
    #expect(scheduler.waitingCount == 0)
  }

  /// For arrivals in any order, every request ends exactly once, and memory stays bounded.
  @Test(arguments: 0..<8 as Range<UInt64>) func everyRequestHasOneEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var scheduler = Self.scheduler(threads: 2, maxWaiting: 8, perClient: 3)
    var running: [Int: String] = [:]
    var ends: [String: Int] = [:]
    for step in 0..<2000 {
      let now = Self.moment(Double(step) * 0.3)
      if Bool.random(using: &random), let (thread, name) = running.randomElement(using: &random) {
        running[thread] = nil
        ends[name, default: 0] += 1
        let result = scheduler.finished(thread, now: now)
        running[thread] = result.next
        for name in result.expired { ends[name, default: 0] += 1 }
      } else {
        let priority = HashRequest.Priority.allCases.randomElement(using: &random) ?? .login
        let request = HashRequest(
          client: ClientNetwork(clientAddress: "c\(Int.random(in: 0..<12, using: &random))"), priority: priority)
        switch scheduler.arrived("\(step)", request, now: now) {
        case .started(let thread):
          #expect(running[thread] == nil)
          running[thread] = "\(step)"
        case .waits(let displaced): if let displaced { ends[displaced, default: 0] += 1 }
        case .refused: ends["\(step)", default: 0] += 1
        }
      }
      #expect(running.count <= 2 && scheduler.waitingCount <= 24)
    }
    #expect(ends.values.allSatisfy { $0 == 1 })
    #expect(Set(ends.keys).isDisjoint(with: running.values))
  }
}
