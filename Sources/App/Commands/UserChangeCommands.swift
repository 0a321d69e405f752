import Accounts
import ArgumentParser
import Bytes
import HTTPServer

/// The account of a command, and whether it may be the last enabled administrator.
struct AccountArguments: ParsableArguments {
  @Argument(help: "Username or e-mail address.")
  var login: String
  @Flag(help: "Also if no other enabled account would have the role admin.")
  var force = false
}

/// `hearth user show`
struct ShowUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show an account.")

  @OptionGroup var options: ConfigurationOptions
  @Argument(help: "Username or e-mail address.")
  var login: String

  func run() async throws {
    try await withAccounts(options) { accounts in
      let account = try await accounts.commands.show(login: login)
      let identities = try await accounts.commands.listIdentities(login: login).count
      let user = account.user
      let rows = [
        ("id", user.id), ("username", user.username), ("email", user.email ?? "-"),
        ("name", user.name.isEmpty ? "-" : LogLine.quoted(user.name)), ("role", user.role),
        ("state", user.isDisabled ? "disabled" : "active"), ("password", user.hasPassword ? "set" : "none"),
        ("created", user.createdAt.rfc3339), ("sessions", "\(account.sessions)"),
        ("stored bytes", "\(account.storedBytes)"), ("identities", "\(identities)"),
      ]
      for (name, value) in rows { print("\(name): \(value)") }
    }
  }
}

/// `hearth user role`
struct ChangeRoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: "Set the role of an account: user or admin. A running server applies it at once.")

  @OptionGroup var options: ConfigurationOptions
  @OptionGroup var account: AccountArguments
  @Argument(help: "user or admin.")
  var role: String

  func validate() throws {
    guard UserRole(rawValue: role) != nil else { throw ValidationError("the role must be user or admin") }
  }

  func run() async throws {
    guard let role = UserRole(rawValue: role) else { return }
    try await withAccounts(options) {
      try await $0.commands.setRole(role, login: account.login, allowsLast: account.force)
    }
    print("\(account.login) has the role \(role.rawValue)")
  }
}

/// `hearth user delete`
struct DeleteUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an account and everything that belongs to it.",
    discussion: """
      The account is disabled and signed out at once. A running server deletes its content within seconds, otherwise \
      the next start does.
      """)

  @OptionGroup var options: ConfigurationOptions
  @OptionGroup var account: AccountArguments

  func run() async throws {
    try await withAccounts(options) {
      try await $0.commands.beginDeletion(login: account.login, allowsLast: account.force)
    }
    print("\(account.login) is disabled; the running server, or the next start, deletes its content")
  }
}

/// `hearth user password-link`
struct PasswordLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password-link", abstract: "Print a one-time link with which a user chooses a password.",
    discussion: "Put the address of the server before it. The link is shown once; the server stores its digest.")

  @OptionGroup var options: ConfigurationOptions
  @Argument(help: "Username or e-mail address.")
  var login: String

  func run() async throws {
    let basePath = try options.load().http.basePath.text
    try await withAccounts(options) { accounts in
      let link = try await accounts.commands.createPasswordLink(login: login)
      print("\(basePath)/password#\(link.token)  expires \(link.expiresAt.rfc3339)")
    }
  }
}
