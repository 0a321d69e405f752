/// The family of routes that issued a token. It decides how long tokens live (docs/api/rest-accounts.md#families).
package enum TokenFamily: String, Sendable, CaseIterable {
  /// `/api/v1/auth`
  case fitness
  /// `/api/auth`
  case chat
  /// `/api/auth/token`
  case mobile

  /// The lifetime of an access token.
  var accessLifetime: Duration {
    switch self {
    case .fitness: .seconds(24 * 3600)
    case .chat: .seconds(30 * 60)
    case .mobile: .seconds(3600)
    }
  }

  /// The lifetime of a refresh token.
  var refreshLifetime: Duration {
    switch self {
    case .fitness: .seconds(30 * 86400)
    case .chat, .mobile: .seconds(7 * 86400)
    }
  }
}
