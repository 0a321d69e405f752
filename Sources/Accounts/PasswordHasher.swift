import Crypto
import Foundation
import Runtime

/// Hashes passwords on a thread of its own, one at a time, with a bounded line before it.
///
/// Passwords are brought to NFC first (RFC 8265 §4.2), so that the same keys typed on two systems are one password.
actor PasswordHasher {
  /// Too many are waiting, or OpenSSL has no memory.
  struct Busy: Error {}

  private static let maxWaiting = 64

  private nonisolated let thread: DedicatedThread
  private nonisolated let waiting = Locked(0)
  /// Verified against where there is no such user, so that the answer takes as long.
  private let decoy: String

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init() throws {
    thread = try DedicatedThread(name: "passwords")
    decoy = PasswordHash.make("decoy", salt: SecureRandom.bytes(16)) ?? ""
  }

  deinit { thread.stop() }

  nonisolated func hash(_ password: String, salt: [UInt8]) async throws -> String {
    try enter()
    defer { leave() }
    guard let hash = await compute(password, salt: salt) else { throw Busy() }
    return hash
  }

  /// - Parameters:
  ///   - hash: nil where there is no such user; the answer is false then, after the same time.
  ///   - admit: asked on the hashing thread just before the work; what it throws is thrown.
  ///   - settle: told the answer on that thread before the next password is looked at, so that no burst of parallel
  ///     guesses passes a limit that `admit` keeps.
  nonisolated func verify(
    _ password: String, against hash: String?, admit: @Sendable () throws -> Void = {},
    settle: @Sendable (Bool) -> Void = { _ in }
  ) async throws -> Bool {
    try enter()
    defer { leave() }
    return try await check(password, against: hash, admit, settle)
  }

  private func compute(_ password: String, salt: [UInt8]) -> String? {
    PasswordHash.make(password.precomposedStringWithCanonicalMapping, salt: salt)
  }

  private func check(
    _ password: String, against hash: String?, _ admit: @Sendable () throws -> Void, _ settle: @Sendable (Bool) -> Void
  ) throws -> Bool {
    try admit()
    let matches =
      PasswordHash.verify(password.precomposedStringWithCanonicalMapping, against: hash ?? decoy) && hash != nil
    settle(matches)
    return matches
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
