import Glibc

/// A failed system call: its name and its `errno` value.
///
/// The only way from `errno` to an error or a text in this project.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the call as in its manual page, such as `epoll_ctl`.
  package var call: String
  /// The `errno` value.
  package var code: Int32

  /// - Parameter code: an `errno` value, for calls that return it.
  package init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// Takes the calling thread's `errno`. Create it directly after the failed call.
  package init(_ call: String) { self.init(call, code: errno) }

  /// The C library's text, such as `No space left on device`.
  package var reason: String { Self.reason(of: code) }

  /// `CALL: REASON`, for logs.
  package var description: String { "\(call): \(reason)" }

  /// The C library's text for an `errno` value.
  package static func reason(of code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// The C library's text for the calling thread's `errno`. Read it directly after the failed call.
  package static var lastReason: String { reason(of: errno) }
}
