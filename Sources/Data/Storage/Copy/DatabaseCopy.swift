import Runtime

/// A copy of all data from one database to another, whose engine may differ. No server may use either of them.
package struct DatabaseCopy: Sendable {
  /// A reason why the copy was not made. The target is empty then.
  package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The target has accounts.
    case targetHasAccounts
    /// A row that the engine of the target cannot store.
    case unstorable(table: String, key: String, reason: String)
    /// The rows of a table are not the same afterwards.
    case differs(table: String)

    /// A sentence for the operator, without a full stop.
    package var description: String {
      switch self {
      case .targetHasAccounts: "the target has accounts already: name an empty database"
      case .unstorable(let table, let key, let reason): "the row \(key) of \(table) cannot be stored: \(reason)"
      case .differs(let table): "the rows of \(table) are not the same in both databases"
      }
    }
  }

  private let source: any StorageEngine
  private let target: any StorageEngine
  private let tables: [CopiedTable]
  /// Its rows are also written by triggers of other tables.
  private static let usage = "user_usage"

  /// - Throws: `StorageError`.
  package init(from source: any StorageEngine, to target: any StorageEngine) async throws {
    self.source = source
    self.target = target
    // One of them is SQLite, and both have the same tables.
    let described = source is SQLiteDatabase ? source : target
    tables = try await described.read(for: .server) { try CopiedTable.all(in: $0) }
  }

  /// Copies and compares. - Parameter report: receives each table when it was compared.
  /// - Throws: `Failure`, `StorageError`.
  package func run(_ report: (_ table: String, _ digest: TableDigest) -> Void) async throws {
    let accounts = try await target.read(for: .server) { try $0.first("SELECT 1 AS one FROM users LIMIT 1", []) }
    guard accounts == nil else { throw Failure.targetHasAccounts }
    do {
      try await clearTarget()
      for table in tables where table.name != Self.usage { try await copy(table) }
      if let usage = tables.first(where: { $0.name == Self.usage }) {
        try await target.write(in: .none) { try $0.execute("DELETE FROM \(Self.usage)") }
        try await copy(usage)
      }
      for table in tables where table.isNumbered {
        try await target.setLastID(try await source.lastID(of: table.name), of: table.name)
      }
      for table in tables {
        let digest = try await digest(of: table, in: source)
        guard try await self.digest(of: table, in: target) == digest else { throw Failure.differs(table: table.name) }
        report(table.name, digest)
      }
    } catch {
      try? await clearTarget()
      throw error
    }
  }

  private func clearTarget() async throws {
    for table in tables.reversed() { try await target.write(in: .none) { try $0.execute("DELETE FROM \(table.name)") } }
  }

  private func copy(_ table: CopiedTable) async throws {
    try await pages(of: table, in: source) { page in
      do {
        try await target.write(in: .none) { try table.insert(page, in: $0) }
      } catch StorageError.textWithNUL {
        let row = page.first { $0.values.contains(where: \.hasNUL) }
        let key = row.map { table.position(of: $0).map { "\($0)" }.joined(separator: ", ") } ?? ""
        throw Failure.unstorable(table: table.name, key: key, reason: "\(StorageError.textWithNUL)")
      }
    }
  }

  private func digest(of table: CopiedTable, in database: any StorageEngine) async throws -> TableDigest {
    var digest = TableDigest()
    try await pages(of: table, in: database) { digest.add($0) }
    return digest
  }

  private func pages(
    of table: CopiedTable, in database: any StorageEngine, _ body: ([Row]) async throws -> Void
  ) async throws {
    var position: [SQLValue]?
    while true {
      let after = position
      let page = try await database.read(for: .server) { try table.page(after: after, in: $0) }
      guard let last = page.last else { return }
      try await body(page)
      position = table.position(of: last)
    }
  }
}
