import Glibc

/// Operations on descriptors that no object owns yet.
package enum Descriptor {
  package static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

  /// Lets the process have as many descriptors as its hard limit allows. - Returns: that limit.
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

  /// Makes the kernel's table of descriptors large enough for `count` of them, as far as the limit allows.
  ///
  /// Each time the table grows in a process with threads, the thread that opens a descriptor waits until all processors have
  /// been seen elsewhere (`synchronize_rcu` in Linux's `expand_fdtable`), 16 ms mostly: too long for an event loop. The table
  /// never shrinks, takes 8 bytes for each, and grows at once while the process has one thread.
  package static func reserve(_ count: Int) {
    let last = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, Int32(clamping: count - 1))
    if last >= 0 { close(last) }
  }

  /// How many more the process may open. Those above number 1,024 are not looked for: ask at the start.
  package static func free() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    let most = Int(clamping: limit.rlim_cur)
    return most - (0..<Int32(min(most, 1024))).count { fcntl($0, F_GETFD) >= 0 }
  }

  /// What the system says about an errno value.
  package static func message(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
