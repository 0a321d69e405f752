package import Bytes
import CLinux
import Glibc
package import Runtime
import TLS

/// Serves a connection by calls instead of a task that waits in `receive`. On the loop's thread.
package protocol ByteConnectionOwner: AnyObject {
  /// Bytes or the end may be there; `receiveAvailable` takes them.
  func becameReadable()
  /// The kernel has taken everything that was queued.
  func flushed()
  /// The connection is closed, by whomever.
  func connectionClosed()
}

/// One connected, non-blocking stream socket on a loop: reads when asked, gathers writes until the end of the turn.
///
/// Not `Sendable`: it is created, used and closed on its loop's thread. Output is bounded: a peer that does not read
/// loses its connection, nobody else notices.
@safe package final class ByteConnection {
  /// What a `read` returned.
  package enum ReadOutcome: Sendable, Equatable {
    /// So many bytes stand in `received`.
    case bytes(Int)
    /// The peer will send nothing more, or the connection is gone.
    case end
    /// The deadline passed first.
    case timedOut
    /// `interrupt()` was called.
    case interrupted
  }

  package let loop: EventLoop
  package private(set) var isOpen = true
  /// Bytes handed to `write` and not yet taken by the kernel.
  package private(set) var queuedBytes = 0
  /// The bound of `queuedBytes`; passing it cuts the connection.
  package var maxQueuedBytes: Int
  /// Whether the connection was cut because its peer read too slowly.
  package private(set) var overflowed = false
  /// Who is told what happens, held until the connection is closed; nobody waits in `receive` then.
  package var owner: (any ByteConnectionOwner)?

  /// Where TLS is spoken.
  var tls: TLSChannel?

  private let descriptor: Int32
  private var readable = true
  private var peerFinished = false
  private var writable = true
  private var reader: UnsafeContinuation<ReadOutcome, Never>?
  private var interruption = false
  private var drainWaiters: [CheckedContinuation<Bool, Never>] = []
  private var output: [[UInt8]] = []
  private var outputOffset = 0
  private var flushScheduled = false
  private var readDeadline: Deadline?
  private var writeDeadline: Deadline?
  /// How long the kernel may take nothing while somebody waits in `drained`.
  private var writePatience: Duration?

  /// Takes ownership of a connected, non-blocking descriptor. On the loop's thread.
  /// - Throws: `RuntimeError` where epoll has no room; the descriptor is closed then.
  package init(descriptor: Int32, loop: EventLoop, maxQueuedBytes: Int) throws(RuntimeError) {
    self.descriptor = descriptor
    self.loop = loop
    self.maxQueuedBytes = maxQueuedBytes
    let handler = LoopBound<any DescriptorHandler>(self, on: loop)
    let failure = loop.assumeIsolated { loop -> RuntimeError? in
      do throws(RuntimeError) {
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

  /// Waits until `deadline` for bytes and gives them to `consume`, at most 16 KiB in one piece.
  package func receive(
    until deadline: ContinuousClock.Instant?, _ consume: (UnsafeRawBufferPointer) -> Void
  ) async -> ReadOutcome {
    while true {
      if interruption {
        interruption = false
        return .interrupted
      }
      guard isOpen else { return .end }
      if let tls, let outcome = unsafe tls.waiting(consume) { return outcome }
      if readable {
        if let outcome = unsafe receiveNow(consume) { return outcome }
        continue
      }
      if let deadline { armReadDeadline(deadline) } else { readDeadline?.cancel() }
      // Nothing runs between the failed read and here, so no readiness is missed.
      let outcome = await unsafe withUnsafeContinuation { unsafe reader = $0 }
      if outcome != .bytes(0) { return outcome }
    }
  }

  /// Makes a pending `receive` look for bytes, and wait on where there are none.
  package func tryAgain() { resumeReader(.bytes(0)) }

  /// Whether somebody waits in `receive`.
  package var isAwaited: Bool { unsafe reader != nil }

  /// Whether the kernel may have more than the last read took.
  package var mayHoldMore: Bool { readable }

  /// Moves the deadline of the pending `receive`.
  package func postpone(to deadline: ContinuousClock.Instant) {
    if isAwaited { armReadDeadline(deadline) }
  }

  /// Takes what is there, at most 16 KiB. - Returns: nil where nothing is.
  package func receiveAvailable(_ consume: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome? {
    while isOpen {
      if let tls, let outcome = unsafe tls.waiting(consume) { return outcome }
      guard readable else { return nil }
      if let outcome = unsafe receiveNow(consume) { return outcome }
    }
    return .end
  }

  /// Queues `bytes`; they are written together with all else of this turn of the loop.
  package func write(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    queuedBytes += bytes.count
    guard queuedBytes <= maxQueuedBytes else {
      overflowed = true
      close()
      return
    }
    if output.count >= 32, output[output.count - 1].count + bytes.count <= 16384 {
      // Many small pieces behind a slow peer are kept as few: each has a cost of its own.
      output[output.count - 1] += bytes
    } else {
      output.append(bytes)
    }
    scheduleFlush()
  }

  /// Writes what `write` writes, at most `size` bytes.
  ///
  /// - Parameter atOnce: now, where nothing waits before it, instead of at the end of the turn. That is for an answer
  ///   behind which nothing comes for now: its peer has it while the turn goes on. If all peers had theirs at the end,
  ///   all would ask again at once, while the loop sleeps.
  package func write(upTo size: Int, atOnce: Bool, _ write: (inout ByteWriter) -> Void) {
    guard atOnce, isOpen, writable, queuedBytes == 0, tls == nil, unsafe size <= loop.sendBuffer.count,
      var writer = unsafe ByteWriter(loop.sendBuffer)
    else {
      var bytes: [UInt8] = []
      bytes.append(upTo: size, write)
      return self.write(bytes)
    }
    write(&writer)
    unsafe sendNow(writer.written)
  }

  private func sendNow(_ bytes: UnsafeBufferPointer<UInt8>) {
    var count = unsafe hearth_send(descriptor, bytes.baseAddress, bytes.count)
    guard count != bytes.count else { return }
    if count < 0 {
      if errno == EAGAIN {
        writable = false
      } else if errno != EINTR {
        return close()
      }
      count = 0
    }
    write(unsafe Array(bytes[count...]))
  }

  /// Waits until everything queued was taken by the kernel.
  ///
  /// - Parameter patience: how long the kernel may take nothing at all before the connection is cut; nil: for ever.
  /// - Returns: false where the connection closed before.
  package func drained(patience: Duration? = nil) async -> Bool {
    guard isOpen else { return false }
    if queuedBytes == 0 { return true }
    writePatience = patience
    armWriteDeadline()
    return await withCheckedContinuation { drainWaiters.append($0) }
  }

  /// Makes the pending or next `read` return `.interrupted`.
  package func interrupt() {
    if unsafe reader == nil { interruption = true } else { resumeReader(.interrupted) }
  }

  /// Says that nothing more will be written; the peer may still send.
  package func shutdownWriting() {
    guard isOpen else { return }
    flush()
    if let tls, isOpen, queuedBytes == 0 {
      tls.sayGoodbye()
      flush()
    }
    guard isOpen else { return }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes at once. What is queued is lost; wait for `drained()` before where it matters.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    if let tls, queuedBytes == 0 {
      tls.sayGoodbye()
      _ = tls.send([], from: 0, to: descriptor)
    }
    let descriptor = descriptor
    loop.assumeIsolated { $0.unwatch(descriptor) }
    Glibc.close(descriptor)
    output = []
    queuedBytes = 0
    readDeadline?.end()
    readDeadline = nil
    writeDeadline?.end()
    writeDeadline = nil
    resumeReader(.end)
    resumeDrainWaiters(false)
    let owner = owner
    self.owner = nil
    owner?.connectionClosed()
  }

  // MARK: - Reading

  /// One `recv`. - Returns: nil where nothing was there.
  private func receiveNow(_ consume: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome? {
    let buffer = unsafe loop.receiveBuffer
    let count = unsafe hearth_receive(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      // A short read emptied the socket; the next bytes make a new edge. Not so for the end of the stream.
      if count < buffer.count, !peerFinished { readable = false }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if let tls { return unsafe receivedEncrypted(bytes, tls, consume) }
      unsafe consume(bytes)
      return .bytes(count)
    }
    if count == 0 { return .end }
    switch errno {
    case EINTR: return nil
    case EAGAIN:
      readable = false
      return nil
    default:
      close()
      return .end
    }
  }

  /// The deadline holds the connection until it is closed, which it always is. A weak reference would make every other
  /// reference slower.
  private func armReadDeadline(_ due: ContinuousClock.Instant) {
    if let readDeadline, readDeadline.postpone(to: due) { return }
    let deadline = readDeadline ?? Deadline { [self] in resumeReader(.timedOut) }
    readDeadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: due) }
  }

  private func resumeReader(_ outcome: ReadOutcome) {
    guard let continuation = unsafe reader else { return }
    unsafe reader = nil
    readDeadline?.cancel()
    unsafe continuation.resume(returning: outcome)
  }

  // MARK: - Writing

  func scheduleFlush() {
    guard !flushScheduled, writable else { return }
    flushScheduled = true
    loop.atEndOfTurn(self)
  }

  private func flush() {
    while isOpen, writable, !output.isEmpty || tls?.hasUnsent == true {
      let count = writeGathered()
      if count >= 0 {
        took(count)
      } else if errno == EAGAIN {
        writable = false
      } else if errno != EINTR {
        close()
      }
    }
    guard isOpen, queuedBytes == 0 else { return }
    resumeDrainWaiters(true)
    owner?.flushed()
  }

  /// One `send`: of a large piece as it is, of small ones together, at most 64 KiB, because a system call for each costs
  /// more than a copy.
  private func writeGathered() -> Int {
    loop.countWrite()
    if let tls { return tls.send(output, from: outputOffset, to: descriptor) }
    if output.count == 1 || output[0].count - outputOffset >= 32768 {
      return unsafe output[0].withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[outputOffset...])
        return unsafe hearth_send(descriptor, rest.baseAddress, rest.count)
      }
    }
    let size = min(queuedBytes, 65536)
    return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { space in
      var used = 0
      var index = 0
      while used < size {
        let start = index == 0 ? outputOffset : 0
        let count = min(output[index].count - start, size - used)
        unsafe output[index].withUnsafeBytes { bytes in
          unsafe space[used..<used + count].copyBytes(from: bytes[start..<start + count])
        }
        used += count
        index += 1
      }
      return unsafe hearth_send(descriptor, space.baseAddress, size)
    }
  }

  private func armWriteDeadline() {
    guard let writePatience else { return }
    let deadline = writeDeadline ?? Deadline { [self] in peerTookNothing() }
    writeDeadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: .now + writePatience) }
  }

  private func peerTookNothing() {
    overflowed = true
    close()
  }

  private func took(_ count: Int) {
    queuedBytes -= count
    armWriteDeadline()
    var remaining = count + outputOffset
    var finished = 0
    while finished < output.count, output[finished].count <= remaining {
      remaining -= output[finished].count
      finished += 1
    }
    if finished == 1, output.count == 1 {
      // Nearly always.
      output.removeLast()
    } else if finished == output.count {
      output.removeAll(keepingCapacity: finished <= 4)
    } else {
      output.removeFirst(finished)
    }
    outputOffset = remaining
  }

  private func resumeDrainWaiters(_ success: Bool) {
    if writePatience != nil {
      writePatience = nil
      writeDeadline?.cancel()
    }
    guard !drainWaiters.isEmpty else { return }
    let waiters = drainWaiters
    drainWaiters = []
    for waiter in waiters { waiter.resume(returning: success) }
  }
}

extension ByteConnection: TurnEndHandler {
  package func turnEnded() {
    flushScheduled = false
    flush()
  }
}

extension ByteConnection: DescriptorHandler {
  package func ready(_ events: UInt32) {
    if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
      readable = true
      peerFinished = peerFinished || events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
      if let owner { owner.becameReadable() } else { resumeReader(.bytes(0)) }
    }
    if events & (EPOLLOUT.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0, !writable {
      writable = true
      flush()
    }
  }
}
