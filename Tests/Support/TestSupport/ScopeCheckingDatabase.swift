package import Runtime
package import Storage

/// A database that fails a statement if the transaction lacks the scope that the changed rows require (decision 0045).
///
/// Services under test get it instead of the database itself. A missing scope does no harm on an engine with one writer, so that no
/// other test notices it.
package struct ScopeCheckingDatabase: Database {
  private let base: any Database
  private let committed: @Sendable (Int) async -> Void
  /// The scopes of the transactions that began, in order.
  package let scopes = Locked<[WriteScope]>([])

  /// - Parameters:
  ///   - base: runs the transactions.
  ///   - committed: called after each commit, before the caller continues, with the number of transactions so far.
  package init(_ base: any Database, committed: @escaping @Sendable (Int) async -> Void = { _ in }) {
    self.base = base
    self.committed = committed
  }

  /// Runs a read (`Database`).
  package func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await base.read(for: share, body) }

  /// Runs a checked transaction (`Database`).
  @discardableResult
  package func write<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    scopes.withLock { $0.append(scope) }
    let value = try await base.write(in: scope) { try body(CheckedConnection(base: $0, scope: scope)) }
    await committed(scopes.withLock { $0.count })
    return value
  }

  /// Runs a checked transaction whose scope is determined late (`Database`).
  @discardableResult
  package func write<Value: Sendable>(
    scopedBy scope: @escaping @Sendable () -> WriteScope,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    let determined = Locked(WriteScope.none)
    let determine = { @Sendable [scopes] in
      let scope = scope()
      determined.withLock { $0 = scope }
      scopes.withLock { $0.append(scope) }
      return scope
    }
    let value = try await base.write(scopedBy: determine) {
      try body(CheckedConnection(base: $0, scope: determined.withLock { $0 }))
    }
    await committed(scopes.withLock { $0.count })
    return value
  }

  /// Runs a checked transaction without waiting for the disk (`Database`).
  @discardableResult
  package func writeUnsynced<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    scopes.withLock { $0.append(scope) }
    return try await base.writeUnsynced(in: scope) { try body(CheckedConnection(base: $0, scope: scope)) }
  }

  /// Removes deleted content (`Database`).
  package func eraseDeleted() async throws -> Bool { try await base.eraseDeleted() }
}

/// The rule for one kind of statement.
private struct ScopeRule {
  /// The start of the statement.
  var statement: String
  /// Keys that the scope must have.
  var keys: [String] = []
  /// The place of an argument with the id of the user whose scope is required, from 0.
  var user: Int?
  /// The same for the id of a room.
  var room: Int?

  static let all = [
    ScopeRule(statement: "INSERT INTO users ", keys: ["accounts"]),
    ScopeRule(statement: "DELETE FROM users ", keys: ["accounts"], user: 0),
    ScopeRule(statement: "UPDATE users SET role ", keys: ["accounts"], user: 0),
    ScopeRule(statement: "UPDATE users SET disabled ", keys: ["accounts"], user: 0),
    ScopeRule(statement: "UPDATE users SET password_hash ", user: 0),
    ScopeRule(statement: "UPDATE users SET name ", user: 0),
    ScopeRule(statement: "INSERT INTO external_identities ", keys: ["accounts"]),
    ScopeRule(statement: "DELETE FROM external_identities ", keys: ["accounts"]),
    ScopeRule(statement: "INSERT INTO invitations ", keys: ["accounts"]),
    ScopeRule(statement: "UPDATE invitations ", keys: ["accounts"]),
    ScopeRule(statement: "INSERT INTO sign_outs ", keys: ["accounts"]),
    ScopeRule(statement: "INSERT INTO sessions ", user: 1),
    ScopeRule(statement: "UPDATE jobs SET state = 'running'", keys: ["jobs"]),
    ScopeRule(statement: "INSERT INTO jobs (kind", user: 1),
    ScopeRule(statement: "INSERT INTO user_events ", user: 0),
    ScopeRule(statement: "INSERT INTO meal_logs ", user: 1),
    ScopeRule(statement: "INSERT INTO deleted_meal_keys ", user: 1),
    ScopeRule(statement: "INSERT INTO templates ", user: 1),
    ScopeRule(statement: "INSERT INTO own_foods ", user: 1),
    ScopeRule(statement: "INSERT INTO consultations ", user: 1),
    ScopeRule(statement: "INSERT INTO coach_facts ", user: 0),
    ScopeRule(statement: "UPDATE sync_heads SET change_id ", user: 0),
    ScopeRule(statement: "UPDATE sync_heads SET item_count ", user: 0),
    ScopeRule(statement: "INSERT INTO sync_heads ", user: 0),
    ScopeRule(statement: "INSERT INTO sync_items ", user: 0),
    ScopeRule(statement: "INSERT INTO sync_batches ", user: 0),
    ScopeRule(statement: "INSERT INTO chat_messages ", user: 3, room: 0),
    ScopeRule(statement: "UPDATE chat_messages ", room: 0),
    ScopeRule(statement: "UPDATE chat_rooms SET last_message ", room: 0),
    ScopeRule(statement: "UPDATE chat_rooms SET deleted_at = $2 ", room: 0),
    ScopeRule(statement: "DELETE FROM chat_members ", room: 0),
    ScopeRule(statement: "INSERT INTO chat_reads ", user: 1),
  ]

  func missing(_ arguments: [SQLValue], in scope: WriteScope) -> String? {
    var required = keys
    if let user, arguments.indices.contains(user), case .text(let id) = arguments[user] {
      required.append("user:" + id)
    }
    if let room, arguments.indices.contains(room), case .integer(let id) = arguments[room] {
      required.append("room:\(id)")
    }
    return required.first { !scope.keys.contains($0) }
  }
}

/// A connection that checks each statement before it runs.
private struct CheckedConnection: SQLConnection {
  let base: any SQLConnection
  let scope: WriteScope

  @discardableResult
  func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int {
    try check(sql, arguments)
    return try base.execute(sql, arguments)
  }

  func executeLater(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) {
    try check(sql, arguments)
    try base.executeLater(sql, arguments)
  }

  func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row] {
    try check(sql, arguments)
    return try base.query(sql, arguments)
  }

  func queries(_ statements: [SQLStatement]) throws(StorageError) -> [[Row]] {
    for statement in statements { try check(statement.sql, statement.arguments) }
    return try base.queries(statements)
  }

  func addUsage(_ bytes: Int, of userID: String) {
    precondition(scope.keys.contains("user:" + userID), "stored bytes of a user need the user's scope")
    base.addUsage(bytes, of: userID)
  }

  func pendingUsage(of userID: String) -> Int64 {
    precondition(scope.keys.contains("user:" + userID), "the quota of a user needs the user's scope")
    return base.pendingUsage(of: userID)
  }

  private func check(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) {
    for rule in ScopeRule.all where sql.hasPrefix(rule.statement) {
      guard let key = rule.missing(arguments, in: scope) else { continue }
      throw .engine(code: -1, message: "the transaction lacks the scope \(key)", sql: sql)
    }
  }
}
