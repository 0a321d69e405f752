import CLinux
import Glibc

/// A POSIX thread that runs one closure.
///
/// Every thread of the process starts here and has a name that `top -H` shows.
package struct Thread: Sendable {
  private let handle: pthread_t

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
    pthread_detach(handle)
  }

  /// Waits until the closure has returned. Call it once, from another thread.
  package func join() {
    pthread_join(handle, nil)
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
