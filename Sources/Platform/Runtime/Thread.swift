import CLinux
import Glibc

/// A POSIX thread that runs one closure.
///
/// Every thread of the process starts here and has a name that `top -H` shows.
package struct Thread: Sendable {
  private let handle: pthread_t
  /// Whether the handle was given back to the system: joining it again would be undefined behaviour.
  private let isReleased = Locked(false)

  /// Starts a thread. - Parameter name: the kernel keeps 15 bytes.
  /// - Throws: `SystemError` if the system refuses another thread (`EAGAIN`).
  package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
    var handle = pthread_t()
    let code = unsafe pthread_create(
      &handle, nil,
      { raw in
        guard let raw = unsafe raw else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
        _ = unsafe hearth_name_thread(String(start.name.prefix(15)))
        start.body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      unsafe start.release()
      throw SystemError("pthread_create", code: code)
    }
    self.handle = handle
  }

  /// Makes the system free the thread when it ends. Call it once, instead of `join`.
  package func detach() {
    isReleased.withLock { $0 = true }
    pthread_detach(handle)
  }

  /// Waits until the closure has returned. Call it once, from another thread.
  package func join() {
    isReleased.withLock { $0 = true }
    pthread_join(handle, nil)
  }

  /// Waits until the closure has returned, without blocking the caller's thread. It may be called more than once.
  ///
  /// - Returns: false if the thread still runs after `limit`.
  package func join(within limit: Duration) async -> Bool {
    let deadline = ContinuousClock.now + limit
    while !tryJoin() {
      guard .now < deadline else { return false }
      // A cancelled task must not spin here.
      if (try? await Task.sleep(for: .milliseconds(1))) == nil { await Task.yield() }
    }
    return true
  }

  /// Lets the system free the thread when it ends, unless it was joined already.
  func abandon() {
    let mustDetach = isReleased.withLock { isReleased in
      defer { isReleased = true }
      return !isReleased
    }
    if mustDetach { pthread_detach(handle) }
  }

  private func tryJoin() -> Bool {
    isReleased.withLock { isReleased in
      if !isReleased { isReleased = hearth_try_join(handle) == 0 }
      return isReleased
    }
  }

  /// The identity of the calling thread.
  package static var currentID: UInt { UInt(pthread_self()) }

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
