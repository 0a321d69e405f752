import API
package import Audit
import Bytes
import Storage

/// Creates, lists and revokes invitations. Any thread.
package struct Invitations: Sendable {
  private let database: any Database
  private let environment: Environment

  init(database: any Database, environment: Environment) {
    self.database = database
    self.environment = environment
  }

  /// Creates an invitation. Its code is returned here and never again.
  /// - Parameters:
  ///   - lifetime: within `Invitation.lifetimes`; nil is `Invitation.defaultLifetime`.
  ///   - actor: the administrator who creates it.
  /// - Throws: `Problem` 400, or 429 `INVITATION_LIMIT` if too many are open.
  package func create(
    note: String = "", lifetime: Duration? = nil, by actor: AuditActor = .command
  ) async throws -> (code: String, invitation: Invitation) {
    let note = try ProfilePolicy.name(note)
    let lifetime = lifetime ?? Invitation.defaultLifetime
    guard Invitation.lifetimes.contains(lifetime) else {
      throw Problem.badRequest(
        "An invitation lasts from 60 seconds to 365 days.",
        details: ["expires_in": "a number from 60 to \(365 * 86400)"])
    }
    let code = Hex.encode(environment.randomBytes(Invitation.codeBytes))
    let id = environment.newID()
    let now = environment.now()
    let invitation = try await database.write(in: .accounts.and(actor.scope)) { connection in
      guard try InvitationRepository.countOpen(now: now, in: connection) < Invitation.maxOpen else {
        throw Self.tooManyInvitations
      }
      try InvitationRepository.insert(
        id: id, digest: Invitation.digest(of: code), note: note, createdBy: actor.id, now: now,
        expiresAt: now.advanced(by: lifetime), in: connection)
      try AuditLog.append(.createInvitation, by: actor, target: id, at: now, in: connection)
      guard let created = try InvitationRepository.find(id: id, in: connection) else { throw Problem.notFound() }
      return created
    }
    return (code, invitation)
  }

  /// One page of the invitations, newest first, and the number of all.
  package func page(limit: Int, offset: Int = 0) async throws -> (rows: [Invitation], total: Int) {
    try await database.read { connection in
      (
        try InvitationRepository.page(limit: limit, offset: offset, in: connection),
        try InvitationRepository.count(in: connection)
      )
    }
  }

  /// Deletes an invitation; its code can no longer be used. - Returns: false if there is none with this id.
  package func revoke(_ id: String, by actor: AuditActor = .command) async throws -> Bool {
    let now = environment.now()
    return try await database.write(in: .accounts.and(actor.scope)) { connection in
      guard try InvitationRepository.delete(id, in: connection) else { return false }
      try AuditLog.append(.revokeInvitation, by: actor, target: id, at: now, in: connection)
      return true
    }
  }

  /// Deletes invitations that expired 30 days ago, in steps that leave time for other writes.
  package func purge() async throws {
    let moment = environment.now().advanced(by: .seconds(-30 * 86400))
    while try await database.write(
      in: .task("invitations"), { try InvitationRepository.purge(before: moment, step: 1000, in: $0) })
    {}
  }

  private static let tooManyInvitations = Problem(
    status: 429, code: "INVITATION_LIMIT",
    message: "There are \(Invitation.maxOpen) open invitations. Revoke some first.")
}
