import Bytes
import Cluster
import Net
import Runtime

/// Decides when a password may be tried. Any thread; time is passed in.
///
/// Failures count for the pair of account and client, and for the client: beyond a limit, each must wait until its window
/// ends. A stranger therefore cannot lock the owner out. Failures of an account from anywhere only delay tries from
/// clients that have not logged in to it before (`LoginDelay`). Memory is bounded.
///
/// Several nodes exchange their results, so that each counts the failures of all; while the bus has no connection, each
/// counts its own.
final class LoginThrottle: Sendable {
  struct Limits: Sendable {
    /// Failures of one client at one account in the window.
    var attempts = 10
    /// Failures of one client at all accounts in the window.
    var addressAttempts = 100
    /// Failures at one account, from anywhere, in the window before tries are delayed.
    var accountAttempts = 10
    /// The longest such delay; zero for none.
    var maxAccountDelay: Duration = .seconds(30)
    var window: Duration = .seconds(300)
    /// Maximum number of pairs and of clients whose failures are kept, before older ones are dropped.
    var capacity = 50_000
    /// The same for accounts with delays, and for clients known to an account.
    var accountCapacity = 10_000
  }

  /// One login attempt.
  struct Attempt: Hashable, Sendable {
    /// The account's id, or the login if there is no such account.
    var account: String
    var client: ClientNetwork
  }

  /// The reason why a try must wait.
  struct Wait: Equatable, Sendable {
    var seconds: Int
    /// The setting of the limit that is reached.
    var setting: String
  }

  /// A failed try at another node: client (key), and the number of the result at that node and the account (detail).
  private static let failed = Hint.Kind("login-failed")
  /// A login at another node, in the same form.
  private static let succeeded = Hint.Kind("login-succeeded")

  private let state: Locked<State>
  private let environment: Environment
  private let node: ClusterNode

  /// Call it before the bus starts. - Parameter environment: the clock of results of other nodes.
  init(_ limits: Limits, node: ClusterNode, environment: Environment) {
    state = Locked(State(limits))
    self.environment = environment
    self.node = node
    for kind in [Self.failed, Self.succeeded] {
      node.bus.receive(kind) { [self] hint in
        guard let space = hint.detail.firstIndex(of: " ") else { return }
        let account = String(hint.detail[hint.detail.index(after: space)...])
        let attempt = Attempt(account: account, client: ClientNetwork(description: hint.key))
        state.withLock { $0.count(attempt, succeeded: kind == Self.succeeded, now: environment.now()) }
      }
    }
  }

  /// Whether this client has logged in to the account before, if the entry was not dropped.
  func isKnown(_ attempt: Attempt) -> Bool { state.withLock { $0.known[attempt] != nil } }

  /// The wait before the try; nil if it may be made now.
  /// - Parameter isTrusted: whether the account's delay does not apply, because the client has proved its identity.
  func check(_ attempt: Attempt, isTrusted: Bool = false, now: Timestamp) -> Wait? {
    state.withLock { $0.wait(attempt, isTrusted: isTrusted, isTrying: false, now: now) }
  }

  /// The same, immediately before the password is checked. If it returns nil, the try counts as a failure until `end`, so
  /// that parallel tries cannot exceed a limit.
  func begin(_ attempt: Attempt, isTrusted: Bool = false, now: Timestamp) -> Wait? {
    state.withLock { state in
      let wait = state.wait(attempt, isTrusted: isTrusted, isTrying: true, now: now)
      if wait == nil { state.trying.append(attempt) }
      return wait
    }
  }

  /// Reports the result of a try that `begin` admitted.
  func end(_ attempt: Attempt, succeeded: Bool, now: Timestamp) {
    let number = state.withLock { $0.ended(attempt, succeeded: succeeded, now: now) }
    guard node.isShared else { return }
    let kind = succeeded ? Self.succeeded : Self.failed
    // The number, because the bus sends one of equal hints only.
    node.bus.send(Hint(kind, key: attempt.client.description, detail: "\(number) \(attempt.account)"))
  }

  /// The number of entries in all tables.
  var count: Int {
    state.withLock { $0.pairs.count + $0.clients.count + $0.accounts.count + $0.delays.count + $0.known.count }
  }
}

