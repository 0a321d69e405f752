import Accounts
package import Bytes
import Chat
import Consultations
import Crypto
package import Meals
import Realtime
package import Storage
import Sync
import Templates

/// A believable data set for demonstrations and for developers of clients, up to the present day.
///
/// Stored through the domains in one transaction, also beside a running server.
package struct DemoData: Sendable {
  /// The password of all demo accounts, which the password rules do not apply to.
  package static let password = "demo-password"

  /// An account of the demo data.
  package struct Account: Sendable, Equatable {
    /// A lower-case UUID, the same in every database.
    package var id: String
    /// The name for logins.
    package var username: String
    /// The address for logins.
    package var email: String
    /// The name that others see.
    package var name: String
  }

  /// The result of a seed.
  package struct Report: Sendable, Equatable {
    /// Whether this seed stored the data; false if it existed.
    package var isCreated: Bool
    /// The demo accounts.
    package var accounts: [Account]
    /// The numbers of rows of these accounts, in the order of output.
    package var counts: [Count]
  }

  /// A number of rows.
  package struct Count: Sendable, Equatable {
    /// The plural in snake case (`sync_items`).
    package var name: String
    /// The number of rows.
    package var count: Int
  }

  /// The reason why nothing was stored.
  package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another account or room has the name or the address of one of the demo data.
    case taken(String)
    /// Some demo accounts exist and others do not.
    case incomplete

    /// A sentence without a full stop.
    package var description: String {
      switch self {
      case .taken(let name): "\(name) is the name of an account, a room or an address that is not of the demo data"
      case .incomplete: "a part of the demo accounts was deleted; replace the demo data to store it again"
      }
    }
  }

  private let database: any Database
  private let tables: [UserTable]
  private let makeObserver: @Sendable (Environment) -> any MealLogObserver

  /// - Parameters:
  ///   - tables: all tables with rows of users.
  ///   - observer: makes the observer of stored meals, which records them for mobile sync.
  package init(
    database: any Database, tables: [UserTable], observer: @escaping @Sendable (Environment) -> any MealLogObserver
  ) {
    self.database = database
    self.tables = tables
    makeObserver = observer
  }

  /// Stores the data if it does not exist.
  /// - Parameters:
  ///   - now: the end of the data.
  ///   - replaces: whether existing demo data is deleted first.
  /// - Throws: `Refusal`, `StorageError`. Nothing was changed.
  package func seed(at now: Timestamp, replaces: Bool) async throws -> Report {
    let script = try DemoScript.read()
    let ids = script.people.map { DemoPlan.id(of: $0.username) }
    let existing = try await database.read { connection in
      try ids.filter { try AccountImport.exists($0, in: connection) }
    }
    let isComplete = existing.count == ids.count
    guard existing.isEmpty || replaces || isComplete else { throw Refusal.incomplete }
    let isCreated = existing.isEmpty || replaces
    if isCreated {
      let plan = DemoPlan(script, until: now)
      let hash = DemoStore.passwordHash()
      let rooms = try await database.read { connection in
        try existing.flatMap { try RoomImport.ids(ownedBy: $0, in: connection) }
      }
      let scope = WriteScope.accounts.and(.users(ids)).and(.rooms(rooms))
      try await database.write(in: scope) { [database, tables, makeObserver] connection in
        for id in existing { try Self.remove(id, tables, at: now, in: connection) }
        // Made here, so that a further run of this body begins with the same ids and times.
        let store = DemoStore(database: database, now: now, observer: makeObserver)
        try store.store(plan, passwordHash: hash, in: connection)
      }
    }
    let accounts = script.people.map {
      Account(id: DemoPlan.id(of: $0.username), username: $0.username, email: $0.email, name: $0.name)
    }
    let counts = try await database.read { try Self.counts(ids, in: $0) }
    return Report(isCreated: isCreated, accounts: accounts, counts: counts)
  }

  private static func remove(
    _ id: String, _ tables: [UserTable], at now: Timestamp, in connection: any SQLConnection
  ) throws {
    try RoomImport.deleteRooms(ownedBy: id, in: connection)
    for table in tables { _ = try table.deleteRows(of: id, step: .max, in: connection) }
    try AccountImport.remove(id, at: now, in: connection)
  }

  private static func counts(_ ids: [String], in connection: any SQLConnection) throws -> [Count] {
    func sum(_ count: (String) throws -> Int) rethrows -> Int { try ids.reduce(0) { $0 + (try count($1)) } }
    return [
      Count(name: "meals", count: try sum { try MealImport.count(of: $0, in: connection) }),
      Count(name: "rooms", count: try sum { try RoomImport.count(ownedBy: $0, in: connection).rooms }),
      Count(name: "messages", count: try sum { try RoomImport.count(ownedBy: $0, in: connection).messages }),
      Count(name: "consultations", count: try sum { try ConsultationImport.count(of: $0, in: connection) }),
      Count(name: "templates", count: try sum { try TemplatesService.count(of: $0, in: connection) }),
      Count(name: "sync_items", count: try sum { try SyncService.count(of: $0, in: connection).items }),
      Count(name: "conflicts", count: try sum { try SyncService.count(of: $0, in: connection).conflicts }),
    ]
  }
}
