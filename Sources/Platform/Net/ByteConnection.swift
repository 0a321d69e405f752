package import Bytes
import Glibc
package import Runtime

/// A connected, non-blocking stream socket on a loop. It reads on request and writes queued output at the end of the iteration.
///
/// Not `Sendable`: it is created, used and closed on its loop's thread. Its output is bounded: a peer that does not read loses its
/// connection and affects no other one.
@safe package final class ByteConnection {
  /// The loop on whose thread the connection lives.
  package let loop: EventLoop
  /// Whether the connection is not closed.
  package private(set) var isOpen = true
  /// True if the connection was closed because its peer read too slowly.
  package private(set) var peerWasTooSlow = false
  /// The receiver of callbacks, retained until the connection is closed. No task waits in `receive` while it is set.
  package var owner: (any ByteConnectionOwner)?
  /// The flow of the connection's client in the loop's fair queues.
  package var flow: Flow

  private let socket: ConnectionSocket
  private var readiness = SocketReadiness()
  private var tls: TLSChannel?
  private var output: ConnectionOutput
  private var drainWaiters = DrainWaiters()
  private var receiver = ReceiveWaiter()
  private var timeSlice = TimeSliceWaiter()

  /// Takes ownership of a connected, non-blocking descriptor. On the loop's thread.
  /// - Parameter maxQueuedBytes: the bound of `queuedBytes`.
  /// - Throws: `SystemError` if epoll refuses the descriptor, which is closed then.
  package init(
    descriptor: Int32, loop: EventLoop, flow: Flow = .none, maxQueuedBytes: Int
  ) throws(SystemError) {
    socket = ConnectionSocket(descriptor: descriptor)
    self.loop = loop
    self.flow = flow
    output = ConnectionOutput(limit: maxQueuedBytes)
    try socket.watch(by: self, on: loop)
  }

  // MARK: - Receiving

  /// Waits until `deadline` for bytes and passes them to `consume`, at most 16 KiB in one piece.
  package func receive(
    until deadline: ContinuousClock.Instant?, _ consume: (UnsafeRawBufferPointer) -> Void
  ) async -> ReadOutcome {
    while true {
      if receiver.takeInterruption() { return .interrupted }
      guard isOpen else { return .end }
      if mayHoldMore, timeSlice.isExpired() {
        await waitForTimeSlice()
        continue
      }
      if let tls, let outcome = unsafe tls.takeBuffered(consume) { return outcome }
      if readiness.mayRead {
        if let outcome = unsafe receiveNow(consume) { return outcome }
        continue
      }
      let outcome = await waitForReadiness(until: deadline)
      if outcome != .bytes(0) { return outcome }
    }
  }

  /// Waits until a read may find bytes, which `.bytes(0)` says, or until the wait ends otherwise.
  private func waitForReadiness(until deadline: ContinuousClock.Instant?) async -> ReadOutcome {
    await unsafe withUnsafeContinuation { task in
      // Where the caller is not isolated to the loop, the loop may have run other jobs since the last read.
      guard isOpen, !readiness.mayRead else { return unsafe task.resume(returning: .bytes(0)) }
      if let deadline { setReadDeadline(deadline) } else { receiver.cancelDeadline() }
      unsafe receiver.wait(task)
    }
  }

  /// Makes a pending `receive` try to read. It continues to wait if there are no bytes.
  package func resumeReceive() { receiver.resume(.bytes(0)) }

  /// Whether a task waits in `receive`.
  package var isReceiving: Bool { receiver.isWaiting }

  /// Whether the kernel may hold more bytes than the last read took.
  package var mayHoldMore: Bool { readiness.mayRead }

  /// Moves the deadline of the pending `receive`.
  package func postpone(to deadline: ContinuousClock.Instant) {
    if isReceiving { setReadDeadline(deadline) }
  }

  /// Passes available bytes to `consume`, at most 16 KiB. - Returns: nil if there are none.
  package func receiveAvailable(_ consume: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome? {
    while isOpen {
      if let tls, let outcome = unsafe tls.takeBuffered(consume) { return outcome }
      guard readiness.mayRead else { return nil }
      if let outcome = unsafe receiveNow(consume) { return outcome }
    }
    return .end
  }

  /// Makes the pending or the next `receive` return `.interrupted`.
  package func interrupt() { receiver.interrupt() }

  /// Makes one `recv`. - Returns: nil if there were no bytes.
  private func receiveNow(_ consume: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome? {
    let buffer = unsafe loop.receiveBuffer
    let count = unsafe socket.receive(into: buffer)
    if count > 0 {
      readiness.received(count, capacity: buffer.count)
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if let tls { return unsafe receiveEncrypted(bytes, tls, consume) }
      unsafe consume(bytes)
      return .bytes(count)
    }
    if count == 0 { return .end }
    guard readiness.receiveFailed(errno) == .close else { return nil }
    close()
    return .end
  }

  private func setReadDeadline(_ due: ContinuousClock.Instant) {
    receiver.setDeadline(due, on: loop) { [self] in receiver.resume(.timedOut) }
  }

  private func notifyReadable() {
    if let owner { owner.becameReadable() } else { resumeReceive() }
  }

  // MARK: - Writing

  /// Bytes given to `write` that the kernel has not accepted.
  package var queuedBytes: Int { output.queue.count }

  /// The bound of `queuedBytes`. A write that exceeds it closes the connection.
  package var maxQueuedBytes: Int {
    get { output.limit }
    set { output.limit = newValue }
  }

  /// Queues `bytes`, which are written together with all other output of this loop iteration.
  package func write(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    readiness.wrote()
    guard output.append(bytes) else { return closeSlowPeer() }
    scheduleFlush()
  }

  /// Writes the bytes that `write` produces, at most `size`.
  /// - Parameter immediately: whether to send now, if no output is queued, instead of at the end of the iteration. For the last
  ///   response to a client: it works on the response while the loop serves others. If all clients got theirs at the end, all would
  ///   send the next request at once while the loop sleeps.
  package func write(upTo size: Int, immediately: Bool, _ write: (inout ByteWriter) -> Void) {
    guard immediately, isOpen, readiness.mayWrite, output.queue.isEmpty, tls == nil,
      unsafe size <= loop.sendBuffer.count, var writer = unsafe ByteWriter(loop.sendBuffer)
    else {
      var bytes: [UInt8] = []
      bytes.append(upTo: size, write)
      return self.write(bytes)
    }
    write(&writer)
    unsafe sendNow(writer.written)
  }

  /// Waits until the kernel has accepted all queued output.
  /// - Parameter timeout: the longest time for which the kernel may accept nothing before the connection is closed; nil for none.
  /// - Returns: false if the connection was closed.
  package func drained(timeout: Duration? = nil) async -> Bool {
    guard isOpen else { return false }
    if output.queue.isEmpty { return true }
    return await withCheckedContinuation { task in
      // As in `waitForReadiness`.
      guard isOpen, !output.queue.isEmpty else { return task.resume(returning: isOpen) }
      drainWaiters.began(timeout: timeout, on: loop) { [self] in closeSlowPeer() }
      drainWaiters.append(task)
    }
  }

  private func sendNow(_ bytes: UnsafeBufferPointer<UInt8>) {
    readiness.wrote()
    let count = unsafe socket.send(bytes)
    guard count != bytes.count else { return }
    if count < 0, readiness.sendFailed(errno) == .close { return close() }
    write(unsafe Array(bytes[max(0, count)...]))
  }

  private func scheduleFlush() {
    guard readiness.mayWrite, output.schedule() else { return }
    loop.atEndOfIteration(self)
  }

  private func flush() {
    guard isOpen else { return }
    switch output.flush(to: socket.descriptor, tls, &readiness, on: loop) {
    case .failed: close()
    case .blocked(let hasProgressed):
      if hasProgressed { drainWaiters.progressed(on: loop) { [self] in closeSlowPeer() } }
    case .empty:
      drainWaiters.resume(true)
      owner?.flushed()
    }
  }

  private func closeSlowPeer() {
    peerWasTooSlow = true
    close()
  }

  // MARK: - Yielding

  /// Returns whether the connection has used up its time slice.
  package func isTimeSliceOver() -> Bool { timeSlice.isExpired() }

  /// Queues the connection after the ready ones of the loop. When it resumes, `becameReadable` is called or the pending `receive`
  /// tries to read.
  package func yield() {
    guard isOpen, readiness.yielded() else { return }
    loop.yield(self, flow)
  }

  /// Yields, and waits for the next time slice.
  package func waitForTimeSlice() async {
    guard isOpen else { return }
    await unsafe withUnsafeContinuation { task in
      // As in `waitForReadiness`.
      guard isOpen else { return unsafe task.resume() }
      unsafe timeSlice.wait(task)
      yield()
    }
  }

  // MARK: - TLS

  /// Whether the connection uses TLS.
  package var isEncrypted: Bool { tls != nil }

  /// Uses TLS from now on, before anything was read or written.
  func encrypt(with channel: TLSChannel) { tls = channel }

  /// Decrypts received bytes, and schedules the output of TLS itself.
  private func receiveEncrypted(
    _ bytes: UnsafeRawBufferPointer, _ channel: TLSChannel, _ consume: (UnsafeRawBufferPointer) -> Void
  ) -> ReadOutcome {
    let outcome = unsafe channel.received(bytes, consume)
    // At the end of the iteration, so that the reader gets no callback while it reads.
    if channel.hasUnsent { scheduleFlush() }
    guard let outcome, isOpen else {
      close()
      return .end
    }
    return outcome
  }

  // MARK: - Closing

  /// Finishes sending after the queued output; the peer may still send.
  package func shutdownWriting() {
    guard isOpen else { return }
    flush()
    if let tls, isOpen, output.queue.isEmpty {
      tls.sendCloseNotify()
      flush()
    }
    guard isOpen else { return }
    socket.shutdownWriting()
  }

  /// Closes the connection. Queued output is lost: wait for `drained()` before if it matters.
  /// - Parameter withReset: whether to send RST instead of FIN, so that the peer gets `ECONNRESET`.
  package func close(withReset: Bool = false) {
    guard isOpen else { return }
    isOpen = false
    if withReset {
      socket.resetWhenClosed()
    } else if let tls, output.queue.isEmpty {
      tls.sendCloseNotify()
      _ = tls.send(output.queue, to: socket.descriptor)
    }
    socket.close(on: loop)
    output.closed()
    receiver.closed()
    timeSlice.resume()
    drainWaiters.closed()
    owner.take()?.connectionClosed()
  }
}

extension ByteConnection: DescriptorHandler, IterationEndHandler, YieldHandler {
  /// Handles an epoll event of the socket.
  package func ready(_ events: UInt32) {
    let actions = readiness.becameReady(events)
    if actions.contains(.yield) { yield() }
    if actions.contains(.read) {
      timeSlice.renew()
      notifyReadable()
    }
    if actions.contains(.flush) { flush() }
  }

  /// Writes the output of the iteration.
  package func iterationEnded() {
    output.iterationEnded()
    flush()
  }

  /// Begins the next time slice.
  package func resume() {
    readiness.resumed()
    guard isOpen else { return }
    timeSlice.renew()
    timeSlice.resume()
    notifyReadable()
    // The peer may have disconnected while output was queued.
    if readiness.peerFinished, isOpen, readiness.mayWrite, !output.queue.isEmpty { flush() }
  }
}
