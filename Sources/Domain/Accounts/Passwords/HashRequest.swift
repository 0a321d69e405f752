package import Net

/// The client and the rank of one password hash.
package struct HashRequest: Sendable {
  /// The order in which waiting requests get a hashing thread.
  package enum Priority: Int, Sendable, CaseIterable {
    /// A login, or a change of password, from an address from which the account logged in before.
    case returningLogin
    case login
    /// A sign-up, or the hash of a new password.
    case newPassword

    /// The share of hashing threads while requests of all priorities wait, relative to the others.
    var weight: Int {
      switch self {
      case .returningLogin: 16
      case .login: 4
      case .newPassword: 1
      }
    }
  }

  /// The client that a fair share is counted for.
  package var client: ClientNetwork
  /// The rank among waiting requests.
  package var priority: Priority

  /// A request of `client`, whose fair share it is counted for.
  package init(client: ClientNetwork, priority: Priority) {
    self.client = client
    self.priority = priority
  }
}
