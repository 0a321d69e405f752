import Runtime

/// The members of a group on one loop.
final class WebSocketGroupShard: LoopWakeable {
  private struct Queue {
    var messages: [WebSocketGroup.Message] = []
    var bytes = 0
    /// The queue refused numbered messages.
    var lostSome = false
  }

  /// Confined to the loop's thread.
  private final class Members {
    var bySession: [ObjectIdentifier: WebSocketGroupMember] = [:]
  }

  private let loop: EventLoop
  private let queue = Locked(Queue())
  private let members: LoopBound<Members>
  private let delivered: @Sendable (Int) -> Void

  /// On the loop's thread.
  init(loop: EventLoop, delivered: @escaping @Sendable (Int) -> Void) {
    self.loop = loop
    self.delivered = delivered
    members = LoopBound(Members(), on: loop)
  }

  func join(_ session: WebSocketSession, isOnHold: Bool) {
    members.value.bySession[ObjectIdentifier(session)] = WebSocketGroupMember(session, isOnHold: isOnHold)
  }

  func leave(_ session: WebSocketSession) {
    members.value.bySession[ObjectIdentifier(session)] = nil
  }

  func hold(_ session: WebSocketSession) -> Int64? {
    members.value.bySession[ObjectIdentifier(session)]?.hold()
  }

  func release(_ session: WebSocketSession, behind number: Int64) -> Bool {
    members.value.bySession[ObjectIdentifier(session)]?.release(behind: number) ?? true
  }

  /// Any thread.
  func send(_ messages: [WebSocketGroup.Message], _ bytes: Int, _ maxQueuedBytes: Int) -> Bool {
    let (isTaken, isFirst) = queue.withLock { queue in
      let isFirst = queue.messages.isEmpty && !queue.lostSome
      guard queue.bytes + bytes <= maxQueuedBytes else {
        let isNumbered = messages.contains { $0.number != nil }
        if isNumbered { queue.lostSome = true }
        return (false, isFirst && isNumbered)
      }
      queue.messages += messages
      queue.bytes += bytes
      return (true, isFirst)
    }
    if isFirst { loop.wake(self) }
    return isTaken
  }

  func woken() {
    let taken = queue.withLock { queue in
      let taken = queue
      queue = Queue()
      return taken
    }
    var count = 0
    for member in members.value.bySession.values {
      for message in taken.messages where member.hear(message) { count += 1 }
      if taken.lostSome { member.miss() }
    }
    if count > 0 { delivered(count) }
  }
}

/// One socket of a group, on its loop's thread.
final class WebSocketGroupMember {
  private enum State {
    /// It receives every message immediately. `last`: the number of the last numbered message; nil before the first.
    case live(last: Int64?)
    /// Numbered messages are buffered.
    case onHold(last: Int64?)
  }

  private let session: WebSocketSession
  private let driver: WebSocketDriver
  private var state: State
  private var held: [(frame: WebSocketFrame, number: Int64)] = []
  private var heldBytes = 0
  /// A message that arrived on hold was not buffered.
  private var lostSome = false

  init(_ session: WebSocketSession, isOnHold: Bool) {
    self.session = session
    driver = session.driver.value
    state = isOnHold ? .onHold(last: nil) : .live(last: nil)
  }

  /// Delivers a message. - Returns: whether it was sent.
  func hear(_ message: WebSocketGroup.Message) -> Bool {
    if let except = message.except, except === session { return false }
    guard let number = message.number else {
      driver.send(message.frame)
      return true
    }
    switch state {
    case .onHold: keep(message.frame, number)
    case .live(let last?) where number <= last: break
    case .live(let last?) where number != last &+ 1: miss()
    case .live:
      driver.send(message.frame)
      state = .live(last: number)
      return true
    }
    return false
  }

  /// A numbered message is lost: puts the member on hold and wakes it.
  func miss() {
    switch state {
    case .live(let last):
      state = .onHold(last: last)
      lostSome = true
      session.wake()
    case .onHold:
      forget()
      lostSome = true
    }
  }

  func hold() -> Int64? {
    forget()
    lostSome = false
    switch state {
    case .live(let last), .onHold(let last):
      state = .onHold(last: last)
      return last
    }
  }

  func release(behind number: Int64) -> Bool {
    guard case .onHold = state else { return true }
    var last = number
    let kept = held
    let isWhole = !lostSome
    forget()
    for (frame, number) in kept where number > last {
      guard number == last &+ 1 else {
        state = .onHold(last: last)
        return false
      }
      driver.send(frame)
      last = number
    }
    state = isWhole ? .live(last: last) : .onHold(last: last)
    return isWhole
  }

  private func keep(_ frame: WebSocketFrame, _ number: Int64) {
    guard !lostSome else { return }
    heldBytes += frame.bytes.count
    guard heldBytes <= driver.configuration.maxQueuedBytes / 4 else { return miss() }
    held.append((frame, number))
  }

  private func forget() {
    held = []
    heldBytes = 0
  }
}
