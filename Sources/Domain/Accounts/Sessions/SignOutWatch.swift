import Bytes
import Cluster
import Runtime
import Storage

/// Finds accounts that a command or another node signed out while the server runs, and closes their sockets.
package final class SignOutWatch: Sendable {
  private let database: any Database
  private let signOuts: SignOuts
  private let position: Locked<Int64>

  /// Starts after the newest sign-out: there are no sockets yet. Call it before the bus starts.
  package init(_ accounts: AccountsService) async throws {
    database = accounts.database
    signOuts = accounts.signOuts
    position = Locked(try await database.read { try SignOutRepository.newest(in: $0) })
    signOuts.node.bus.receive(SignOuts.hint.kind) { [self] _ in
      // A failed look is repeated by the next one.
      Task { try? await look() }
    }
  }

  /// Looks once. Call it every second, because a hint may be lost.
  package func look() async throws {
    while true {
      let last = position.withLock { $0 }
      let rows = try await database.read { try SignOutRepository.after(last, in: $0) }
      guard let newest = rows.last?.id else { return }
      let isNew = position.withLock { position in
        defer { position = max(position, newest) }
        return position < newest
      }
      let own = signOuts.node.membership.incarnation
      for row in rows where isNew && (row.node == nil || row.node != own) { signOuts.close(userID: row.userID) }
    }
  }
}
