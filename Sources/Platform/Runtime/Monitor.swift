import Glibc

/// A monitor: a value protected by a mutex, with a condition variable on which threads wait for a state of the value.
///
/// For threads that may block; code on event loops uses `Locked`. Hold the lock for a few instructions only.
///
/// `@unchecked Sendable`: `value` is only accessed between lock and unlock of `mutex`.
@safe package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// - Parameter value: the initial value.
  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(condition)
    unsafe mutex.deallocate()
    unsafe condition.deallocate()
  }

  /// Runs `body` with exclusive access to the value. Does not wake waiting threads. Not recursive.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Blocks the calling thread until `take` returns a value. `take` runs at once and after each wake-up.
  package func wait<Result>(_ take: (inout sending Value) -> sending Result?) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = take(&value) { return result }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }

  /// Wakes one waiting thread, if there is one.
  package func wakeOne() { unsafe pthread_cond_signal(condition) }

  /// Wakes all waiting threads.
  package func wakeAll() { unsafe pthread_cond_broadcast(condition) }
}
