import Accounts
import ArgumentParser
import Bytes
import JWT

/// `hearth sessions`
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "List and revoke the sessions of an account.",
    subcommands: [List.self, Revoke.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the sessions that are not revoked or expired, newest first.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Username or e-mail address.")
    var login: String

    func run() async throws {
      try await withAccounts(options) { accounts in
        for session in try await accounts.commands.listSessions(login: login) {
          print(
            "\(session.id)  \(session.client)  opened \(session.createdAt.rfc3339)  "
              + "used \(session.lastUsedAt.rfc3339)  expires \(session.expiresAt.rfc3339)")
        }
      }
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a session, or all. A running server closes the sockets of the account within a second.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Username or e-mail address.")
    var login: String
    @Argument(help: "The id of the session, as `hearth sessions list` prints it; all sessions if it is absent.")
    var session: String?

    func run() async throws {
      try await withAccounts(options) {
        try await $0.commands.revokeSessions(login: login, sessionID: session)
      }
      print(session.map { "revoked session \($0) of \(login)" } ?? "revoked all sessions of \(login)")
    }
  }
}

extension TokenCommand {
  /// `hearth token list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the refresh tokens of an account that can still be used, by digest.")

    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Username or e-mail address.")
    var login: String

    func run() async throws {
      try await withAccounts(options) { accounts in
        for token in try await accounts.commands.listTokens(login: login) {
          print("\(token.digest)  session \(token.sessionID)  expires \(token.expiresAt.rfc3339)")
        }
      }
    }
  }

  /// `hearth token revoke`
  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke the session of a token, read from standard input; its sockets close within a second.")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
      let token = readLine(strippingNewline: true) ?? ""
      try await withAccounts(options) { accounts in
        do {
          print("revoked a session of \(try await accounts.commands.revokeToken(token))")
        } catch let error as JWTError {
          throw CommandFailure("not valid: \(error)")
        }
      }
    }
  }
}
