/// The event loops of a process, one thread each.
package struct EventLoopGroup: Sendable {
  /// At least one.
  package let loops: [EventLoop]
  private let threads: [Thread]

  /// Starts `count` loops (at least one).
  /// - Throws: `SystemError` if no descriptors or threads are left; no loop runs then.
  package init(count: Int) throws(SystemError) {
    var loops: [EventLoop] = []
    var threads: [Thread] = []
    do throws(SystemError) {
      for index in 0..<max(1, count) {
        let loop = try EventLoop()
        threads.append(try Thread(name: "loop-\(index)") { loop.run() })
        loops.append(loop)
      }
    } catch {
      for loop in loops { loop.stop() }
      for thread in threads { thread.join() }
      throw error
    }
    self.loops = loops
    self.threads = threads
  }

  /// Stops the loops and waits for their threads, without blocking the caller's thread.
  ///
  /// - Returns: false if a task still keeps a loop running after `limit`.
  package func stop(within limit: Duration) async -> Bool {
    let deadline = ContinuousClock.now + limit
    for loop in loops { loop.stop() }
    var haveEnded = true
    for thread in threads where await !thread.join(within: ContinuousClock.now.duration(to: deadline)) {
      haveEnded = false
    }
    return haveEnded
  }

  /// Stops the loops and waits for their threads. Tasks on the loops must be able to end: cancel the waiting ones first.
  package func stopAndJoin() {
    for loop in loops { loop.stop() }
    for thread in threads { thread.join() }
  }
}
