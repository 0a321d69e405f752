import Bytes
import Crypto
import Runtime

/// Hashes passwords on threads of its own, each one at a time, in the order of `HashScheduler`.
///
/// Passwords are brought to NFC first (RFC 8265 §4.2), so that the same keys typed on two systems are one password.
final class PasswordHasher: Sendable {
  /// Too many requests wait, this one waited too long, the hasher stops, or OpenSSL has no memory.
  struct Busy: Error {}

  /// An actor on a thread of its own. It ends the thread when it is released.
  private actor Worker {
    private nonisolated let thread: DedicatedThread

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(name: String) throws { thread = try DedicatedThread(name: name) }

    deinit { thread.stop() }

    nonisolated func stop() async {
      thread.stop()
      await thread.join(within: .seconds(1))
    }

    func run<Value>(_ work: @Sendable () throws -> sending Value) rethrows -> sending Value { try work() }
  }

  /// Resumed with the index of a worker that the request may use.
  private typealias Waiter = CheckedContinuation<Int, any Error>

  private let workers: [Worker]
  private let scheduler: Locked<HashScheduler<Waiter>>
  /// Resumed by the end of the last hash after `stop()`.
  private let drained = Locked<CheckedContinuation<Void, Never>?>(nil)
  /// Verified against if there is no such user, so that the answer takes as long.
  private let decoy: String
  private let logN: UInt64

  /// - Parameters:
  ///   - threads: at least 1. Each takes 32 MiB while it hashes.
  ///   - logN: the cost of new hashes.
  /// - Throws: `SystemError` if the threads cannot be started.
  init(threads: Int = 1, logN: UInt64 = PasswordHash.standardLogN) throws {
    self.logN = logN
    workers = try (0..<max(1, threads)).map { try Worker(name: "passwords-\($0)") }
    var limits = HashScheduler<Waiter>.Limits()
    limits.threads = workers.count
    scheduler = Locked(HashScheduler(limits))
    decoy = PasswordHash.decoy(logN: logN)
  }

  /// Number of requests that wait for a thread.
  var waitingCount: Int { scheduler.withLock { $0.waitingCount } }

  /// Refuses requests that wait or come later, and ends the threads after the hashes in progress.
  func stop() async {
    for waiter in scheduler.withLock({ $0.close() }) { waiter.resume(throwing: Busy()) }
    // A thread that was given to a request must not end before it: a job of an ended thread never runs.
    await withCheckedContinuation { continuation in
      drained.withLock { $0 = continuation }
      resumeIfIdle()
    }
    for worker in workers { await worker.stop() }
  }

  private func resumeIfIdle() {
    guard scheduler.withLock({ $0.isIdle }) else { return }
    drained.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }?.resume()
  }

  /// - Throws: `Busy`.
  func hash(_ password: String, salt: [UInt8], _ request: HashRequest) async throws -> String {
    let hash = try await perform(request) { [logN] in
      PasswordHash.make(password.nfc, salt: salt, logN: logN)
    }
    guard let hash else { throw Busy() }
    return hash
  }

  /// - Parameters:
  ///   - hash: nil if there is no such user; the answer is false then, after the same time.
  ///   - admit: called on the hashing thread just before the work; what it throws is thrown.
  ///   - settle: called with the answer on that thread, once for each `admit` that did not throw, before the thread
  ///     hashes another password.
  /// - Throws: `Busy`, or what `admit` throws.
  func verify(
    _ password: String, against hash: String?, _ request: HashRequest,
    admit: @escaping @Sendable () throws -> Void, settle: @escaping @Sendable (Bool) -> Void
  ) async throws -> Bool {
    try await perform(request) { [decoy] in
      try admit()
      let text = password.nfc
      let matches = PasswordHash.verify(text, against: hash ?? decoy) && hash != nil
      settle(matches)
      return matches
    }
  }

  /// Waits for a worker and runs `work` on its thread.
  private func perform<Value: Sendable>(
    _ request: HashRequest, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let worker = try await worker(for: request)
    return try await workers[worker].run {
      // On the worker's thread, so that the next request does not also wait for this one's event loop.
      defer { self.release(worker) }
      return try work()
    }
  }

  private func worker(for request: HashRequest) async throws -> Int {
    try await withCheckedThrowingContinuation { (continuation: Waiter) in
      switch scheduler.withLock({ $0.arrived(continuation, request, now: .now) }) {
      case .started(let worker): continuation.resume(returning: worker)
      case .waits(let displaced): displaced?.resume(throwing: Busy())
      case .refused: continuation.resume(throwing: Busy())
      }
    }
  }

  private func release(_ worker: Int) {
    let (next, expired) = scheduler.withLock { $0.finished(worker, now: .now) }
    next?.resume(returning: worker)
    for waiter in expired { waiter.resume(throwing: Busy()) }
    if next == nil { resumeIfIdle() }
  }
}
