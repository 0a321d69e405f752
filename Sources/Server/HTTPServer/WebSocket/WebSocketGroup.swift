import Runtime

/// Sockets that hear the same: a message is encoded once, each loop is told once, and each receiver gets what came in one
/// turn in one write.
///
/// Messages of a numbered stream reach a member without gap and repeat: one that is missing (a loop was too far behind, the
/// member is new) puts the member on hold, and it is woken to read elsewhere what it missed.
///
///   join(isOnHold) ──▶ on hold ──release──▶ live ──a number is missing──▶ on hold, woken
package final class WebSocketGroup: Sendable {
  /// One message to all.
  package struct Message: Sendable {
    /// What is sent.
    package var frame: WebSocketFrame
    /// Its number, one more than that of the message before it; nil for what is in no stream.
    package var number: Int64?
    /// A member that does not get it.
    package var except: WebSocketSession?

    package init(_ frame: WebSocketFrame, number: Int64? = nil, except: WebSocketSession? = nil) {
      self.frame = frame
      self.number = number
      self.except = except
    }
  }

  private let shards = Locked<[ObjectIdentifier: WebSocketGroupShard]>([:])
  private let maxQueuedBytes: Int
  private let delivered: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - maxQueuedBytes: what may wait for a loop; more is refused.
  ///   - delivered: told, on a loop's thread, how many frames its members got in this turn.
  package init(maxQueuedBytes: Int = 4 << 20, delivered: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.maxQueuedBytes = maxQueuedBytes
    self.delivered = delivered
  }

  /// Lets a socket hear. On its loop's thread; call `leave` when its endpoint is done.
  /// - Parameter isOnHold: whether numbered messages are kept for it until `release`.
  package func join(_ session: WebSocketSession, isOnHold: Bool = false) {
    shard(of: session).join(session, isOnHold: isOnHold)
  }

  /// On the session's loop's thread.
  package func leave(_ session: WebSocketSession) { shard(of: session).leave(session) }

  /// Keeps numbered messages for the member from now on, none of those before, as far as they are a small part of what may
  /// wait for its reader. What was published before this call
  /// has to be read elsewhere. On the session's loop's thread.
  /// - Returns: the number of the last message that the member got here; nil where it got none.
  @discardableResult
  package func hold(_ session: WebSocketSession) -> Int64? { shard(of: session).hold(session) }

  /// Sends the member what was kept for it behind `number`, and then what comes. On the session's loop's thread.
  /// - Returns: false where something behind `number` is missing: it stays on hold.
  package func release(_ session: WebSocketSession, behind number: Int64) -> Bool {
    shard(of: session).release(session, behind: number)
  }

  /// Sends to all. Any thread; frames of one thread keep their order.
  /// - Returns: false where a loop was too far behind: its members do not get this frame.
  @discardableResult
  package func send(_ frame: WebSocketFrame) -> Bool { send([Message(frame)]) }

  /// Sends several messages together. Any thread; messages of one thread keep their order.
  /// - Returns: false where a loop was too far behind: its members do not get them. Where there are numbered ones among
  ///   them, the members are put on hold.
  @discardableResult
  package func send(_ messages: [Message]) -> Bool {
    let shards = shards.withLock { Array($0.values) }
    let bytes = messages.reduce(0) { $0 + $1.frame.bytes.count }
    var isTaken = true
    for shard in shards where !shard.send(messages, bytes, maxQueuedBytes) { isTaken = false }
    return isTaken
  }

  private func shard(of session: WebSocketSession) -> WebSocketGroupShard {
    let loop = session.loop
    return shards.withLock { [delivered] shards in
      if let shard = shards[ObjectIdentifier(loop)] { return shard }
      let shard = WebSocketGroupShard(loop: loop, delivered: delivered)
      shards[ObjectIdentifier(loop)] = shard
      return shard
    }
  }
}
