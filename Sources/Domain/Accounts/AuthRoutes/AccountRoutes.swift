package import API

/// The endpoints of all families; one account works on each.
package struct AccountRoutes: Sendable {
  private let accounts: AccountsService

  /// The routes of `accounts`.
  package init(accounts: AccountsService) { self.accounts = accounts }

  /// All routes, in the order of the families.
  package var routes: [Route] {
    ChatAuthRoutes(accounts: accounts).routes + MobileAuthRoutes(accounts: accounts).routes
      + FitnessAuthRoutes(accounts: accounts).routes + ProfileRoutes(accounts: accounts).routes
      + InvitationRoutes(accounts: accounts).routes + IdentityRoutes(accounts: accounts).routes
  }
}
