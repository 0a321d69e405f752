import Runtime
import Testing

@Suite struct EventLoopTests {
  @Test func runsTasksOnItsOwnThread() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stopAndJoin() }
    let loop = group.loops[0]
    let onThread = await withCheckedContinuation { continuation in
      loop.spawn { loop in continuation.resume(returning: loop.isCurrent) }
    }
    #expect(onThread)
    #expect(!loop.isCurrent)
  }

  @Test func firesDeadlinesExceptCancelledOnes() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stopAndJoin() }
    let loop = group.loops[0]
    let fired = await withCheckedContinuation { continuation in
      loop.spawn { loop in
        let order = Locked<[Int]>([])
        let later = Deadline { order.withLock { $0.append(2) } }
        let last = Deadline {
          order.withLock { $0.append(3) }
          continuation.resume(returning: order.withLock { $0 })
        }
        let first = Deadline { order.withLock { $0.append(1) } }
        loop.schedule(LoopBound(later, on: loop), at: .now + .milliseconds(20))
        loop.schedule(LoopBound(last, on: loop), at: .now + .milliseconds(200))
        loop.schedule(LoopBound(first, on: loop), at: .now + .milliseconds(60))
        later.cancel()
      }
    }
    #expect(fired == [1, 3])
  }

  @Test func firesNoDeadlineCancelledOrInvalidatedInTheSameTick() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stopAndJoin() }
    let loop = group.loops[0]
    let fired = await withCheckedContinuation { continuation in
      loop.spawn { loop in
        let order = Locked<[Int]>([])
        let due = ContinuousClock.now + .milliseconds(20)
        let cancelled = Deadline { order.withLock { $0.append(2) } }
        let invalidated = Deadline { order.withLock { $0.append(3) } }
        let first = Deadline {
          order.withLock { $0.append(1) }
          cancelled.cancel()
          invalidated.invalidate()
        }
        let last = Deadline { continuation.resume(returning: order.withLock { $0 }) }
        for deadline in [first, cancelled, invalidated] { loop.schedule(LoopBound(deadline, on: loop), at: due) }
        loop.schedule(LoopBound(last, on: loop), at: due + .milliseconds(100))
      }
    }
    #expect(fired == [1])
  }

  @Test func wakesTargetsOnItsThread() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stopAndJoin() }
    let loop = group.loops[0]
    let isCurrent = await withCheckedContinuation { continuation in
      loop.wake(WakeTarget(loop: loop) { continuation.resume(returning: $0) })
    }
    #expect(isCurrent)
  }

  @Test func refusesTasksAfterStop() throws {
    let group = try EventLoopGroup(count: 2)
    group.stopAndJoin()
    #expect(!group.loops[0].spawn { _ in })
  }

  @Test func waitsForRunningTasksBeforeItEnds() async throws {
    let group = try EventLoopGroup(count: 1)
    let thread = try DedicatedThread(name: "other")
    defer { thread.stop() }
    let done = Locked(false)
    group.loops[0].spawn { _ in
      await Blocking(thread: thread).work()
      done.withLock { $0 = true }
    }
    group.stopAndJoin()
    #expect(done.withLock { $0 })
  }
}

private final class WakeTarget: LoopWakeable {
  let loop: EventLoop
  let woke: @Sendable (Bool) -> Void

  init(loop: EventLoop, woke: @escaping @Sendable (Bool) -> Void) {
    self.loop = loop
    self.woke = woke
  }

  func woken() { woke(loop.isCurrent) }
}

private actor Blocking {
  let thread: DedicatedThread

  init(thread: DedicatedThread) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  func work() { thread.checkIsolated() }
}
