import Runtime

/// Sockets that hear the same: a message is encoded once, each loop is told once, and each receiver gets what came in one
/// turn in one write.
package final class WebSocketGroup: Sendable {
  private let shards = Locked<[ObjectIdentifier: Shard]>([:])
  private let maxQueuedBytes: Int

  /// - Parameter maxQueuedBytes: what may wait for a loop; more is refused.
  package init(maxQueuedBytes: Int = 4 << 20) { self.maxQueuedBytes = maxQueuedBytes }

  /// Lets a socket hear. On its loop's thread; call `leave` when its endpoint is done.
  package func join(_ session: WebSocketSession) { shard(of: session).join(session) }

  /// On the session's loop's thread.
  package func leave(_ session: WebSocketSession) { shard(of: session).leave(session) }

  /// Sends to all. Any thread; frames of one thread keep their order.
  /// - Returns: false where a loop was too far behind: its members do not get this frame.
  @discardableResult
  package func send(_ frame: WebSocketFrame) -> Bool {
    let shards = shards.withLock { Array($0.values) }
    var isTaken = true
    for shard in shards where !shard.send(frame, maxQueuedBytes) { isTaken = false }
    return isTaken
  }

  private func shard(of session: WebSocketSession) -> Shard {
    let loop = session.loop
    return shards.withLock { shards in
      if let shard = shards[ObjectIdentifier(loop)] { return shard }
      let shard = Shard(loop: loop)
      shards[ObjectIdentifier(loop)] = shard
      return shard
    }
  }

  /// The members on one loop.
  private final class Shard: LoopNotified {
    private struct Queue {
      var frames: [WebSocketFrame] = []
      var bytes = 0
    }

    /// Touched on the loop's thread only.
    private final class Members {
      var drivers: [ObjectIdentifier: WebSocketDriver] = [:]
    }

    private let loop: EventLoop
    private let queue = Locked(Queue())
    private let members: LoopBound<Members>

    /// On the loop's thread.
    init(loop: EventLoop) {
      self.loop = loop
      members = LoopBound(Members(), on: loop)
    }

    func join(_ session: WebSocketSession) {
      members.value.drivers[ObjectIdentifier(session)] = session.driver.value
    }

    func leave(_ session: WebSocketSession) {
      members.value.drivers[ObjectIdentifier(session)] = nil
    }

    func send(_ frame: WebSocketFrame, _ maxQueuedBytes: Int) -> Bool {
      let (isTaken, isFirst) = queue.withLock { queue in
        guard queue.bytes + frame.bytes.count <= maxQueuedBytes else { return (false, false) }
        queue.frames.append(frame)
        queue.bytes += frame.bytes.count
        return (true, queue.frames.count == 1)
      }
      if isFirst { loop.notify(self) }
      return isTaken
    }

    func notified() {
      let frames = queue.withLock { queue in
        let frames = queue.frames
        queue = Queue()
        return frames
      }
      for driver in members.value.drivers.values {
        for frame in frames { driver.send(frame) }
      }
    }
  }
}
