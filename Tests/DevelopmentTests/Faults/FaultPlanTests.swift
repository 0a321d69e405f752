import Bytes
import Testing

@testable import Development

/// The decisions of a plan: firings, counts and chances.
@Suite struct FaultPlanTests {
  private static let time = Timestamp(seconds: 0)

  private static func request(_ path: String = "/a", _ point: FaultPoint = .request) -> FaultEvent {
    FaultEvent(point: point, path: path, connection: 1, method: "GET")
  }

  private static func frame(
    _ direction: FrameDirection, type: String? = nil, isPong: Bool = false
  ) -> FaultEvent {
    FaultEvent(
      point: .frame, path: "/ws", connection: 1, messageType: type, direction: direction, isPong: isPong)
  }

  private static func plan(_ faults: Fault...) -> FaultPlan {
    var plan = FaultPlan()
    for fault in faults { _ = plan.add(fault, at: time) }
    return plan
  }

  private static func reset(_ change: (inout Fault) -> Void = { _ in }) -> Fault {
    var fault = Fault(effect: .reset, point: .request)
    change(&fault)
    return fault
  }

  // MARK: - Counts and chances

  @Test func firesForTheNextMatchesUpToItsCount() {
    var plan = Self.plan(
      Self.reset {
        $0.count = 2
        $0.match.path = "/a"
      })
    let fired = ["/a", "/b", "/a", "/a", "/a"].map { !plan.firings(at: Self.request($0)).isEmpty }
    #expect(fired == [true, false, true, false, false])
    #expect(plan.faults[0].fired == 2 && plan.faults[0].remaining == 0 && !plan.faults[0].isActive)
  }

  @Test func equalSeedsFireForTheSameMatches() {
    func firings(seed: UInt64) -> [Bool] {
      var plan = Self.plan(
        Self.reset {
          $0.probability = 0.3
          $0.seed = seed
        })
      return (0..<1000).map { _ in !plan.firings(at: Self.request()).isEmpty }
    }
    #expect(firings(seed: 7) == firings(seed: 7))
    #expect(firings(seed: 7) != firings(seed: 8))
    #expect((250...350).contains(firings(seed: 7).count { $0 }))
  }

  /// The first numbers of the reference implementation.
  @Test func drawsTheNumbersOfSplitMix64() {
    var random = FaultRandom(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func jitterStaysInItsRangeAndFollowsTheSeed() {
    func delays() -> [Int] {
      var plan = Self.plan(Fault(effect: .delay(milliseconds: 100, jitter: 50), point: .request))
      return (0..<200).compactMap { _ in
        guard case .delay(let milliseconds)? = plan.firings(at: Self.request()).first?.action else { return nil }
        return milliseconds
      }
    }
    #expect(delays() == delays())
    #expect(delays().allSatisfy { (100...150).contains($0) })
    #expect(Set(delays()).count > 20)
  }

  @Test(arguments: 2...16)
  func anOrderIsNeverTheOldOne(_ window: Int) {
    var random = FaultRandom(seed: UInt64(window))
    for _ in 0..<200 {
      let order = random.order(of: window)
      #expect(order.sorted() == Array(0..<window) && order != Array(0..<window))
    }
  }

  // MARK: - Matches

  struct Row: Sendable {
    var name: String
    var fault: Fault
    var event: FaultEvent
    var fires: Bool
  }

  private static let pongs = Fault(effect: .swallowPongs, point: .frame)
  private static let drop = Fault(effect: .drop, point: .frame)
  private static let close = Fault(effect: .close(code: 4000, reason: ""), point: .frame)
  private static let incomingDrop = Fault(
    effect: .drop, point: .frame, match: FaultMatch(direction: .incoming))

  @Test(arguments: [
    Row(name: "another point", fault: reset(), event: request("/a", .response), fires: false),
    Row(name: "a message out", fault: drop, event: frame(.outgoing), fires: true),
    Row(name: "drop matches out by default", fault: drop, event: frame(.incoming), fires: false),
    Row(name: "drop of incoming messages", fault: incomingDrop, event: frame(.incoming), fires: true),
    Row(name: "drop of incoming messages only", fault: incomingDrop, event: frame(.outgoing), fires: false),
    Row(name: "close matches both directions", fault: close, event: frame(.incoming), fires: true),
    Row(name: "a pong is no message", fault: drop, event: frame(.outgoing, isPong: true), fires: false),
    Row(name: "a pong", fault: pongs, event: frame(.outgoing, isPong: true), fires: true),
    Row(name: "a message of the type pong", fault: pongs, event: frame(.outgoing, type: "pong"), fires: true),
    Row(name: "the client's pong message", fault: pongs, event: frame(.incoming, type: "pong"), fires: false),
    Row(name: "another message", fault: pongs, event: frame(.outgoing, type: "welcome"), fires: false),
  ])
  func firesForMatchingEvents(_ row: Row) {
    var plan = Self.plan(row.fault)
    #expect(plan.firings(at: row.event).isEmpty != row.fires, "\(row.name)")
  }

  @Test func delaysAddUpAndTheOldestOtherFaultCounts() {
    var plan = Self.plan(
      Fault(effect: .delay(milliseconds: 10, jitter: 0), point: .request), Self.reset { $0.count = 1 },
      Fault(effect: .status(FaultStatus(503)), point: .request),
      Fault(effect: .delay(milliseconds: 299_999, jitter: 0), point: .request))
    let first = plan.firings(at: Self.request())
    #expect(first.ids == [1, 2, 4] && first.decision?.action == .reset)
    #expect(first.delay == .seconds(300))
    #expect(plan.firings(at: Self.request()).ids == [1, 3, 4])
    #expect(plan.faults.map(\.fired) == [2, 1, 1, 2])
  }

  // MARK: - Bounds

  @Test func theOldestInactiveFaultIsDeletedForANewOne() throws {
    var plan = FaultPlan()
    for index in 0..<FaultPlan.maxFaults { _ = plan.add(Self.reset { $0.count = index == 5 ? 1 : nil }, at: Self.time) }
    #expect(plan.add(Self.reset(), at: Self.time) == nil)
    for _ in 0..<5 { #expect(plan.delete(plan.faults[0].id) == 1) }
    #expect(plan.firings(at: Self.request()).ids == [6])
    for _ in 0..<5 { _ = plan.add(Self.reset(), at: Self.time) }
    #expect(plan.add(Self.reset(), at: Self.time)?.id == 106)
    #expect(plan[6] == nil && plan.faults.count == FaultPlan.maxFaults)
  }

  @Test func aFaultOnNowFiresOnlyUntilItWasExamined() {
    var plan = Self.plan(Fault(effect: .reset, point: .now))
    let event = FaultEvent(point: .now, path: "/ws", connection: 1)
    #expect(plan.firings(at: event, only: 1).ids == [1] && plan.firings(at: event, only: 1).ids == [1])
    plan.finish(1)
    #expect(plan.firings(at: event).isEmpty && !plan.faults[0].isActive)
  }
}
