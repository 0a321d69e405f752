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
  package internal(set) var queuedBytes = 0
  /// The bound of `queuedBytes`; passing it cuts the connection.
  package var maxQueuedBytes: Int
  /// Whether the connection was cut because its peer read too slowly.
  package internal(set) var overflowed = false
  /// Who is told what happens, held until the connection is closed; nobody waits in `receive` then.
  package var owner: (any ByteConnectionOwner)?

  /// Whose turn of the loop it shares.
  package var flow: Flow

  /// Where TLS is spoken.
  var tls: TLSChannel?

  let descriptor: Int32
  var readable = true
  var peerFinished = false
  var writable = true
  /// Whether the peer was told anything.
  var hasSpoken = false
  /// Whether others go first.
  var isYielding = false
  var slice = TimeSlice.expired
  var sliceWaiter: UnsafeContinuation<Void, Never>?
  var reader: UnsafeContinuation<ReadOutcome, Never>?
  var interruption = false
  var drainWaiters: [CheckedContinuation<Bool, Never>] = []
  var output: [[UInt8]] = []
  var outputOffset = 0
  var flushScheduled = false
  var readDeadline: Deadline?
  var writeDeadline: Deadline?
  /// How long the kernel may take nothing while somebody waits in `drained`.
  var writeTimeout: Duration?

  /// Takes ownership of a connected, non-blocking descriptor. On the loop's thread.
  /// - Throws: `SystemError` where epoll has no room; the descriptor is closed then.
  package init(
    descriptor: Int32, loop: EventLoop, flow: Flow = .none, maxQueuedBytes: Int
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.loop = loop
    self.flow = flow
    self.maxQueuedBytes = maxQueuedBytes
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

  /// Says that nothing more will be written; the peer may still send.
  package func shutdownWriting() {
    guard isOpen else { return }
    flush()
    if let tls, isOpen, queuedBytes == 0 {
      tls.sendCloseNotify()
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
      tls.sendCloseNotify()
      _ = tls.send([], from: 0, to: descriptor)
    }
    let descriptor = descriptor
    loop.assumeIsolated { $0.unwatch(descriptor) }
    Glibc.close(descriptor)
    output = []
    queuedBytes = 0
    readDeadline?.invalidate()
    readDeadline = nil
    writeDeadline?.invalidate()
    writeDeadline = nil
    resumeReader(.end)
    resumeSliceWaiter()
    resumeDrainWaiters(false)
    let owner = owner
    self.owner = nil
    owner?.connectionClosed()
  }
}

extension ByteConnection: IterationEndHandler {
  package func iterationEnded() {
    flushScheduled = false
    flush()
  }
}

extension ByteConnection: DescriptorHandler {
  package func ready(_ events: UInt32) {
    let isGone = events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    if isGone { peerFinished = true }
    if isGone || events & EPOLLIN.rawValue != 0 {
      readable = true
      if isYielding {
        // It looks for bytes when its turn comes.
      } else if isGone || !hasSpoken {
        // Where thousands come or leave at once, those who stay would wait for all of them.
        yield()
      } else {
        slice.renew()
        tellReadable()
      }
    }
    if events & (EPOLLOUT.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0, !writable {
      writable = true
      if !isGone { flush() }
    }
  }
}
