import Glibc

/// An executor with one thread, for work that blocks: SQLite, password hashing, files.
///
/// An actor uses it by returning `asUnownedSerialExecutor()` from `unownedExecutor`, a task by preferring it. Jobs run one
/// after another in the order in which they were enqueued.
///
/// `@unchecked Sendable`: `state` is only touched with `mutex` held.
@safe package final class DedicatedThread: SerialExecutor, TaskExecutor, @unchecked Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var stopping = false
    var threadID: UInt = 0
    /// nil until the thread has started.
    var thread: Thread?
  }

  private var state = State()
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// Starts the thread, which retains this object until `stop()`.
  /// - Parameter name: shown by `top -H`; the kernel keeps 15 bytes.
  package init(name: String) throws(SystemError) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
    let thread = try Thread(name: name) { [self] in run() }
    unsafe pthread_mutex_lock(mutex)
    state.thread = thread
    unsafe pthread_mutex_unlock(mutex)
  }

  deinit {
    state.thread?.abandon()
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(condition)
    unsafe mutex.deallocate()
    unsafe condition.deallocate()
  }

  /// Adds a job. Any thread.
  package nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe pthread_mutex_lock(mutex)
    state.jobs.append(job)
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Ends the thread once its queue is empty. Jobs enqueued later never run: stop the users of the executor first. Any thread.
  package func stop() {
    unsafe pthread_mutex_lock(mutex)
    state.stopping = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits for the end of a thread after `stop()`, without blocking the caller's thread. Never call it on this thread.
  ///
  /// - Returns: false if the thread still runs after `limit`.
  @discardableResult
  package func join(within limit: Duration) async -> Bool {
    guard let thread = thread() else { return true }
    return await thread.join(within: limit)
  }

  private func thread() -> Thread? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return state.thread
  }

  /// Whether the caller is on this thread (`SerialExecutor`).
  package func isIsolatingCurrentContext() -> Bool? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return state.threadID == Thread.currentID
  }

  /// Traps if the caller is on another thread (`SerialExecutor`).
  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the dedicated thread")
  }

  private func run() {
    unsafe pthread_mutex_lock(mutex)
    state.threadID = Thread.currentID
    while true {
      while state.jobs.isEmpty && !state.stopping { unsafe pthread_cond_wait(condition, mutex) }
      guard !state.jobs.isEmpty else { break }
      let batch = state.jobs
      state.jobs = []
      unsafe pthread_mutex_unlock(mutex)
      for job in batch {
        unsafe job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
      unsafe pthread_mutex_lock(mutex)
    }
    unsafe pthread_mutex_unlock(mutex)
  }
}
