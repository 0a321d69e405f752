import Accounts
import ArgumentParser
import Bytes
import JWT
import Storage

/// Opens the accounts of a data folder, also beside a running server, and closes the database after `body`.
/// - Parameter creates: whether a missing database is created; otherwise it is an error.
func withAccounts(
  _ options: ConfigurationOptions, creates: Bool = false, _ body: (AccountsService) async throws -> Void
) async throws {
  let settings = try options.load()
  if !creates { try settings.requireDatabase() }
  do {
    let database = try settings.openDatabase()
    let accounts = try AccountsService(
      database: database, key: try SigningKey.load(settings), issuer: settings.issuer,
      external: try ExternalKeys.load(settings)?.tokens, environment: .system,
      configuration: settings.accounts, listener: nil)
    do {
      try await body(accounts)
    } catch {
      await database.close()
      throw error
    }
    await database.close()
  } catch let error as AccountCommandError {
    throw CommandFailure(describe(error))
  }
}

private func describe(_ error: AccountCommandError) -> String {
  switch error {
  case .noSuchUser(let login): "there is no user \(login)"
  case .taken: "the username or e-mail address is taken"
  case .refused(let reason): reason
  }
}

/// `hearth user`
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Create, show, change, delete and invite accounts; set passwords; link identities.",
    subcommands: [
      Create.self, List.self, ShowUserCommand.self, StoredContent.self, Disable.self, Enable.self,
      ChangeRoleCommand.self, DeleteUserCommand.self, SetPassword.self, PasswordLinkCommand.self, InviteCommand.self,
      InvitationsCommand.self, RevokeInvitationCommand.self, LinkCommand.self, UnlinkCommand.self,
      IdentitiesCommand.self,
    ])

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create an account. The password is read from the terminal or standard input.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "The username.")
    var username: String
    @Option(help: "The e-mail address.")
    var email: String?
    @Flag(help: "Give the account the role admin.")
    var admin = false

    func run() async throws {
      let password = try PasswordPrompt.read()
      let place = try options.load().storagePlace
      try await withAccounts(options, creates: true) { accounts in
        let user = try await accounts.commands.createUser(
          username: username, email: email, password: password, role: admin ? "admin" : "user")
        print("created \(user.username) (\(user.id))\(place)")
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all accounts.")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
      try await withAccounts(options) { accounts in
        for user in try await accounts.commands.listUsers() {
          let state = user.isDisabled ? "disabled" : "active"
          print("\(user.id)  \(state)  \(user.role)  \(user.username)  \(user.email ?? "-")")
        }
      }
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disable an account; its tokens are refused within a second.")

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var account: AccountArguments

    func run() async throws {
      try await withAccounts(options) {
        try await $0.commands.setDisabled(true, login: account.login, allowsLast: account.force)
      }
      print("disabled \(account.login)")
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Username or e-mail address.")
    var login: String

    func run() async throws {
      try await withAccounts(options) { try await $0.commands.setDisabled(false, login: login) }
      print("enabled \(login)")
    }
  }

  struct SetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set-password",
      abstract: "Set a password, read from the terminal or standard input; all sessions end.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Username or e-mail address.")
    var login: String

    func run() async throws {
      let password = try PasswordPrompt.read()
      try await withAccounts(options) { try await $0.commands.setPassword(password, login: login) }
      print("password of \(login) set")
    }
  }
}

/// `hearth token`
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Issue, check, list and revoke tokens.",
    subcommands: [Issue.self, Check.self, List.self, Revoke.self])

  struct Issue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print an access token for an account.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Username or e-mail address.")
    var login: String

    func run() async throws {
      try await withAccounts(options) { print(try await $0.commands.issueToken(login: login).access) }
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check whether a token, read from standard input, is valid, and print its user.")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
      let token = readLine(strippingNewline: true) ?? ""
      try await withAccounts(options) { accounts in
        do {
          let check = try await accounts.commands.checkToken(token)
          guard check.isLive else {
            throw CommandFailure(
              check.isExternal
                ? "not valid: no account is linked to the identity, or the account is disabled"
                : "not valid: the session was revoked or the account disabled")
          }
          let kind = check.isRefreshToken ? "refresh token" : "access token"
          print("valid \(kind) of \(check.name) until \(check.expiresAt.rfc3339)")
        } catch let error as JWTError {
          throw CommandFailure("not valid: \(error)")
        }
      }
    }
  }
}
