import CLinux
import Glibc
import Testing

@testable import Runtime

@Suite struct DeparturesTests {
  private final class Nobody: DescriptorHandler {
    func ready(_ events: UInt32) {}
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100])
  func areTakenInOrderAndAFewAtATime(_ count: Int) {
    var departures = Departures()
    for number in 0..<count { departures.add(.init(descriptor: Int32(number), handler: Nobody(), events: 0)) }
    var taken: [Int32] = []
    while !departures.isEmpty {
      let turn = departures.take()
      #expect((1...Departures.perTurn).contains(turn.count))
      taken += turn.map(\.descriptor)
    }
    #expect(taken == (0..<Int32(count)).map { $0 })
  }

  private final class Counted: DescriptorHandler {
    private let alive: Locked<Int>

    init(_ alive: Locked<Int>) {
      self.alive = alive
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }

    func ready(_ events: UInt32) {}
  }

  @Test func areLetGoWhereThereAreAlwaysMore() {
    let alive = Locked(0)
    var departures = Departures()
    func add(_ count: Int) {
      for _ in 0..<count { departures.add(.init(descriptor: 0, handler: Counted(alive), events: 0)) }
    }
    add(20)
    for _ in 0..<1000 {
      add(Departures.perTurn)
      #expect(departures.take().count == Departures.perTurn)
      #expect(!departures.isEmpty)
    }
    #expect(alive.withLock { $0 } <= 2 * (20 + Departures.perTurn))
  }

  /// Counts what its loop tells it.
  private final class Told: DescriptorHandler {
    private let name: Int
    private let order: Locked<[Int]>

    init(_ name: Int, _ order: Locked<[Int]>) {
      self.name = name
      self.order = order
    }

    func ready(_ events: UInt32) { order.withLock { $0.append(name) } }
  }

  /// A hundred peers leave before one speaks; the loop hears of all in its next turn.
  @Test(.timeLimit(.minutes(1))) func doNotHoldUpThoseWhoStay() async throws {
    let group = try EventLoopGroup(count: 1)
    let pairs = (0...100).map { _ in Self.pair() }
    let order = Locked<[Int]>([])
    await withCheckedContinuation { done in
      group.loops[0].spawn { loop in
        for (name, pair) in pairs.enumerated() {
          try? loop.watch(pair.ours, LoopBound(Told(name, order), on: loop), events: EPOLLRDHUP.rawValue | Self.input)
        }
        for pair in pairs.dropLast() { close(pair.theirs) }
        var byte: UInt8 = 1
        _ = unsafe write(pairs[100].theirs, &byte, 1)
        done.resume()
      }
    }
    while order.withLock({ Set($0).count }) <= 100 { await Task.yield() }
    let heard = order.withLock { $0 }
    // Watched by edge: each is told of once, those that left in the order in which they did.
    #expect(heard.filter { $0 < 100 } == Array(0..<100))
    #expect(heard.firstIndex(of: 100).map { $0 <= 2 * Departures.perTurn } == true)
    group.stopAndJoin()
    for pair in pairs { close(pair.ours) }
    close(pairs[100].theirs)
  }

  private static let input = EPOLLIN.rawValue | EPOLLET.rawValue

  private static func pair() -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [0, 0]
    let code = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
    precondition(code == 0)
    return (ends[0], ends[1])
  }
}
