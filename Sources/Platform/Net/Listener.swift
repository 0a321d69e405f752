import CLinux
import Glibc
package import Runtime

/// A listening socket on a loop; it hands connected descriptors to its owner.
///
/// A few are accepted at once, behind those who are in, so that a crowd at the door does not hold them up. Running out
/// of descriptors neither spins nor ends it: it pauses for a second, and those who wait are accepted when there is room
/// again. Not `Sendable`: it lives on its loop's thread.
package final class Listener {
  /// The address that is listened on, with the real port.
  package let address: ListenAddress

  private let descriptor: Int32
  private let file: SocketFile?
  private let loop: EventLoop
  private let accepted: @Sendable (_ descriptor: Int32, _ remoteAddress: String) -> Void
  private let hasRoom: @Sendable () -> Bool
  private let acceptFailed: @Sendable (_ code: Int32) -> Void
  private var pause: Deadline?
  private var isWatching = false
  private var isOpen = true
  /// Whether those who are in go first.
  private var isYielding = false
  /// Most that are accepted before others go on.
  private static let atOnce = 8

  /// Starts listening. On the loop's thread.
  ///
  /// - Parameters:
  ///   - accepted: owns the descriptor from then on; runs on the loop's thread.
  ///   - hasRoom: asked before each; false is taken for a system without descriptors. Runs on the loop's thread.
  ///   - acceptFailed: told, about once a second, that the system had no room (errno).
  package init(
    socket: ListeningSocket, loop: EventLoop,
    accepted: @escaping @Sendable (_ descriptor: Int32, _ remoteAddress: String) -> Void,
    hasRoom: @escaping @Sendable () -> Bool = { true },
    acceptFailed: @escaping @Sendable (_ code: Int32) -> Void
  ) throws(SystemError) {
    self.descriptor = socket.descriptor
    self.address = socket.address
    self.file = socket.file
    self.loop = loop
    self.accepted = accepted
    self.hasRoom = hasRoom
    self.acceptFailed = acceptFailed
    try watch()
  }

  /// Stops listening, and removes the socket's file if it made one; waiting clients are refused by the kernel.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    pause?.cancel()
    unwatch()
    file?.remove()
    Glibc.close(descriptor)
  }

  /// Watched by level: the loop comes back in its next turn for those who still wait.
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
    for _ in 0..<Self.atOnce where isOpen {
      guard hasRoom() else {
        rest(because: EMFILE)
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
        rest(because: errno)
        return
      }
    }
  }

  /// Looks away for a second: every further client would only make the same call fail again.
  private func rest(because code: Int32) {
    acceptFailed(code)
    unwatch()
    let pause = pause ?? Deadline { [weak self] in self?.pauseEnded() }
    self.pause = pause
    let wrapped = LoopBound(pause, on: loop)
    loop.assumeIsolated { $0.schedule(wrapped, at: .now + .seconds(1)) }
  }

  private func pauseEnded() {
    guard isOpen, !isWatching else { return }
    do throws(SystemError) { try watch() } catch { rest(because: error.code) }
  }
}

extension Listener: DescriptorHandler {
  package func ready(_ events: UInt32) {
    guard !isYielding else { return }
    isYielding = true
    loop.yield(self, .none)
  }
}

extension Listener: YieldHandler {
  package func resume() {
    isYielding = false
    if isOpen, isWatching { acceptSome() }
  }
}
