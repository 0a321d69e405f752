import Crypto
import Runtime

/// Hashes passwords on a thread of its own, one at a time, with a bounded line before it.
actor PasswordHasher {
  /// Too many are waiting.
  struct Busy: Error {}

  private static let maxWaiting = 64

  private nonisolated let thread: DedicatedThread
  private nonisolated let waiting = Locked(0)
  /// Verified against where there is no such user, so that the answer takes as long.
  private let decoy: String

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init() throws {
    thread = try DedicatedThread(name: "passwords")
    decoy = PasswordHash.make("", salt: SecureRandom.bytes(16)) ?? ""
  }

  nonisolated func hash(_ password: String, salt: [UInt8]) async throws -> String {
    try enter()
    defer { leave() }
    guard let hash = await compute(password, salt: salt) else { throw Busy() }
    return hash
  }

  /// - Parameter hash: nil where there is no such user; the answer is false then, after the same time.
  nonisolated func verify(_ password: String, against hash: String?) async throws -> Bool {
    try enter()
    defer { leave() }
    return await check(password, against: hash)
  }

  private func compute(_ password: String, salt: [UInt8]) -> String? { PasswordHash.make(password, salt: salt) }

  private func check(_ password: String, against hash: String?) -> Bool {
    PasswordHash.verify(password, against: hash ?? decoy) && hash != nil
  }

  private nonisolated func enter() throws {
    let hasRoom = waiting.withLock { waiting in
      guard waiting < Self.maxWaiting else { return false }
      waiting += 1
      return true
    }
    if !hasRoom { throw Busy() }
  }

  private nonisolated func leave() { waiting.withLock { $0 -= 1 } }
}
