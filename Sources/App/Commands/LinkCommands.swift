import Accounts
import ArgumentParser
import Bytes

/// `hearth user link`
struct LinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Link identities of another issuer (auth.jwk_set_file) to accounts.",
    usage: """
      hearth user link ISSUER SUB USER [--dry-run]
      hearth user link ISSUER --by-username [--from-file FILE] [--dry-run]
      """,
    discussion: """
      Issuer and subject must be exactly iss and sub of the tokens; "" is the issuer of tokens without iss.
      --by-username moves the matches by username of earlier versions to links: it links every subject that is a \
      username byte for byte, and lists what matched only loosely. Anybody can register any free username, so check \
      with --dry-run first that each account belongs to the same person.
      """)

  @OptionGroup var options: ConfigurationOptions
  @Argument(help: "The issuer.") var issuer: String
  @Argument(help: "The subject.") var sub: String?
  @Argument(help: "Username or e-mail address of the account.") var user: String?
  @Flag(help: "Link each subject that is a username to that account, unless the account has a link to the issuer.")
  var byUsername = false
  @Option(help: ArgumentHelp("With --by-username: only these subjects, one a line.", valueName: "file"))
  var fromFile: String?
  @Flag(help: "Report only, change nothing.") var dryRun = false

  func validate() throws {
    guard byUsername ? sub == nil && user == nil : sub != nil && user != nil else {
      throw ValidationError("Give either SUB and USER, or --by-username.")
    }
    guard byUsername || fromFile == nil else { throw ValidationError("--from-file needs --by-username.") }
  }

  func run() async throws {
    let configured = try options.load().jwkIssuer
    if !configured.isEmpty, !configured.utf8.elementsEqual(issuer.utf8) {
      let note = "note: tokens of this issuer are refused; auth.jwk_issuer is \(LogLine.quoted(configured))\n"
      StandardError.write(note)
    }
    try await withAccounts(options) { accounts in
      if let sub, let user { try await link(sub, user, accounts) } else { try await linkAll(accounts) }
    }
  }

  private func link(_ sub: String, _ login: String, _ accounts: AccountsService) async throws {
    let result = try await accounts.commands.linkIdentity(issuer: issuer, subject: sub, login: login, dryRun: dryRun)
    let identity = "\(LogLine.quoted(sub)) of \(LogLine.quoted(issuer))"
    let account = "\(result.user.username) (\(result.user.id))"
    switch result.outcome {
    case .linked: print("\(dryRun ? "would link" : "linked") \(identity) to \(account)")
    case .unchanged: print("\(identity) is linked to \(account) already")
    case .belongsTo(let userID): throw CommandFailure("\(identity) belongs to the account \(userID); unlink it first")
    case .tooMany:
      throw CommandFailure("\(account) has \(ExternalIdentity.maxPerAccount) identities, which is the maximum")
    case .notLinkable:
      throw CommandFailure(
        "\(identity): a subject has 1 to 255 bytes, an issuer at most 1024, both without control characters")
    }
  }

  private func linkAll(_ accounts: AccountsService) async throws {
    let subjects = try fromFile.map(Self.subjects)
    let lines = try await accounts.commands.linkByUsername(issuer: issuer, subjects: subjects, dryRun: dryRun)
    for line in lines { for text in describe(line) { print(text) } }
    let count = lines.count { $0.finding == .link }
    print("\(count) of \(lines.count) \(dryRun ? "would be linked" : "linked")")
  }

  private func describe(_ line: IdentityLinkLine) -> [String] {
    let subject = LogLine.quoted(line.subject)
    let account = line.user.map { "\($0.username) (\($0.id), created \($0.createdAt.date))" } ?? ""
    switch line.finding {
    case .link:
      let former = line.formerSpelling.map {
        "note      \(LogLine.quoted($0)) matched \(account) until now and does not any more"
      }
      return ["\(dryRun ? "would link" : "linked    ") \(subject) -> \(account)"] + (former.map { [$0] } ?? [])
    case .linked: return ["unchanged  \(subject) -> \(account)"]
    case .linkedElsewhere(let owner): return ["refused    \(subject): linked to \(owner)"]
    case .accountID: return ["unchanged  \(subject) is the id of \(account), which needs no link"]
    case .loose:
      return [
        "refused    \(subject): not byte for byte the username of \(account); link it by SUB and USER if it is meant"
      ]
    case .tooMany: return ["refused    \(subject): \(account) has \(ExternalIdentity.maxPerAccount) identities"]
    case .notLinkable: return ["refused    \(subject): cannot be linked"]
    case .noAccount: return ["unknown    \(subject): no account has this username"]
    }
  }

  private static let maxFileBytes = 64 << 20

  /// The lines of a file without the empty ones.
  private static func subjects(_ path: String) throws -> [String] {
    try FileContents.read(path, limit: maxFileBytes).split(separator: UInt8(ascii: "\n")).compactMap { line in
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
  }
}

/// `hearth user unlink`
struct UnlinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Remove the link of an identity; its account is signed out within a second.")

  @OptionGroup var options: ConfigurationOptions
  @Argument(help: "The issuer.") var issuer: String
  @Argument(help: "The subject.") var sub: String

  func run() async throws {
    try await withAccounts(options) { accounts in
      let user = try await accounts.commands.unlinkIdentity(issuer: issuer, subject: sub)
      print("unlinked \(LogLine.quoted(sub)) of \(LogLine.quoted(issuer)) from \(user.username) (\(user.id))")
    }
  }
}

/// `hearth user identities`
struct IdentitiesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identities", abstract: "List the identities that are linked to an account.")

  @OptionGroup var options: ConfigurationOptions
  @Argument(help: "Username or e-mail address.") var login: String

  func run() async throws {
    try await withAccounts(options) { accounts in
      for identity in try await accounts.commands.listIdentities(login: login) {
        print(
          "\(identity.id)  \(identity.linkedAt.rfc3339)  by \(identity.linkedBy.rawValue)  "
            + "\(LogLine.quoted(identity.issuer))  \(LogLine.quoted(identity.subject))")
      }
    }
  }
}
