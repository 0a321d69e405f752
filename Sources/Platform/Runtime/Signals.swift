import CLinux
import Glibc

/// The process's signals as data, read from one descriptor instead of interrupting code.
///
/// Caught by a handler that writes to a pipe, not by `signalfd`: that needs every thread to block the signals, and the
/// main thread of an async `main` waits in `dispatch_main`, which unblocks all of them.
package struct Signals: Sendable {
  private let descriptor: Int32

  /// Catches `signals` from now on. Once in a process. SIGPIPE is ignored: a write to a closed socket is an error code.
  /// - Throws: `RuntimeError` where the system has no descriptors left.
  package init(_ signals: [Int32]) throws(RuntimeError) {
    signal(SIGPIPE, SIG_IGN)
    descriptor = unsafe hearth_catch_signals(signals, Int32(clamping: signals.count))
    guard descriptor >= 0 else { throw RuntimeError(call: "pipe2", code: errno) }
  }

  /// Waits for the next signal. Blocks its thread. - Returns: the signal's number.
  package func next() -> Int32 {
    var number: UInt8 = 0
    while true {
      let count = unsafe read(descriptor, &number, 1)
      if count == 1 { return Int32(number) }
      guard count < 0, errno == EINTR else { return SIGTERM }
    }
  }
}
