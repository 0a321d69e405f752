package import Bytes
import CLinux
import Glibc
import Runtime

/// Writing: queued within a bound and sent together, or at once where nothing waits.
extension ByteConnection {
  /// Queues `bytes`; they are written together with all else of this turn of the loop.
  package func write(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    hasSpoken = true
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
  /// - Parameter immediately: now, where nothing waits before it, instead of at the end of the turn. That is for an answer
  ///   behind which nothing comes for now: its peer has it while the turn goes on. If all peers had theirs at the end,
  ///   all would ask again at once, while the loop sleeps.
  package func write(upTo size: Int, immediately: Bool, _ write: (inout ByteWriter) -> Void) {
    guard immediately, isOpen, writable, queuedBytes == 0, tls == nil, unsafe size <= loop.sendBuffer.count,
      var writer = unsafe ByteWriter(loop.sendBuffer)
    else {
      var bytes: [UInt8] = []
      bytes.append(upTo: size, write)
      return self.write(bytes)
    }
    write(&writer)
    unsafe sendNow(writer.written)
  }

  func sendNow(_ bytes: UnsafeBufferPointer<UInt8>) {
    hasSpoken = true
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
  /// - Parameter timeout: how long the kernel may take nothing at all before the connection is cut; nil: for ever.
  /// - Returns: false where the connection closed before.
  package func drained(timeout: Duration? = nil) async -> Bool {
    guard isOpen else { return false }
    if queuedBytes == 0 { return true }
    writeTimeout = timeout
    armWriteDeadline()
    return await withCheckedContinuation { drainWaiters.append($0) }
  }

  func scheduleFlush() {
    guard !flushScheduled, writable else { return }
    flushScheduled = true
    loop.atEndOfIteration(self)
  }

  func flush() {
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
  func writeGathered() -> Int {
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

  func armWriteDeadline() {
    guard let writeTimeout else { return }
    let deadline = writeDeadline ?? Deadline { [self] in peerTookNothing() }
    writeDeadline = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: .now + writeTimeout) }
  }

  func peerTookNothing() {
    overflowed = true
    close()
  }

  func took(_ count: Int) {
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

  func resumeDrainWaiters(_ success: Bool) {
    if writeTimeout != nil {
      writeTimeout = nil
      writeDeadline?.cancel()
    }
    guard !drainWaiters.isEmpty else { return }
    let waiters = drainWaiters
    drainWaiters = []
    for waiter in waiters { waiter.resume(returning: success) }
  }
}
