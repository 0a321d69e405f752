import Audit
import Modules
import Runtime
import Storage

/// Deletes everything that belongs to an account, in steps of bounded size.
///
/// From the first step on the account cannot be used. If the process ends before the last, the next one continues.
struct AccountDeletion: Sendable {
  let database: any Database
  let accounts: AccountsService
  let modules: [Module]

  /// Rows of one transaction.
  private static let step = 500
  /// The number of erasures of deleted content from the files that are still to come: right after a deletion, and again after the rooms
  /// that have no members left were deleted. Not zero at the start, because an earlier process may have ended before it
  /// erased anything. Any thread.
  private let erasures = Locked(1)
  private static let erasuresPerDeletion = 4

  init(
    database: any Database, accounts: AccountsService, modules: [Module]
  ) {
    self.database = database
    self.accounts = accounts
    self.modules = modules
  }

  /// Deletes an account for its owner and returns when nothing of it is left.
  func delete(userID: String) async throws {
    try await accounts.users.beginDeletion(userID: userID)
    try await finish(userID)
    try await erase()
  }

  /// The same for an administrator. - Throws: see `AccountAdministration.beginDeletion`.
  func delete(_ id: String, by actor: AuditActor) async throws {
    try await finish(try await accounts.administration.beginDeletion(id, by: actor))
    try await erase()
  }

  /// Continues deletions that were not finished, and erases deleted content.
  func finishAll() async throws {
    for userID in try await accounts.users.begunDeletions() { try await finish(userID) }
    try await erase()
  }

  /// Continues deletions that were not finished, if there are any.
  func finishBegun() async throws {
    if try await !accounts.users.begunDeletions().isEmpty { try await finishAll() }
  }

  /// Erases deleted content from the files if there is any. A running reader may keep a part of it until the next call.
  private func erase() async throws {
    guard erasures.withLock({ $0 }) > 0, try await database.eraseDeleted() else { return }
    erasures.withLock { $0 -= 1 }
  }

  private func finish(_ userID: String) async throws {
    for table in modules.flatMap(\.tables) {
      while try await database.write(
        in: .user(userID), { try table.deleteRows(of: userID, step: Self.step, in: $0) == Self.step })
      {}
    }
    for module in modules { try await module.deleteContent?(userID) }
    // The remaining rows are few, and go with the row of `users`.
    try await accounts.users.delete(userID: userID)
    for module in modules { try await module.deleteOrphans?() }
    erasures.withLock { $0 = Self.erasuresPerDeletion }
  }
}
