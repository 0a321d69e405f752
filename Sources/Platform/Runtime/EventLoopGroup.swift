/// The event loops of a process, each on a thread of its own.
package struct EventLoopGroup: Sendable {
  package let loops: [EventLoop]
  private let threads: [Thread]

  /// Starts `count` loops (at least one).
  /// - Throws: `RuntimeError` or `ThreadError` where the system lacks descriptors or threads.
  package init(count: Int) throws {
    var loops: [EventLoop] = []
    var threads: [Thread] = []
    for index in 0..<max(1, count) {
      let loop = try EventLoop()
      loops.append(loop)
      threads.append(try Thread(name: "loop-\(index)") { loop.run() })
    }
    self.loops = loops
    self.threads = threads
  }

  /// Stops the loops and waits for their threads. Tasks on them must be able to end: cancel what waits first.
  package func stopAndJoin() {
    for loop in loops { loop.stop() }
    for thread in threads { thread.join() }
  }
}
