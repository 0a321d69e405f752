import CLinux
import Glibc
import TestSupport
import Testing

@testable import Runtime

/// Tests of a loop's order: flows round-robin, yielded handlers after ready ones.
@Suite struct FairnessTests {
  /// Appends its name to `order` when its loop calls it.
  private final class Recorder: DescriptorHandler, YieldHandler {
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

  /// Two different flows.
  private static let flows: (Flow, Flow) = {
    let first = Flow(of: 0)
    return (first, (1...).lazy.map { Flow(of: $0) }.first { $0 != first }!)
  }()

  private static let input = EPOLLIN.rawValue | EPOLLET.rawValue

  /// A descriptor that is readable from the start.
  private static func readable() -> Int32 { eventfd(1, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

  /// However many connections of one flow are ready, a connection of another flow waits for one of them only.
  @Test(.timeLimit(.minutes(1)), arguments: [100, 300, 2000]) func aBusyFlowDoesNotDelayAnother(_ crowd: Int)
    async throws
  {
    let group = try EventLoopGroup(count: 1)
    let order = Locked<[Int]>([])
    let descriptors = (0...crowd).map { _ in Self.readable() }
    await withCheckedContinuation { done in
      group.loops[0].spawn { loop in
        for (name, descriptor) in descriptors.enumerated() {
          let recorder = Recorder(name, order, name < crowd ? Self.flows.0 : Self.flows.1)
          try? loop.watch(descriptor, LoopBound(recorder, on: loop), events: Self.input)
        }
        done.resume()
      }
    }
    try await waitUntil { order.withLock { $0.count } > crowd }
    let called = order.withLock { $0 }
    #expect(called.firstIndex(of: crowd) == 1)
    #expect(called.filter { $0 < crowd } == Array(0..<crowd), "each once, in the order in which it was ready")
    group.stopAndJoin()
    for descriptor in descriptors { close(descriptor) }
  }

  /// A handler that closes all other descriptors, one of whose numbers is then used again.
  private final class Closing: DescriptorHandler {
    let flow = FairnessTests.flows.0
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    func ready(_ events: UInt32) { body() }
  }

  @Test(.timeLimit(.minutes(1))) func dropsEventsOfClosedDescriptors() async throws {
    let group = try EventLoopGroup(count: 1)
    let order = Locked<[Int]>([])
    let descriptors = (0..<500).map { _ in Self.readable() }
    let quiet = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      group.loops[0].spawn { loop in
        let closing = Closing {
          loop.assumeIsolated { loop in
            for descriptor in descriptors { loop.unwatch(descriptor) }
            // The same number, without an event.
            dup2(quiet, descriptors[400])
            try? loop.watch(descriptors[400], LoopBound(Recorder(400, order), on: loop), events: Self.input)
            loop.yield(Last { done.resume() }, .none)
          }
        }
        for (name, descriptor) in descriptors.enumerated() {
          let handler: any DescriptorHandler = name == 0 ? closing : Recorder(name, order)
          try? loop.watch(descriptor, LoopBound(handler, on: loop), events: Self.input)
        }
      }
    }
    // A further iteration, in which queued events would be handled.
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

  /// A handler that yields repeatedly.
  private final class Endless: YieldHandler {
    private let loop: EventLoop
    private let isOver: Locked<Bool>
    private let calls: Locked<Int>

    init(_ loop: EventLoop, _ isOver: Locked<Bool>, _ calls: Locked<Int>) {
      self.loop = loop
      self.isOver = isOver
      self.calls = calls
    }

    func resume() {
      calls.withLock { $0 += 1 }
      if !isOver.withLock({ $0 }) { loop.yield(self, .none) }
    }
  }

  @Test(.timeLimit(.minutes(1))) func runsReadyHandlersBetweenYieldedHandlers() async throws {
    let group = try EventLoopGroup(count: 1)
    let loop = group.loops[0]
    let (isOver, calls, order) = (Locked(false), Locked(0), Locked<[Int]>([]))
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    await withCheckedContinuation { done in
      loop.spawn { loop in
        try? loop.watch(descriptor, LoopBound(Recorder(1, order), on: loop), events: Self.input)
        for _ in 0..<100 { loop.yield(Endless(loop, isOver, calls), .none) }
        done.resume()
      }
    }
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
    try await waitUntil { order.withLock { !$0.isEmpty } }
    // Tasks and deadlines also run.
    await withCheckedContinuation { done in
      loop.spawn { loop in
        let deadline = Deadline { done.resume() }
        loop.schedule(LoopBound(deadline, on: loop), at: .now + .milliseconds(1))
      }
    }
    let before = calls.withLock { $0 }
    try await waitUntil { calls.withLock { $0 } != before }
    isOver.withLock { $0 = true }
    group.stopAndJoin()
    close(descriptor)
  }

  @Test func servesYieldedFlowsRoundRobin() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stopAndJoin() }
    let order = Locked<[Int]>([])
    let called = await withCheckedContinuation { done in
      group.loops[0].spawn { loop in
        for name in 0..<10 { loop.yield(Recorder(name, order), Self.flows.0) }
        loop.yield(Recorder(10, order), Self.flows.1)
        // A yielded handler is the last of its flow.
        loop.yield(Last { done.resume(returning: order.withLock { $0 }) }, Self.flows.0)
      }
    }
    #expect(called == [0, 10] + Array(1..<10))
  }
}
