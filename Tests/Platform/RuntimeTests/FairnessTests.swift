import CLinux
import Glibc
import Testing

@testable import Runtime

/// Whom a loop serves when: flows in turn, and those who yield behind those who are ready.
@Suite struct FairnessTests {
  /// Says its name to `order` when its loop tells it something.
  private final class Told: DescriptorHandler, YieldHandler {
    let flow: Flow
    private let name: Int
    private let order: Locked<[Int]>

    init(_ name: Int, _ order: Locked<[Int]>, _ flow: Flow = .none) {
      self.name = name
      self.order = order
      self.flow = flow
    }

    func ready(_ events: UInt32) { order.withLock { $0.append(name) } }

    func resume() { order.withLock { $0.append(name) } }
  }

  /// Two that do not share a turn.
  private static let flows: (Flow, Flow) = {
    let first = Flow(of: 0)
    return (first, (1...).lazy.map { Flow(of: $0) }.first { $0 != first }!)
  }()

  private static let input = EPOLLIN.rawValue | EPOLLET.rawValue

  /// A descriptor that is readable from the start.
  private static func readable() -> Int32 { eventfd(1, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

  /// Whoever is ready, and how many of them, a client with one connection waits for one other of each.
  @Test(.timeLimit(.minutes(1)), arguments: [100, 300, 2000]) func doNotHoldUpOneOfAnotherFlow(_ crowd: Int)
    async throws
  {
    let group = try EventLoopGroup(count: 1)
    let order = Locked<[Int]>([])
    let descriptors = (0...crowd).map { _ in Self.readable() }
    await withCheckedContinuation { done in
      group.loops[0].spawn { loop in
        for (name, descriptor) in descriptors.enumerated() {
          let told = Told(name, order, name < crowd ? Self.flows.0 : Self.flows.1)
          try? loop.watch(descriptor, LoopBound(told, on: loop), events: Self.input)
        }
        done.resume()
      }
    }
    while order.withLock({ $0.count }) <= crowd { await Task.yield() }
    let heard = order.withLock { $0 }
    #expect(heard.firstIndex(of: crowd) == 1)
    #expect(heard.filter { $0 < crowd } == Array(0..<crowd), "each once, in the order in which it was ready")
    group.stopAndJoin()
    for descriptor in descriptors { close(descriptor) }
  }

  /// The first that is told closes all others, and another takes the number of one of them.
  private final class Closing: DescriptorHandler {
    let flow = FairnessTests.flows.0
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    func ready(_ events: UInt32) { body() }
  }

  @Test(.timeLimit(.minutes(1))) func forgetWhatWasClosedWhileItWaited() async throws {
    let group = try EventLoopGroup(count: 1)
    let order = Locked<[Int]>([])
    let descriptors = (0..<500).map { _ in Self.readable() }
    let quiet = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      group.loops[0].spawn { loop in
        let closing = Closing {
          loop.assumeIsolated { loop in
            for descriptor in descriptors { loop.unwatch(descriptor) }
            // The same number, and nothing to tell.
            dup2(quiet, descriptors[400])
            try? loop.watch(descriptors[400], LoopBound(Told(400, order), on: loop), events: Self.input)
            loop.yield(Last { done.resume() }, .none)
          }
        }
        for (name, descriptor) in descriptors.enumerated() {
          let handler: any DescriptorHandler = name == 0 ? closing : Told(name, order)
          try? loop.watch(descriptor, LoopBound(handler, on: loop), events: Self.input)
        }
      }
    }
    // Another turn, in which those that waited would have had theirs.
    await withCheckedContinuation { done in group.loops[0].spawn { _ in done.resume() } }
    #expect(order.withLock { $0 } == [])
    group.stopAndJoin()
    for descriptor in descriptors + [quiet] { close(descriptor) }
  }

  private final class Last: YieldHandler {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    func resume() { body() }
  }

  /// Yields again and again.
  private final class Endless: YieldHandler {
    private let loop: EventLoop
    private let isOver: Locked<Bool>
    private let turns: Locked<Int>

    init(_ loop: EventLoop, _ isOver: Locked<Bool>, _ turns: Locked<Int>) {
      self.loop = loop
      self.isOver = isOver
      self.turns = turns
    }

    func resume() {
      turns.withLock { $0 += 1 }
      if !isOver.withLock({ $0 }) { loop.yield(self, .none) }
    }
  }

  @Test(.timeLimit(.minutes(1))) func letOthersInBetweenThoseWhoYield() async throws {
    let group = try EventLoopGroup(count: 1)
    let loop = group.loops[0]
    let (isOver, turns, order) = (Locked(false), Locked(0), Locked<[Int]>([]))
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    await withCheckedContinuation { done in
      loop.spawn { loop in
        try? loop.watch(descriptor, LoopBound(Told(1, order), on: loop), events: Self.input)
        for _ in 0..<100 { loop.yield(Endless(loop, isOver, turns), .none) }
        done.resume()
      }
    }
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
    while order.withLock({ $0.isEmpty }) { await Task.yield() }
    // Tasks and deadlines have their turn, too.
    await withCheckedContinuation { done in
      loop.spawn { loop in
        let deadline = Deadline { done.resume() }
        loop.schedule(LoopBound(deadline, on: loop), at: .now + .milliseconds(1))
      }
    }
    let before = turns.withLock { $0 }
    while turns.withLock({ $0 }) == before { await Task.yield() }
    isOver.withLock { $0 = true }
    group.stopAndJoin()
    close(descriptor)
  }

  @Test func giveFlowsThatYieldTurnsAlternately() async throws {
    let group = try EventLoopGroup(count: 1)
    let order = Locked<[Int]>([])
    let heard = await withCheckedContinuation { done in
      group.loops[0].spawn { loop in
        for name in 0..<10 { loop.yield(Told(name, order), Self.flows.0) }
        loop.yield(Told(10, order), Self.flows.1)
        // One that yields has the last turn of its flow.
        loop.yield(Last { done.resume(returning: order.withLock { $0 }) }, Self.flows.0)
      }
    }
    #expect(heard == [0, 10] + Array(1..<10))
    group.stopAndJoin()
  }
}
