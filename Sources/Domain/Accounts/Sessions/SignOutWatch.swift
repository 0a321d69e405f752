import Bytes
import Runtime
import Storage

/// Finds accounts that a command signed out while the server runs, and closes their sockets.
package final class SignOutWatch: Sendable {
  private let database: any Database
  private let signOuts: SignOuts
  private let position: Locked<Int64>

  /// Starts after the newest sign-out: there are no sockets yet.
  package init(_ accounts: AccountsService) async throws {
    database = accounts.database
    signOuts = accounts.signOuts
    position = Locked(try await database.read { try SignOutRepository.newest(in: $0) })
  }

  /// Looks once. Call it every second.
  package func look() async throws {
    while true {
      let last = position.withLock { $0 }
      let rows = try await database.read { try SignOutRepository.after(last, in: $0) }
      guard let newest = rows.last?.id else { return }
      position.withLock { $0 = newest }
      for row in rows { signOuts.apply(userID: row.userID) }
    }
  }
}
