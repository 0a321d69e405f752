import Crypto
import Net
import Runtime
import TestSupport
import Testing

@testable import Accounts

/// The hasher with real threads and real hashes, which are cheap ones if the cost does not matter.
@Suite struct PasswordHasherTests {
  private static func request(_ client: String, _ priority: HashRequest.Priority) -> HashRequest {
    HashRequest(client: ClientNetwork(clientAddress: client), priority: priority)
  }

  @Test(arguments: [1, 3]) func hashesAndVerifies(threads: Int) async throws {
    let hasher = try PasswordHasher(threads: threads)
    let hash = try await hasher.hash("Secret12", salt: [1, 2, 3], Self.request("a", .newPassword))
    for (password, matches) in [("Secret12", true), ("secret12", false)] {
      let settled = Locked<[Bool]>([])
      let result = try await hasher.verify(
        password, against: hash, Self.request("a", .login), admit: {},
        settle: { result in settled.withLock { $0.append(result) } })
      #expect(result == matches)
      #expect(settled.withLock { $0 } == [matches])
    }
  }

  @Test func rethrowsErrorsOfAdmitAndReleasesTheThread() async throws {
    struct Refused: Error {}
    let hasher = try PasswordHasher(logN: PasswordHash.lowestLogN)
    for _ in 0..<3 {
      await #expect(throws: Refused.self) {
        _ = try await hasher.verify(
          "x", against: nil, Self.request("a", .login), admit: { throw Refused() },
          settle: { _ in Issue.record("settled what was not admitted") })
      }
    }
    _ = try await hasher.hash("Secret12", salt: [1], Self.request("a", .newPassword))
  }

  /// One hash is in progress, one request waits and one comes later.
  @Test(.timeLimit(.minutes(1))) func stopAnswersEveryRequest() async throws {
    let hasher = try PasswordHasher(logN: PasswordHash.lowestLogN)
    let hash = try await hasher.hash("Secret12", salt: [1], Self.request("a", .newPassword))
    let began = Gate()
    let resume = Gate()
    async let running = hasher.verify(
      "Secret12", against: hash, Self.request("a", .login),
      admit: {
        began.open()
        resume.wait()
      }, settle: { _ in })
    try await runBlocking { began.wait() }
    let waiting = Task { try await hasher.hash("waits", salt: [2], Self.request("b", .newPassword)) }
    try await waitUntil { hasher.waitingCount == 1 }
    async let stopped: Void = hasher.stop()
    await #expect(throws: PasswordHasher.Busy.self) { _ = try await waiting.value }
    await #expect(throws: PasswordHasher.Busy.self) {
      _ = try await hasher.hash("late", salt: [3], Self.request("c", .newPassword))
    }
    resume.open()
    #expect(try await running)
    await stopped
  }

  /// Sign-ups of one client never stop, and the login of another one is not refused.
  @Test func verifiesALoginDuringAFloodOfSignUps() async throws {
    let hasher = try PasswordHasher(logN: PasswordHash.lowestLogN)
    let hash = try await hasher.hash("Secret12", salt: [1], Self.request("owner", .newPassword))
    let isOver = Locked(false)
    let refused = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<70 {
        group.addTask {
          while !isOver.withLock({ $0 }) {
            do {
              _ = try await hasher.hash("flood", salt: [2], Self.request("attacker", .newPassword))
            } catch is PasswordHasher.Busy {
              refused.withLock { $0 += 1 }
              await Task.yield()
            }
          }
        }
      }
      try await waitUntil { refused.withLock { $0 } != 0 }
      for _ in 0..<3 {
        #expect(
          try await hasher.verify("Secret12", against: hash, Self.request("owner", .login), admit: {}, settle: { _ in })
        )
      }
      isOver.withLock { $0 = true }
      try await group.waitForAll()
    }
  }
}
