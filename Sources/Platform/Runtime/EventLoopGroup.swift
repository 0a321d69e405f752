/// The event loops of a process, one thread each.
package struct EventLoopGroup: Sendable {
  /// At least one.
  package let loops: [EventLoop]
  private let threads: [Thread]

  /// Starts `count` loops (at least one).
  /// - Throws: `SystemError` if no descriptors or threads are left.
  package init(count: Int) throws(SystemError) {
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

  /// Stops the loops and waits for their threads. Tasks on the loops must be able to end: cancel the waiting ones first.
  package func stopAndJoin() {
    for loop in loops { loop.stop() }
    for thread in threads { thread.join() }
  }
}
