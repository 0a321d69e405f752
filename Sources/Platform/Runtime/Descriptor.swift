import Glibc

/// Operations on file descriptors that no object owns.
package enum Descriptor {
  /// Opens a file with `O_CLOEXEC`. The caller closes the descriptor.
  /// - Parameters:
  ///   - flags: those of open(2), such as `O_RDONLY`.
  ///   - mode: permission bits of a file that the call creates; the umask is subtracted.
  /// - Throws: `SystemError` with the reason.
  package static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) throws(SystemError) -> Int32 {
    while true {
      let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      // A file system over a network may be interrupted by a signal.
      guard errno == EINTR else { throw SystemError("open") }
    }
  }

  /// Closes a descriptor. Errors are ignored: Linux frees the number in every case (close(2)).
  package static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

  /// Raises the soft limit of the process to its hard limit (`RLIMIT_NOFILE`). - Returns: the new limit.
  @discardableResult
  package static func raiseLimit() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    if limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      _ = unsafe setrlimit(kind, &limit)
      unsafe getrlimit(kind, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Grows the kernel's descriptor table to `count` entries, or to the limit if that is lower.
  ///
  /// In a process with several threads each growth blocks the thread that opens a descriptor until all processors have
  /// passed a quiescent state (`synchronize_rcu` in Linux's `expand_fdtable`). That takes about 16 ms, too long for an event
  /// loop. A process with one thread does not wait. The table takes 8 bytes per entry and never shrinks.
  package static func reserve(_ count: Int) {
    let last = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, Int32(clamping: count - 1))
    if last >= 0 { close(last) }
  }

  /// Returns the number of descriptors that the process may still open. Descriptors above 1,024 are not counted: call it
  /// at the start.
  package static func free() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    let most = Int(clamping: limit.rlim_cur)
    return most - (0..<Int32(min(most, 1024))).count { fcntl($0, F_GETFD) >= 0 }
  }

  private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
