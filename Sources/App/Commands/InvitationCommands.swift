import API
import Accounts
import ArgumentParser
import Bytes

/// `hearth user invite`
struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Print a one-time invitation code for a sign-up.",
    discussion: "The code is shown once; the server stores its digest. auth.signup = invite requires a code.")

  @OptionGroup var options: ConfigurationOptions
  @Option(help: ArgumentHelp("The lifetime, 60s to 365d.", valueName: "duration"))
  var expires = "7d"
  @Option(help: "A note for the list of invitations, for example the name of the invited person.")
  var note = ""

  func run() async throws {
    guard let lifetime = DurationText.read(expires) else {
      throw CommandFailure("--expires: \"\(expires)\" is not a duration (example: 7d)")
    }
    try await withAccounts(options, creates: true) { accounts in
      do {
        let created = try await accounts.invitations.create(note: note, lifetime: lifetime)
        print("invitation \(created.invitation.id), expires \(created.invitation.expiresAt.rfc3339)")
        print("code: \(created.code)")
      } catch let problem as Problem {
        throw CommandFailure(problem.message)
      }
    }
  }
}

/// `hearth user invitations`
struct InvitationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invitations", abstract: "List the invitations, newest first.")

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    try await withAccounts(options) { accounts in
      let now = Timestamp.now
      var count = 0
      while true {
        let page = try await accounts.invitations.page(limit: 500, offset: count).rows
        for invitation in page {
          let note = invitation.note.isEmpty ? "-" : LogLine.quoted(invitation.note)
          print(
            "\(invitation.id)  \(invitation.state(at: now).rawValue)  expires \(invitation.expiresAt.rfc3339)  "
              + "by \(invitation.createdBy ?? "command")  used by \(invitation.usedBy ?? "-")  \(note)")
        }
        count += page.count
        if page.count < 500 { return }
      }
    }
  }
}

/// `hearth user revoke-invitation`
struct RevokeInvitationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke-invitation", abstract: "Delete an invitation; its code can no longer be used.")

  @OptionGroup var options: ConfigurationOptions
  @Argument(help: "The id of the invitation, as `hearth user invitations` prints it.")
  var id: String

  func run() async throws {
    try await withAccounts(options) { accounts in
      guard try await accounts.invitations.revoke(id.lowercased()) else {
        throw CommandFailure("there is no invitation \(LogLine.quoted(id))")
      }
    }
    print("revoked \(id.lowercased())")
  }
}
