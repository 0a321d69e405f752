package import Bytes
package import Cluster
import Crypto
package import JWT
package import Storage

/// The parts of accounts, connected. Each part has one subject. Any thread.
package final class AccountsService: Sendable {
  /// Limits of logins and lifetimes of tokens.
  package struct Configuration: Sendable {
    /// Failed logins to one account from one client address within the window before further ones must wait for its end.
    package var loginAttempts = 10
    /// The same per client address; more, because many people may share one.
    package var addressAttempts = 100
    /// Failed logins to one account from anywhere within the window before logins from new addresses are delayed.
    package var accountAttempts = 10
    /// The longest of these delays, which start at one second and double; zero for none.
    package var maxAccountDelay: Duration = .seconds(30)
    /// The window in which failed logins are counted.
    package var loginWindow: Duration = .seconds(300)
    /// Replaces every family's own lifetime where set.
    package var accessLifetime: Duration?
    /// The same for refresh tokens.
    package var refreshLifetime: Duration?
    /// The time for which the refresh token that a session spent last is accepted again.
    package var refreshRetryWindow: Duration = .zero
    /// The sign-up mode of the REST routes.
    package var signUp = SignUpMode.open
    /// Sign-ups of one client address per hour; 0 means no limit.
    package var signUpsPerHour = 20
    /// The lifetime of a one-time link to choose a password.
    package var passwordLinkLifetime: Duration = .seconds(86400)
    /// Threads that hash passwords, at least 1. Each takes 32 MiB while it hashes.
    package var hashThreads = 1
    /// The binary logarithm of scrypt's N for new hashes. Only tests lower it.
    package var hashLogN = PasswordHash.standardLogN
    /// The effect of the first use of an external identity without a link.
    package var externalAccounts = ExternalAccounts.link

    /// The defaults.
    package init() {}

    var throttleLimits: LoginThrottle.Limits {
      LoginThrottle.Limits(
        attempts: loginAttempts, addressAttempts: addressAttempts, accountAttempts: accountAttempts,
        maxAccountDelay: maxAccountDelay, window: loginWindow)
    }
  }

  let database: any Database
  let environment: Environment
  let keys: TokenKeys
  let signOuts: SignOuts
  /// Creates, finds, disables and deletes accounts.
  package let users: Users
  /// Hashes, verifies and changes passwords.
  let passwords: Passwords
  /// Opens, refreshes and ends sessions.
  package let sessions: Sessions
  let logins: Logins
  let signUps: SignUps
  let passwordLinks: PasswordLinks
  /// Lists, changes and deletes accounts on behalf of administrators.
  package let administration: AccountAdministration
  /// Creates, lists and revokes invitations.
  package let invitations: Invitations
  /// Links identities of another issuer to accounts.
  let identities: IdentityLinks
  /// Reads and changes profiles.
  package let profiles: Profiles
  /// Verifies access tokens.
  package let authenticator: TokenAuthenticator

  /// - Parameters:
  ///   - key: the HS256 key, at least 32 bytes.
  ///   - external: another issuer whose access tokens are accepted beside our own.
  ///   - listener: closes sockets; nil in a command, which leaves that to the running server (`SignOutWatch`).
  ///   - node: the place of a server among the nodes.
  ///   - observer: deletes facts that other domains know when the user deletes them from the profile.
  ///   - tokens: receives the access tokens that are issued.
  /// - Throws: `SystemError` if the hashing thread cannot be started.
  package init(
    database: any Database, key: [UInt8], issuer: String, external: ExternalTokens? = nil, environment: Environment,
    configuration: Configuration = .init(), listener: (any SignOutListener)?,
    node: ClusterNode = .single(name: ""), observer: (any ProfileObserver)? = nil,
    tokens: (any TokenObserver)? = nil
  ) throws {
    self.database = database
    self.environment = environment
    keys = TokenKeys(key: key, issuer: issuer, external: external)
    signOuts = SignOuts(listener: listener, node: node)
    passwords = try Passwords(
      database: database, environment: environment, signOuts: signOuts, configuration: configuration)
    identities = IdentityLinks(
      database: database, environment: environment, signOuts: signOuts,
      externalAccounts: configuration.externalAccounts)
    users = Users(
      database: database, environment: environment, passwords: passwords, identities: identities, signOuts: signOuts)
    sessions = Sessions(
      database: database, environment: environment, keys: keys, signOuts: signOuts, observer: tokens,
      configuration: configuration)
    logins = Logins(users: users, passwords: passwords, sessions: sessions)
    passwordLinks = PasswordLinks(
      database: database, environment: environment, passwords: passwords, lifetime: configuration.passwordLinkLifetime)
    administration = AccountAdministration(
      database: database, environment: environment, passwords: passwords, links: passwordLinks, signOuts: signOuts)
    signUps = SignUps(database: database, environment: environment, users: users, configuration: configuration)
    invitations = Invitations(database: database, environment: environment)
    profiles = Profiles(database: database, environment: environment, observer: observer)
    authenticator = TokenAuthenticator(
      database: database, environment: environment, keys: keys, liveSessions: signOuts.liveSessions,
      identities: identities, externalAccounts: configuration.externalAccounts)
  }

  /// Ends the threads that hash passwords. Call it once no request can arrive any more.
  package func stop() async { await passwords.stop() }

  /// Replaces the other issuer whose access tokens are accepted. Any thread.
  package func replaceExternalTokens(by external: ExternalTokens?) { keys.replaceExternalTokens(by: external) }

  /// The id of the account with a username, an e-mail address or an id; nil if there is none.
  package func userID(named name: String) async throws -> String? {
    if let user = try await users.find(login: name) { return user.id }
    return try await users.find(id: name)?.id
  }

  /// The operations of the command line.
  package var commands: AccountCommands { AccountCommands(self) }
}
