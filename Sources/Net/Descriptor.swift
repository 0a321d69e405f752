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
