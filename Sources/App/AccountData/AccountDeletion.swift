import Accounts
import Runtime
import Storage

/// Deletes all that belongs to an account, in steps that hold nobody up.
///
/// From the first step on the account is shut out. Where the process ends before the last, the next start goes on.
struct AccountDeletion: Sendable {
  let database: any Database
  let accounts: AccountsService
  let chats: Chats

  private static let step = 500
  /// How often the files are still to be rid of deleted content: at once, and after the rooms that nobody belongs to any
  /// more were deleted as well. Not zero at the start, because the process before may have ended first. Any thread.
  private let erasures = Locked(1)
  private static let erasuresPerDeletion = 4

  init(database: any Database, accounts: AccountsService, chats: Chats) {
    self.database = database
    self.accounts = accounts
    self.chats = chats
  }

  /// - Returns: when nothing is left.
  func delete(userID: String) async throws {
    try await accounts.beginDeletion(userID: userID)
    try await finish(userID)
    try await erase()
  }

  /// Goes on with what was not finished.
  func finishAll() async throws {
    for userID in try await accounts.deletions() { try await finish(userID) }
    try await erase()
  }

  /// Removes what was deleted from the files, unless nothing was. A reader may keep a part of it until the next turn.
  private func erase() async throws {
    guard erasures.withLock({ $0 }) > 0, try await database.eraseDeleted() else { return }
    erasures.withLock { $0 -= 1 }
  }

  private func finish(_ userID: String) async throws {
    for part in AccountTables.emptied {
      while try await database.write({ try part.delete(of: userID, step: Self.step, in: $0) == Self.step }) {}
    }
    try await chats.erase(userID: userID)
    // What is left are few rows, which go with the account's own.
    try await accounts.delete(userID: userID)
    // Private rooms whose only member this was.
    try await chats.purge()
    erasures.withLock { $0 = Self.erasuresPerDeletion }
  }
}
