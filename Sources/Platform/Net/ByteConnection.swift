package import Bytes
import CLinux
import Glibc
package import Runtime
package import TLS

/// An object that serves a connection by callbacks instead of a task that waits in `receive`. On the loop's thread.
package protocol ByteConnectionOwner: AnyObject {
  /// Bytes or the end of input may be available; `receiveAvailable` reads them.
  func becameReadable()
  /// The kernel has accepted all queued output.
  func flushed()
  /// The connection is closed, by either side.
  func connectionClosed()
}

/// A connected, non-blocking stream socket on a loop. It reads on request and writes queued output at the end of the iteration.
///
/// Not `Sendable`: it is created, used and closed on its loop's thread. Its output is bounded: a peer that does not read loses its
/// connection and affects no other one.
@safe package final class ByteConnection {
  /// The result of a read.
  package enum ReadOutcome: Sendable, Equatable {
    /// The number of bytes that were delivered; 0 for encrypted input without complete plain bytes.
    case bytes(Int)
    /// The peer has finished sending, or the connection is closed.
    case end
    /// The deadline passed.
    case timedOut
    /// `interrupt()` was called.
    case interrupted
  }

  /// A task that waits in `receive`.
  @safe private enum Receiver {
    case none
    /// `interrupt()` was called while no task waited.
    case interrupted
    case waiting(UnsafeContinuation<ReadOutcome, Never>)
  }

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

  private let descriptor: Int32
  private var readiness = SocketReadiness()
  private var output: OutputQueue
  private var tls: TLSChannel?
  private var timeSlice = TimeSlice.expired
  private var timeSliceWaiter: UnsafeContinuation<Void, Never>?
  private var receiver = Receiver.none
  private var readDeadline: Deadline?
  private var isFlushScheduled = false
  private var drainWaiters: [CheckedContinuation<Bool, Never>] = []
  /// The longest time for which the kernel may accept nothing while `drained` waits.
  private var writeTimeout: Duration?
  private var writeDeadline: Deadline?

  /// Takes ownership of a connected, non-blocking descriptor. On the loop's thread.
  /// - Parameter maxQueuedBytes: the bound of `queuedBytes`.
  /// - Throws: `SystemError` if epoll refuses the descriptor, which is closed then.
  package init(
    descriptor: Int32, loop: EventLoop, flow: Flow = .none, maxQueuedBytes: Int
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.loop = loop
    self.flow = flow
    output = OutputQueue(limit: maxQueuedBytes)
    let handler = LoopBound<any DescriptorHandler>(self, on: loop)
    let failure = loop.assumeIsolated { loop -> SystemError? in
      do throws(SystemError) {
        try loop.watch(descriptor, handler)
        return nil
      } catch {
        return error
      }
    }
    if let failure {
      Glibc.close(descriptor)
      throw failure
    }
  }

  // MARK: - Receiving

  /// Waits until `deadline` for bytes and passes them to `consume`, at most 16 KiB in one piece.
  package func receive(
    until deadline: ContinuousClock.Instant?, _ consume: (UnsafeRawBufferPointer) -> Void
  ) async -> ReadOutcome {
    while true {
      if case .interrupted = receiver {
        receiver = .none
        return .interrupted
      }
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
      if let deadline { armReadDeadline(deadline) } else { readDeadline?.cancel() }
      // No code runs between the failed read and here, so that no readiness event is missed.
      let outcome = await unsafe withUnsafeContinuation { unsafe receiver = .waiting($0) }
      if outcome != .bytes(0) { return outcome }
    }
  }

  /// Makes a pending `receive` try to read. It continues to wait if there are no bytes.
  package func resumeReceive() { resumeReceiver(.bytes(0)) }

  /// Whether a task waits in `receive`.
  package var isReceiving: Bool { if case .waiting = receiver { true } else { false } }

  /// Whether the kernel may hold more bytes than the last read took.
  package var mayHoldMore: Bool { readiness.mayRead }

  /// Moves the deadline of the pending `receive`.
  package func postpone(to deadline: ContinuousClock.Instant) {
    if isReceiving { armReadDeadline(deadline) }
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
  package func interrupt() {
    if isReceiving { resumeReceiver(.interrupted) } else { receiver = .interrupted }
  }

  /// Makes one `recv`. - Returns: nil if there were no bytes.
  private func receiveNow(_ consume: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome? {
    let buffer = unsafe loop.receiveBuffer
    let count = unsafe hearth_receive(descriptor, buffer.baseAddress, buffer.count)
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

  /// The deadline retains the connection until it is closed, which always happens. A weak reference would make every other
  /// reference slower.
  private func armReadDeadline(_ due: ContinuousClock.Instant) {
    if let readDeadline, readDeadline.postpone(to: due) { return }
    let deadline = readDeadline ?? Deadline { [self] in resumeReceiver(.timedOut) }
    readDeadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: due) }
  }

  private func notifyReadable() {
    if let owner { owner.becameReadable() } else { resumeReceiver(.bytes(0)) }
  }

  private func resumeReceiver(_ outcome: ReadOutcome) {
    guard case .waiting(let continuation) = receiver else { return }
    receiver = .none
    readDeadline?.cancel()
    unsafe continuation.resume(returning: outcome)
  }

  // MARK: - Writing

  /// Bytes given to `write` that the kernel has not accepted.
  package var queuedBytes: Int { output.count }

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
  ///
  /// - Parameter immediately: whether to send now, if no output is queued, instead of at the end of the iteration. For the last
  ///   response to a client: it works on the response while the loop serves others. If all clients got theirs at the end, all would
  ///   send the next request at once while the loop sleeps.
  package func write(upTo size: Int, immediately: Bool, _ write: (inout ByteWriter) -> Void) {
    guard immediately, isOpen, readiness.mayWrite, output.isEmpty, tls == nil, unsafe size <= loop.sendBuffer.count,
      var writer = unsafe ByteWriter(loop.sendBuffer)
    else {
      var bytes: [UInt8] = []
      bytes.append(upTo: size, write)
      return self.write(bytes)
    }
    write(&writer)
    unsafe sendNow(writer.written)
  }

  /// Waits until the kernel has accepted all queued output.
  ///
  /// - Parameter timeout: the longest time for which the kernel may accept nothing before the connection is closed; nil for none.
  /// - Returns: false if the connection was closed.
  package func drained(timeout: Duration? = nil) async -> Bool {
    guard isOpen else { return false }
    if output.isEmpty { return true }
    writeTimeout = timeout
    armWriteDeadline()
    return await withCheckedContinuation { drainWaiters.append($0) }
  }

  private func sendNow(_ bytes: UnsafeBufferPointer<UInt8>) {
    readiness.wrote()
    let count = unsafe hearth_send(descriptor, bytes.baseAddress, bytes.count)
    guard count != bytes.count else { return }
    if count < 0, readiness.sendFailed(errno) == .close { return close() }
    write(unsafe Array(bytes[max(0, count)...]))
  }

  private func scheduleFlush() {
    guard !isFlushScheduled, readiness.mayWrite else { return }
    isFlushScheduled = true
    loop.atEndOfIteration(self)
  }

  private func flush() {
    while isOpen, readiness.mayWrite, !output.isEmpty || tls?.hasUnsent == true {
      loop.countWrite()
      let count: Int
      if let tls { count = tls.send(output, to: descriptor) } else { count = output.send(to: descriptor) }
      if count >= 0 {
        output.removeFirst(count)
        armWriteDeadline()
      } else if readiness.sendFailed(errno) == .close {
        close()
      }
    }
    guard isOpen, output.isEmpty else { return }
    resumeDrainWaiters(true)
    owner?.flushed()
  }

  private func armWriteDeadline() {
    guard let writeTimeout else { return }
    let deadline = writeDeadline ?? Deadline { [self] in closeSlowPeer() }
    writeDeadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: .now + writeTimeout) }
  }

  private func closeSlowPeer() {
    peerWasTooSlow = true
    close()
  }

  private func resumeDrainWaiters(_ success: Bool) {
    if writeTimeout != nil {
      writeTimeout = nil
      writeDeadline?.cancel()
    }
    guard !drainWaiters.isEmpty else { return }
    let waiters = drainWaiters
    drainWaiters = []
    for waiter in waiters { waiter.resume(returning: success) }
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
    await unsafe withUnsafeContinuation {
      unsafe timeSliceWaiter = $0
      yield()
    }
  }

  private func resumeTimeSliceWaiter() {
    guard let waiter = unsafe timeSliceWaiter else { return }
    unsafe timeSliceWaiter = nil
    unsafe waiter.resume()
  }

  // MARK: - TLS

  /// Whether the connection uses TLS.
  package var isEncrypted: Bool { tls != nil }

  /// Performs a TLS handshake as the server, before anything was read or written. If it fails, the connection is closed.
  ///
  /// - Parameters:
  ///   - deadline: for the whole handshake.
  ///   - plainHTTPResponse: sent to a peer that uses HTTP without TLS.
  package func startTLS(
    _ context: TLSContext, until deadline: ContinuousClock.Instant, plainHTTPResponse: [UInt8]
  ) async -> TLSHandshake.Outcome {
    let channel: TLSChannel
    do throws(TLSError) {
      channel = TLSChannel(try TLSSession(context))
    } catch {
      close()
      return .refused(error)
    }
    tls = channel
    return await TLSHandshake(connection: self, channel: channel, plainHTTPResponse: plainHTTPResponse)
      .perform(until: deadline)
  }

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
    if let tls, isOpen, output.isEmpty {
      tls.sendCloseNotify()
      flush()
    }
    guard isOpen else { return }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes the connection. Queued output is lost: wait for `drained()` before if it matters.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    if let tls, output.isEmpty {
      tls.sendCloseNotify()
      _ = tls.send(output, to: descriptor)
    }
    let descriptor = descriptor
    loop.assumeIsolated { $0.unwatch(descriptor) }
    Glibc.close(descriptor)
    output.removeAll()
    readDeadline?.invalidate()
    readDeadline = nil
    writeDeadline?.invalidate()
    writeDeadline = nil
    resumeReceiver(.end)
    resumeTimeSliceWaiter()
    resumeDrainWaiters(false)
    let owner = owner
    self.owner = nil
    owner?.connectionClosed()
  }
}

extension ByteConnection: DescriptorHandler {
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
}

extension ByteConnection: IterationEndHandler {
  /// Writes the output of the iteration.
  package func iterationEnded() {
    isFlushScheduled = false
    flush()
  }
}

extension ByteConnection: YieldHandler {
  /// Begins the next time slice.
  package func resume() {
    readiness.resumed()
    guard isOpen else { return }
    timeSlice.renew()
    resumeTimeSliceWaiter()
    notifyReadable()
    // The peer may have disconnected while output was queued.
    if readiness.peerFinished, isOpen, readiness.mayWrite, !output.isEmpty { flush() }
  }
}