extension LoginThrottle {
  private struct State {
    let limits: Limits
    var pairs: FixedWindowCounter<Attempt>
    var clients: FixedWindowCounter<ClientNetwork>
    var accounts: FixedWindowCounter<String>
    var delays: RecentDictionary<String, LoginDelay>
    /// Clients that have logged in to the account.
    var known: RecentDictionary<Attempt, Bool>
    /// Tries that are being checked; as many as there are hashing threads.
    var trying: [Attempt] = []
    /// The number of tries that have ended.
    var endedCount = 0

    init(_ limits: Limits) {
      self.limits = limits
      pairs = FixedWindowCounter(length: limits.window, capacity: limits.capacity)
      clients = FixedWindowCounter(length: limits.window, capacity: limits.capacity)
      accounts = FixedWindowCounter(length: limits.window, capacity: limits.accountCapacity)
      delays = RecentDictionary(capacity: limits.accountCapacity)
      known = RecentDictionary(capacity: limits.accountCapacity)
    }

    mutating func wait(_ attempt: Attempt, isTrusted: Bool, isTrying: Bool, now: Timestamp) -> Wait? {
      let ofPair = trying.count { $0 == attempt }
      let ofClient = trying.count { $0.client == attempt.client }
      let locks = [
        Self.lock(pairs, attempt, trying: ofPair, limit: limits.attempts, now)
          .map { Wait(seconds: $0, setting: "auth.login_attempts") },
        Self.lock(clients, attempt.client, trying: ofClient, limit: limits.addressAttempts, now)
          .map { Wait(seconds: $0, setting: "auth.address_attempts") },
      ]
      if let longest = locks.compactMap({ $0 }).max(by: { $0.seconds < $1.seconds }) { return longest }
      guard !isTrusted, known[attempt] == nil else { return nil }
      return delay(attempt, isTrying: isTrying, now).map { Wait(seconds: $0, setting: "auth.account_attempts") }
    }

    /// - Returns: the number of the result.
    mutating func ended(_ attempt: Attempt, succeeded: Bool, now: Timestamp) -> Int {
      if let index = trying.firstIndex(of: attempt) { trying.remove(at: index) }
      count(attempt, succeeded: succeeded, now: now)
      endedCount += 1
      return endedCount
    }

    mutating func count(_ attempt: Attempt, succeeded: Bool, now: Timestamp) {
      if succeeded {
        pairs.remove(attempt)
        known[attempt] = true
        return
      }
      pairs.add(attempt, now: now)
      clients.add(attempt.client, now: now)
      accounts.add(attempt.account, now: now)
      guard accounts.events(of: attempt.account, now: now) >= limits.accountAttempts else { return }
      delays[attempt.account, default: LoginDelay()].failed(now: now)
    }

    /// The seconds to wait because of failures from anywhere: 1, 2, 4 and so on, up to the limit.
    private mutating func delay(_ attempt: Attempt, isTrying: Bool, _ now: Timestamp) -> Int? {
      let ofAccount = trying.count { $0.account == attempt.account }
      let excess = accounts.events(of: attempt.account, now: now) + ofAccount - limits.accountAttempts
      guard excess >= 0, limits.maxAccountDelay > .zero else { return nil }
      let delay = min(limits.maxAccountDelay, .seconds(1 << min(excess, 20)))
      return delays[attempt.account, default: LoginDelay()]
        .wait(for: attempt.client, delay: delay, isIdle: ofAccount == 0, isTrying: isTrying, now: now)
        .map(LoginThrottle.seconds)
    }

    /// The seconds until the window ends if its limit is reached, or 1 if it may be by tries without a result yet.
    private static func lock<Key: Hashable & Sendable>(
      _ windows: FixedWindowCounter<Key>, _ key: Key, trying: Int, limit: Int, _ now: Timestamp
    ) -> Int? {
      let failures = windows.events(of: key, now: now)
      if failures >= limit { return max(1, windows.remainingSeconds(of: key, now: now)) }
      return failures + trying >= limit ? 1 : nil
    }
  }

  /// Whole seconds, rounded up, at least 1.
  private static func seconds(_ duration: Duration) -> Int {
    let parts = duration.components
    return max(1, Int(parts.seconds) + (parts.attoseconds > 0 ? 1 : 0))
  }
}
