import HTTPServer

/// Disturbs and records the frames of one socket. Confined to its loop.
final class DisturbedSocket: SocketInterceptor {
  private let socket: InterceptedSocket
  private let faults: FaultInjector
  private let recorder: SocketRecorder
  private var outgoing = OutgoingFrames()
  /// The fault that stopped the connection; nil if it is not stopped.
  private var stoppedBy: Int?
  private var stopEnd: ContinuousClock.Instant?
  /// A message of the client that arrived when the connection was stopped.
  private var unhandled: SocketFrame?
  private var isEnded = false

  init(_ socket: InterceptedSocket, faults: FaultInjector, recorder: SocketRecorder) {
    self.socket = socket
    self.faults = faults
    self.recorder = recorder
  }

  var isStopped: Bool { stoppedBy != nil }

  // MARK: - Frames of the server

  func sending(_ frame: SocketFrame) -> Bool {
    switch frame {
    case .text, .binary:
      guard recorder.isOn || faults.isArmed || !outgoing.isIdle else { return true }
      return sendingMessage(frame)
    case .ping:
      if !isStopped { recorder.frame(frame, .outgoing, type: nil, []) }
      return !isStopped
    case .pong:
      let firings = faults.firings(at: event(.outgoing, type: nil, isPong: true))
      record(frame, .outgoing, type: nil, firings)
      return !isStopped && firings.isEmpty
    case .close:
      guard !isStopped else { return false }
      deliver(outgoing.endLine())
      recorder.frame(frame, .outgoing, type: nil, [])
      return true
    }
  }

  private func sendingMessage(_ frame: SocketFrame) -> Bool {
    let type = MessageType.of(frame)
    let firings = faults.firings(at: event(.outgoing, type: type))
    record(frame, .outgoing, type: type, firings)
    let decision = firings.decision
    switch decision?.action {
    case .drop?, .swallow?: return false
    case .reset?, .close?:
      if let decision { fire(decision) }
      return false
    case .halfOpen?: if let decision { fire(decision) }
    default: break
    }
    if firings.isEmpty, outgoing.isIdle { return true }
    var message = OutgoingFrames.Held(frame: frame, faultIDs: firings.ids)
    if let stoppedBy, !message.faultIDs.contains(stoppedBy) { message.faultIDs.append(stoppedBy) }
    hold(message, firings)
    if case .duplicate? = decision?.action { hold(message, firings) }
    return false
  }

  /// Holds a message as its faults require, and sends the messages that are due.
  private func hold(_ message: OutgoingFrames.Held, _ firings: [FaultFiring]) {
    guard faults.reserve(message.faultIDs, bytes: message.byteCount) else { return overflow(message) }
    let now = ContinuousClock.now
    switch firings.decision?.action {
    case .hold(let milliseconds)?:
      outgoing.hold(message, for: milliseconds.map { .milliseconds($0) }, now: now)
    case .reorder(let order, let milliseconds)?:
      let id = firings.decision?.faultID ?? 0
      deliver(outgoing.group(message, of: id, order: order, for: .milliseconds(milliseconds), now: now))
    default: deliver(outgoing.append(message, delay: firings.delay, now: now))
    }
    rearm()
  }

  /// The bound of held bytes is reached: the message is sent at once. A stopped connection ends, as that of a client that
  /// does not read.
  private func overflow(_ message: OutgoingFrames.Held) {
    guard !isStopped else { return socket.abort() }
    recorder.overflowed(message.faultIDs)
    deliver(outgoing.endLine())
    socket.send(message.frame)
  }

  private func deliver(_ messages: [OutgoingFrames.Held]) {
    for message in messages {
      faults.free(message.faultIDs, bytes: message.byteCount)
      socket.send(message.frame)
    }
  }

  // MARK: - Frames of the client

  func received(_ frame: SocketFrame) -> Bool {
    guard recorder.isOn || faults.isArmed else { return true }
    switch frame {
    case .text, .binary: return receivedMessage(frame)
    case .ping, .pong, .close:
      recorder.frame(frame, .incoming, type: nil, [])
      return true
    }
  }

  private func receivedMessage(_ frame: SocketFrame) -> Bool {
    let type = MessageType.of(frame)
    let firings = faults.firings(at: event(.incoming, type: type))
    record(frame, .incoming, type: type, firings)
    guard let decision = firings.decision else { return true }
    if case .halfOpen = decision.action { unhandled = frame }
    fire(decision)
    return false
  }

  // MARK: - Connection

  /// Applies a fault to the connection. Others than `reset`, `close` and `halfOpen` have no effect.
  func fire(_ firing: FaultFiring) {
    guard !isEnded else { return }
    if firing.point == .now { recorder.fired(firing, nil, type: nil) }
    switch firing.action {
    case .reset: socket.reset()
    case .close(let code, let reason): socket.close(code, reason)
    case .halfOpen(let milliseconds): stop(firing.faultID, milliseconds)
    default: break
    }
  }

  /// Ends the effects of a fault, or of all if `fault` is nil.
  func release(_ fault: Int?) {
    guard !isEnded else { return }
    deliver(outgoing.release(fault, now: ContinuousClock.now))
    if isStopped, fault == nil || fault == stoppedBy { resume() }
    rearm()
  }

  func ended() {
    isEnded = true
    faults.ended(socket: socket.number)
    resume(isOpen: false)
    for message in outgoing.removeAll() { faults.free(message.faultIDs, bytes: message.byteCount) }
    socket.cancelDeadline()
    recorder.ended()
  }

  private func stop(_ fault: Int, _ milliseconds: Int?) {
    guard !isStopped, faults.reserve([fault], bytes: 0) else { return }
    stoppedBy = fault
    stopEnd = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
    outgoing.stop()
    rearm()
  }

  private func resume(isOpen: Bool = true) {
    guard let fault = stoppedBy else { return }
    stoppedBy = nil
    stopEnd = nil
    faults.free([fault], bytes: 0)
    guard isOpen else { return }
    deliver(outgoing.resume())
    if let frame = unhandled.take() { socket.handle(frame) }
    socket.resumeReading()
  }

  private func rearm() {
    guard !isEnded, let due = [outgoing.next, stopEnd].compactMap(\.self).min() else { return }
    socket.setDeadline(due) { [self] in deadlinePassed() }
  }

  private func deadlinePassed() {
    let now = ContinuousClock.now
    deliver(outgoing.due(now))
    if let stopEnd, stopEnd <= now { resume() }
    rearm()
  }

  // MARK: - Records

  private func event(_ direction: FrameDirection, type: String?, isPong: Bool = false) -> FaultEvent {
    FaultEvent(
      point: .frame, path: recorder.path, connection: socket.number, messageType: type, direction: direction,
      isPong: isPong)
  }

  private func record(_ frame: SocketFrame, _ direction: FrameDirection, type: String?, _ firings: [FaultFiring]) {
    recorder.frame(frame, direction, type: type, firings.ids)
    for firing in firings { recorder.fired(firing, direction, type: type) }
  }
}
