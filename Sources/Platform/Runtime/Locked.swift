import Glibc

/// A value protected by a mutex.
///
/// It uses `pthread_mutex_t` because ThreadSanitizer reports false races for `Synchronization.Mutex` on Linux. Hold it for a few instructions only: never across `await`, I/O or a call of a closure
/// from elsewhere.
///
/// `@unchecked Sendable`: `value` is only accessed between lock and unlock of `mutex`.
@safe package final class Locked<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// - Parameter value: the initial value.
  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the value. Not recursive.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
