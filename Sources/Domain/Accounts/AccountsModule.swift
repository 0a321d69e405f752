package import Modules
package import Storage

/// Accounts, their sessions, invitations and external identities in a server.
package enum AccountsModule {
  /// The tables of users, sessions, identities and invitations.
  package static let tables = [
    UserTable(
      "users",
      export: .rows(
        ExportQuery(
          kind: "account",
          select: """
            SELECT id, number, username, email, name, date_of_birth, language, time_zone, role, created_at, updated_at FROM users
            WHERE id = $1
            """,
          keys: ["id"])), usage: .free),
    UserTable(
      "profiles",
      export: .rows(
        ExportQuery(kind: "profile", select: "SELECT * FROM profiles WHERE user_id = $1", keys: ["user_id"])),
      usage: .free),
    UserTable(
      "sessions",
      export: .rows(
        ExportQuery(
          kind: "session",
          select: "SELECT id, family, created_at, expires_at, revoked_at FROM sessions WHERE user_id = $1",
          keys: ["id"])), usage: .free),
    // Digests of secrets.
    UserTable("refresh_tokens", export: .nothing, usage: .free),
    UserTable(
      "external_identities",
      export: .rows(
        ExportQuery(
          kind: "external_identity",
          select: "SELECT id, issuer, subject, linked_at, linked_by FROM external_identities WHERE user_id = $1",
          keys: ["id"])), usage: .free),
    UserTable(
      "invitations",
      export: .rows(
        ExportQuery(
          kind: "invitation",
          select: """
            SELECT id, note, created_at, expires_at, used_at FROM invitations WHERE (created_by = $1 OR used_by = $1)
            """,
          keys: ["id"])), usage: .free),
    UserTable("sign_outs", export: .nothing, usage: .free),
    UserTable("account_deletions", export: .nothing, usage: .free),
    // Digests of secrets.
    UserTable("password_links", export: .nothing, usage: .free),
  ]

  /// The counts of `hearth check`.
  package static let check = ContentCheck(counts: ["users": "users", "sessions": "sessions"])

  /// - Parameter basePath: the path before every path of the server: `/hearth`, or "" for the root.
  /// - Throws: `StorageError` if the newest sign-out cannot be read.
  package static func make(_ accounts: AccountsService, basePath: String) async throws -> Module {
    var module = Module("accounts")
    module.routes = AccountRoutes(accounts: accounts, basePath: basePath).routes
    module.tables = tables
    // Before the first connection, so that no sign-out of a connected user is missed.
    let signOuts = try await SignOutWatch(accounts)
    module.tasks = [
      PeriodicTask("sign-outs", every: .seconds(1)) { try await signOuts.look() },
      PeriodicTask("spent sessions", every: .seconds(3600)) { try await accounts.sessions.purge() },
      PeriodicTask("old password links", every: .seconds(3600)) { try await accounts.passwordLinks.purge() },
      PeriodicTask("old invitations", every: .seconds(3600)) { try await accounts.invitations.purge() },
    ]
    return module
  }
}
