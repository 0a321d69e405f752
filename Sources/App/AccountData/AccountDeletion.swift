import Accounts
import Storage

/// Deletes all that belongs to an account, in steps that hold nobody up.
///
/// From the first step on the account is shut out. Where the process ends before the last, the next start goes on.
struct AccountDeletion: Sendable {
  let database: any Database
  let accounts: AccountsService
  let chats: Chats

  private static let step = 500

  /// - Returns: when nothing is left.
  func delete(userID: String) async throws {
    try await accounts.beginDeletion(userID: userID)
    try await finish(userID)
  }

  /// Goes on with what was not finished.
  func finishAll() async throws {
    for userID in try await accounts.deletions() { try await finish(userID) }
  }

  private func finish(_ userID: String) async throws {
    for part in AccountTables.emptied {
      while try await database.write({ try part.delete(of: userID, step: Self.step, in: $0) == Self.step }) {}
    }
    try await chats.erase(userID: userID)
    // What is left are few rows, which go with the account's own.
    try await accounts.delete(userID: userID)
  }
}
