import CLinux
import Glibc

/// The process's signals as data, read from one descriptor instead of interrupting code.
package struct Signals: Sendable {
  private let descriptor: Int32

  /// Blocks `signals` in the calling thread and all that it starts later, and receives them here. Call it first in
  /// `main`, before any thread exists. SIGPIPE is ignored: a write to a closed socket is an error code.
  /// - Throws: `RuntimeError` where the system has no descriptors left.
  package init(_ signals: [Int32]) throws(RuntimeError) {
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))
    guard descriptor >= 0 else { throw RuntimeError(call: "signalfd", code: errno) }
  }

  /// Waits for the next signal. Blocks its thread. - Returns: the signal's number.
  package func next() -> Int32 {
    var info = signalfd_siginfo()
    while true {
      let count = unsafe read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size)
      if count == MemoryLayout<signalfd_siginfo>.size { return Int32(info.ssi_signo) }
      guard count < 0, errno == EINTR else { return SIGTERM }
    }
  }
}
