import CLinux
import Glibc

/// The signals of the process, read as data from a pipe.
///
/// A handler writes each signal to the pipe. `signalfd` does not work here: it needs every thread to block the signals, and
/// the main thread of an async `main` waits in `dispatch_main`, which unblocks all of them.
package struct Signals: Sendable {
  private let descriptor: Int32

  /// Catches `signals` from now on, and ignores SIGPIPE: a write to a closed socket returns `EPIPE` instead. Call it once in a
  /// process.
  /// - Throws: `SystemError` if no descriptors are left.
  package init(_ signals: [Int32]) throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    descriptor = unsafe hearth_catch_signals(signals, Int32(clamping: signals.count))
    guard descriptor >= 0 else { throw SystemError("pipe2") }
  }

  /// Waits for the next signal and blocks the calling thread. - Returns: the number of the signal.
  package func next() -> Int32 {
    var number: UInt8 = 0
    while true {
      let count = unsafe read(descriptor, &number, 1)
      if count == 1 { return Int32(number) }
      guard count < 0, errno == EINTR else { return SIGTERM }
    }
  }
}
