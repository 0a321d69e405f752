import Crypto
import Runtime
import Synchronization

/// The access tokens that count as expired before their time, by their digests. Any thread.
///
/// All tokens of a user are those that were issued before the call: the tokens issued after it are recorded, because the
/// time of issue has whole seconds and comes from a clock that can be moved.
package final class ExpiredTokens: Sendable {
  /// The maximum number of single tokens, of users, and of recorded tokens of one user. The oldest is dropped.
  static let capacity = 1000

  /// Digests in the order in which they were added, each once.
  private struct Digests: Sendable {
    private var order: [[UInt8]] = []
    private var members: Set<[UInt8]> = []

    func contains(_ digest: [UInt8]) -> Bool { members.contains(digest) }

    mutating func add(_ digest: [UInt8]) {
      guard members.insert(digest).inserted else { return }
      order.append(digest)
      if order.count > ExpiredTokens.capacity { members.remove(order.removeFirst()) }
    }
  }

  private struct State: Sendable {
    var tokens = Digests()
    /// The tokens issued since all tokens of the user expired, by user.
    var issued: [String: Digests] = [:]
    /// The keys of `issued`, oldest first.
    var users: [String] = []
  }

  private let state = Locked(State())
  /// Read for each request with a token, because the lock would cost more.
  private let isEmpty = Atomic(true)

  /// Creates an empty set.
  package init() {}

  /// Whether a valid token of a user counts as expired. - Parameter isExternal: whether another issuer signed it.
  func contains(_ token: String, of userID: String, isExternal: Bool) -> Bool {
    guard !isEmpty.load(ordering: .acquiring) else { return false }
    let digest = Self.digest(token)
    return state.withLock { state in
      if state.tokens.contains(digest) { return true }
      guard !isExternal, let issued = state.issued[userID] else { return false }
      return !issued.contains(digest)
    }
  }

  /// Makes one token count as expired.
  func expire(_ token: String) {
    let digest = Self.digest(token)
    state.withLock { $0.tokens.add(digest) }
    isEmpty.store(false, ordering: .releasing)
  }

  /// Makes all tokens of a user count as expired that this server has issued.
  func expireAll(of userID: String) {
    state.withLock { state in
      if state.issued.updateValue(Digests(), forKey: userID) == nil { state.users.append(userID) }
      if state.users.count > Self.capacity { state.issued[state.users.removeFirst()] = nil }
    }
    isEmpty.store(false, ordering: .releasing)
  }

  /// Records a token that was issued after all tokens of its user expired.
  package func issued(accessToken: String, userID: String) {
    guard !isEmpty.load(ordering: .acquiring) else { return }
    let digest = Self.digest(accessToken)
    state.withLock { $0.issued[userID]?.add(digest) }
  }

  private static func digest(_ token: String) -> [UInt8] { SHA256.digest(Array(token.utf8)) }
}
