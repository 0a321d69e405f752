package import API

/// The endpoints of all families; one account works on each.
package struct AccountRoutes: Sendable {
  private let accounts: AccountsService
  private let basePath: String

  /// The routes of `accounts`.
  /// - Parameter basePath: the path before every path of the server: `/hearth`, or "" for the root.
  package init(accounts: AccountsService, basePath: String = "") {
    self.accounts = accounts
    self.basePath = basePath
  }

  /// All routes, in the order of the families.
  package var routes: [Route] {
    ChatAuthRoutes(accounts: accounts).routes + MobileAuthRoutes(accounts: accounts).routes
      + FitnessAuthRoutes(accounts: accounts).routes + ProfileRoutes(accounts: accounts).routes
      + InvitationRoutes(accounts: accounts).routes + IdentityRoutes(accounts: accounts).routes
      + PasswordLinkRoutes(accounts: accounts).routes
      + AccountAdministrationRoutes(accounts: accounts, basePath: basePath).routes
  }
}
