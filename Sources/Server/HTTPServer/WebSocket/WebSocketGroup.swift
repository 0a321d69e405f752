import Runtime

/// Sockets that receive the same messages. A message is encoded once, each loop is woken once, and each member receives
/// the messages of one loop iteration in one write.
///
/// A member receives the messages of a numbered stream without gap or repetition. If one is missing, because a loop is too
/// far behind or the member is new, the member is put on hold and woken to read the missing messages from the history.
///
///   join(isOnHold) ──▶ on hold ──release──▶ live ──a number is missing──▶ on hold, woken
package final class WebSocketGroup: Sendable {
  /// One message to all members.
  package struct Message: Sendable {
    /// The encoded message.
    package var frame: WebSocketFrame
    /// The number, one more than that of the message before it; nil for a message outside of the stream.
    package var number: Int64?
    /// A member that does not receive it.
    package var except: WebSocketSession?

    /// Creates a message.
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
  ///   - maxQueuedBytes: the maximum number of bytes that wait for one loop; further messages are refused.
  ///   - delivered: called on a loop's thread with the number of frames that its members received in this iteration.
  package init(maxQueuedBytes: Int = 4 << 20, delivered: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.maxQueuedBytes = maxQueuedBytes
    self.delivered = delivered
  }

  /// Adds a socket, on its loop's thread. Call `leave` when its endpoint ends.
  /// - Parameter isOnHold: whether numbered messages are buffered until `release`.
  package func join(_ session: WebSocketSession, isOnHold: Bool = false) {
    shard(of: session).join(session, isOnHold: isOnHold)
  }

  /// Removes a socket, on its loop's thread.
  package func leave(_ session: WebSocketSession) { shard(of: session).leave(session) }

  /// Buffers numbered messages for this member from now on, up to a fraction of its send queue. Earlier messages must be
  /// read from the history. On the session's loop's thread.
  /// - Returns: the number of the last message that the member received here; nil if it received none.
  @discardableResult
  package func hold(_ session: WebSocketSession) -> Int64? { shard(of: session).hold(session) }

  /// Sends the member the buffered messages after `number`, and later ones immediately. On the session's loop's thread.
  /// - Returns: false if a message after `number` is missing. The member stays on hold.
  package func release(_ session: WebSocketSession, behind number: Int64) -> Bool {
    shard(of: session).release(session, behind: number)
  }

  /// Sends to all. Any thread; frames of one thread keep their order.
  /// - Returns: false if a loop is too far behind. Its members do not receive this frame.
  @discardableResult
  package func send(_ frame: WebSocketFrame) -> Bool { send([Message(frame)]) }

  /// Sends several messages together. Any thread; messages of one thread keep their order.
  /// - Returns: false if a loop is too far behind. Its members do not receive the messages, and are put on hold if one of
  ///   them is numbered.
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
