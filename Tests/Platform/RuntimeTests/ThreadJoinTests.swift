import Runtime
import Testing

/// The end of dedicated threads and event loops, with a deadline.
@Suite(.timeLimit(.minutes(1))) struct ThreadJoinTests {
  @Test func aStoppedThreadIsJoined() async throws {
    let thread = try DedicatedThread(name: "join")
    let hasRun = Locked(false)
    Task(executorPreference: thread) { hasRun.withLock { $0 = true } }
    thread.stop()
    #expect(await thread.join(within: .seconds(30)))
    // A second join finds nothing to wait for.
    #expect(await thread.join(within: .zero))
  }

  @Test func aBusyThreadIsNotWaitedForLongerThanTheLimit() async throws {
    let thread = try DedicatedThread(name: "join")
    let mayEnd = Locked(false)
    Task(executorPreference: thread) {
      while !mayEnd.withLock({ $0 }) { await Task.yield() }
    }
    #expect(await !thread.join(within: .milliseconds(10)))
    mayEnd.withLock { $0 = true }
    thread.stop()
    #expect(await thread.join(within: .seconds(30)))
  }

  @Test func loopsEndWithTheirLastTask() async throws {
    let group = try EventLoopGroup(count: 2)
    let mayEnd = Locked(false)
    group.loops[0].spawn { _ in
      while !mayEnd.withLock({ $0 }) { await Task.yield() }
    }
    #expect(await !group.stop(within: .milliseconds(10)))
    mayEnd.withLock { $0 = true }
    #expect(await group.stop(within: .seconds(30)))
  }
}
