import CLinux
import Glibc
package import Runtime

/// A listening socket on a loop. It passes accepted descriptors to its owner.
///
/// It accepts a few connections per iteration, after the established ones were served, so that a burst of new clients does not delay
/// them. Without free descriptors it backs off for a second, and then accepts the waiting connections. Not `Sendable`: it lives on its
/// loop's thread.
package final class Listener {
  /// The bound address, with the actual port.
  package var address: ListenAddress { socket.address }

  private let socket: ListeningSocket
  private var descriptor: Int32 { socket.descriptor }
  private let loop: EventLoop
  private let accepted: @Sendable (_ descriptor: Int32, _ remoteAddress: String) -> Void
  private let hasRoom: @Sendable () -> Bool
  private let acceptFailed: @Sendable (_ code: Int32) -> Void
  private var backOffEnd: Deadline?
  private var isWatching = false
  private var isOpen = true
  /// Whether the listener waits in the loop's yield queue.
  private var isYielding = false
  /// Maximum number of accepted connections per iteration.
  private static let batchSize = 8

  /// Starts to accept connections. On the loop's thread.
  ///
  /// - Parameters:
  ///   - socket: the bound socket, owned by the listener from now on.
  ///   - accepted: receives a descriptor, which it owns, and the peer's address, on the loop's thread.
  ///   - hasRoom: called before each accept on the loop's thread; false has the effect of a lack of descriptors.
  ///   - acceptFailed: receives `errno` of a failed accept, at most about once a second.
  /// - Throws: `SystemError` if epoll refuses the socket, which stays open.
  package init(
    socket: ListeningSocket, loop: EventLoop,
    accepted: @escaping @Sendable (_ descriptor: Int32, _ remoteAddress: String) -> Void,
    hasRoom: @escaping @Sendable () -> Bool = { true },
    acceptFailed: @escaping @Sendable (_ code: Int32) -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.loop = loop
    self.accepted = accepted
    self.hasRoom = hasRoom
    self.acceptFailed = acceptFailed
    try watch()
  }

  /// Closes the socket, and removes its file if it has created one. The kernel refuses waiting clients.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    backOffEnd?.cancel()
    unwatch()
    socket.close()
  }

  /// Level-triggered, so that the next iteration continues with the connections that still wait.
  private func watch() throws(SystemError) {
    let handler = LoopBound<any DescriptorHandler>(self, on: loop)
    let descriptor = descriptor
    let failure = loop.assumeIsolated { loop -> SystemError? in
      do throws(SystemError) {
        try loop.watch(descriptor, handler, events: EPOLLIN.rawValue)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    isWatching = true
  }

  private func unwatch() {
    let descriptor = descriptor
    loop.assumeIsolated { $0.unwatch(descriptor) }
    isWatching = false
  }

  private func acceptSome() {
    for _ in 0..<Self.batchSize where isOpen {
      guard hasRoom() else {
        backOff(after: EMFILE)
        return
      }
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let client = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe hearth_accept(descriptor, $0, &length)
        }
      }
      if client >= 0 {
        var one: Int32 = 1
        unsafe setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        accepted(client, numericHost(storage, length: length))
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN: return
      default:
        backOff(after: errno)
        return
      }
    }
  }

  /// Stops accepting for a second, because the next call would fail as well.
  private func backOff(after code: Int32) {
    acceptFailed(code)
    unwatch()
    let deadline = backOffEnd ?? Deadline { [weak self] in self?.backOffEnded() }
    backOffEnd = deadline
    let wrapped = LoopBound(deadline, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: .now + .seconds(1)) }
  }

  private func backOffEnded() {
    guard isOpen, !isWatching else { return }
    do throws(SystemError) { try watch() } catch { backOff(after: error.code) }
  }
}

extension Listener: DescriptorHandler {
  /// Queues the accepts after the established connections.
  package func ready(_ events: UInt32) {
    guard !isYielding else { return }
    isYielding = true
    loop.yield(self, .none)
  }
}

extension Listener: YieldHandler {
  /// Accepts a batch of connections.
  package func resume() {
    isYielding = false
    if isOpen, isWatching { acceptSome() }
  }
}
