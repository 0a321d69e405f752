import Glibc

/// A thread of its own as an executor, for work that blocks: SQLite, password hashing, files.
///
/// An actor lives on it by returning `asUnownedSerialExecutor()` from `unownedExecutor`, a task by preferring it. Jobs
/// run one after another, in the order in which they came.
///
/// `@unchecked Sendable`: `state` is only touched with `mutex` held.
@safe package final class DedicatedThread: SerialExecutor, TaskExecutor, @unchecked Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var stopping = false
    var threadID: UInt = 0
  }

  private var state = State()
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// Starts the thread. It holds this object until `stop()`.
  package init(name: String) throws(ThreadError) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
    try Thread(name: name) { [self] in run() }.detach()
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(condition)
    unsafe mutex.deallocate()
    unsafe condition.deallocate()
  }

  package nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe pthread_mutex_lock(mutex)
    state.jobs.append(job)
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Lets the thread end once it has nothing left to do. Work that arrives later never runs: stop what uses it first.
  package func stop() {
    unsafe pthread_mutex_lock(mutex)
    state.stopping = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  package func isIsolatingCurrentContext() -> Bool? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return state.threadID == Thread.currentID
  }

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
