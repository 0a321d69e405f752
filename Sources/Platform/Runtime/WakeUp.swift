import CLinux
import Glibc

/// A wake-up of a thread that waits in `poll`: an eventfd. Any thread.
package final class WakeUp: Sendable {
  /// Readable after `signal()`, until `clear()`.
  package let descriptor: Int32

  /// Creates the descriptor.
  /// - Throws: `SystemError` if the process has no descriptor left.
  package init() throws(SystemError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError("eventfd") }
  }

  deinit { Descriptor.close(descriptor) }

  /// Wakes the waiting thread, or the next wait.
  package func signal() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Ends the effect of earlier signals.
  package func clear() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }

  /// Blocks until a signal, until another descriptor is readable, or for the given time.
  /// - Parameter other: a negative number is ignored (poll(2)).
  package func wait(or other: Int32 = -1, for limit: Duration) {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&waits, nfds_t(waits.count), Int32(clamping: Int64(limit / .milliseconds(1))))
    clear()
  }
}
