import CLinux
import Glibc
import Runtime

/// Receiving: by a task that waits, or by calls of the owner's.
extension ByteConnection {
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
      if mayHoldMore, slice.isExpired() {
        await waitForTimeSlice()
        continue
      }
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
  package func resumeReceive() { resumeReader(.bytes(0)) }

  /// Whether somebody waits in `receive`.
  package var isReceiving: Bool { unsafe reader != nil }

  /// Whether the kernel may have more than the last read took.
  package var mayHoldMore: Bool { readable }

  /// Moves the deadline of the pending `receive`.
  package func postpone(to deadline: ContinuousClock.Instant) {
    if isReceiving { armReadDeadline(deadline) }
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

  /// Makes the pending or next `read` return `.interrupted`.
  package func interrupt() {
    if unsafe reader == nil { interruption = true } else { resumeReader(.interrupted) }
  }

  /// One `recv`. - Returns: nil where nothing was there.
  func receiveNow(_ consume: (UnsafeRawBufferPointer) -> Void) -> ReadOutcome? {
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
  func armReadDeadline(_ due: ContinuousClock.Instant) {
    if let readDeadline, readDeadline.postpone(to: due) { return }
    let deadline = readDeadline ?? Deadline { [self] in resumeReader(.timedOut) }
    readDeadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: due) }
  }

  func tellReadable() {
    if let owner { owner.becameReadable() } else { resumeReader(.bytes(0)) }
  }

  func resumeReader(_ outcome: ReadOutcome) {
    guard let continuation = unsafe reader else { return }
    unsafe reader = nil
    readDeadline?.cancel()
    unsafe continuation.resume(returning: outcome)
  }
}
