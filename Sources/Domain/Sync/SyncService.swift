package import API
package import Bytes
package import JSONCodec
package import Realtime
package import Storage

/// The items that the devices of a user share: uploads, pulls, conflicts.
package struct SyncService: Sendable {
  let database: any Database
  let log: ChangeLog
  let shared: [DataType: any SharedItems]
  let bus: any EventBus
  let quota: StorageQuota
  /// The limit of writes of each user over sockets; nil if they are not limited.
  let writes: (any WriteLimiter)?
  /// The clock and the source of ids.
  package let environment: Environment
  /// The limits of batches, pages and messages.
  package let configuration: SyncConfiguration

  /// The topic of sync sockets, under which they are woken.
  static let topic = "sync"

  /// - Parameter shared: the domains that store the items of some kinds. Items of other kinds are stored here.
  package init(
    database: any Database, shared: [DataType: any SharedItems], bus: any EventBus,
    quota: StorageQuota = .unlimited, writes: (any WriteLimiter)? = nil, environment: Environment,
    configuration: SyncConfiguration = .init()
  ) {
    self.database = database
    self.shared = shared
    self.bus = bus
    self.quota = quota
    self.writes = writes
    self.environment = environment
    self.configuration = configuration
    log = ChangeLog(environment: environment)
  }

  // MARK: - Uploads

  /// Stores a batch in one transaction, once: a batch with a known key returns its first result.
  ///
  /// - Returns: `progress` and `batch_results`. - Throws: `Batch.Refusal` if the key belongs to another batch.
  package func take(_ batch: Batch, userID: String, device: String?) async throws -> [String: JSONValue] {
    let (result, hasChanges) = try await database.write(in: .user(userID)) {
      try store(batch, userID: userID, device: device, in: $0)
    }
    if hasChanges { announce(userID, batch.items) }
    return (try JSONValue(parsing: result.utf8)).objectValue ?? [:]
  }

  /// Stores a batch in the caller's transaction, without a notification of other devices.
  ///
  /// - Returns: the result as JSON, and whether an item changed. - Throws: as `take`.
  @discardableResult
  package func store(
    _ batch: Batch, userID: String, device: String?, in connection: any SQLConnection
  ) throws -> (result: String, hasChanges: Bool) {
    if let key = batch.key, let earlier = try BatchRepository.find(key, userID: userID, in: connection) {
      guard earlier.digest == batch.digest else {
        throw Batch.Refusal(code: "INVALID_DATA", message: "This idempotency_key was another batch's.", isReuse: true)
      }
      return (earlier.result, false)
    }
    let before = try ItemRepository.head(userID, in: connection).change
    let applier = applier(userID, device, connection)
    var report = BatchReport()
    for bad in batch.bad { report.add(bad) }
    for item in batch.items {
      do { report.add(item, try applier.apply(item)) } catch let problem as Problem { report.add(problem, of: item) }
    }
    let result = JSONValue.object(report.value).text
    if let key = batch.key, try fits(result, userID, connection) {
      try BatchRepository.insert(
        key, digest: batch.digest, result: result, userID: userID, now: environment.now(), in: connection)
    }
    return (result, try ItemRepository.head(userID, in: connection).change != before)
  }

  /// The number of a user's items, deletions that are not purged included, and of the conflicts.
  package static func count(
    of userID: String, in connection: any SQLConnection
  ) throws -> (items: Int, conflicts: Int) {
    (
      Int(try ItemRepository.head(userID, in: connection).items),
      try ConflictRepository.count(of: userID, in: connection)
    )
  }

  /// Whether the quota admits the result of a batch. A batch without a stored result is applied again if it is sent again,
  /// which has no effect on items that were stored.
  private func fits(_ result: String, _ userID: String, _ connection: any SQLConnection) throws -> Bool {
    do {
      try quota.admit(result.utf8.count, of: userID, in: connection)
      return true
    } catch is Problem {
      return false
    }
  }

  private func applier(_ userID: String, _ device: String?, _ connection: any SQLConnection) -> UploadApplier {
    UploadApplier(
      userID: userID, device: device ?? StoredItem.noDevice, log: log, shared: shared, environment: environment,
      maxItems: configuration.maxItems, quota: quota, connection: connection)
  }

  private func announce(_ userID: String, _ items: [UploadedItem]) {
    for type in Set(items.map(\.type)) { shared[type]?.committed(userID: userID) }
    bus.published(userID: userID, topic: Self.topic)
  }

  // MARK: - Pulls

  /// Reads the next page of a pull and renders it on the reader's thread.
  ///
  /// - Parameters:
  ///   - limit: maximum number of items.
  ///   - maxBytes: bytes of content after which the page ends. It has at least one item.
  package func page<Form: Sendable>(
    _ pull: Pull, userID: String, limit: Int, maxBytes: Int, render: @escaping @Sendable (ChangePage) throws -> Form
  ) async throws -> Form {
    try await database.read { connection in
      let head = try ItemRepository.head(userID, in: connection)
      let (pull, isReset) = pull.checked(against: head)
      var page = ChangePage(
        end: pull.position, hasMore: false, types: pull.types, isReset: isReset, whole: pull.whole)
      var bytes = 0
      reading: while true {
        let step = min(100, limit - page.changes.count + 1)
        let rows = try ItemRepository.changes(
          of: userID, pull.types, after: page.end, limit: step, in: connection)
        for row in rows {
          guard page.changes.count < limit, bytes < maxBytes else {
            page.hasMore = true
            break reading
          }
          let content = try content(of: row, userID: userID, in: connection)
          bytes += content.bytes
          page.changes.append(Change(type: row.type, id: row.id, change: row.change, content: content.value))
          page.end = row.change
        }
        if rows.count < step { break }
      }
      // No other change of these kinds is older.
      if !page.hasMore { page.end = max(page.end, head.change) }
      // The device has everything that follows the last purged deletion.
      if page.end >= head.floor { page.whole = nil }
      return try render(page)
    }
  }

  private func content(
    of row: StoredItem, userID: String, in connection: any SQLConnection
  ) throws -> (value: JSONValue?, bytes: Int) {
    if row.isDeleted { return (nil, 64) }
    if let shared = shared[row.type] {
      let value = try shared.content(id: row.id, userID: userID, in: connection)
      return (value, value?.encoded.count ?? 64)
    }
    // `take` wrote the text, so it is JSON.
    return ((try? JSONValue(parsing: row.content.utf8)) ?? [:], row.content.utf8.count + 128)
  }

  /// The number of items that a pull would return now.
  package func count(_ pull: Pull, userID: String) async throws -> Int {
    try await database.read { connection in
      let start = pull.checked(against: try ItemRepository.head(userID, in: connection)).pull.position
      return try ItemRepository.count(of: userID, pull.types, after: start, in: connection)
    }
  }

  /// The changes and conflicts that a device has not seen.
  struct UnseenChanges: Sendable {
    var head: Int64
    /// The kinds of items that other devices changed.
    var types: Set<DataType>
    /// Conflicts that the device lost, and those of versions written without a device.
    var conflicts: [Conflict]
  }

  /// - Parameter change: the newest change of which the device was notified; nil for a new connection, which pulls anyway.
  func unseenChanges(for device: String, after change: Int64?, userID: String) async throws -> UnseenChanges {
    try await database.read { connection in
      let head = try ItemRepository.head(userID, in: connection).change
      guard head != change else { return UnseenChanges(head: head, types: [], conflicts: []) }
      return UnseenChanges(
        head: head,
        types: try change.map {
          try ItemRepository.changedTypes(of: userID, after: $0, notBy: device, in: connection)
        } ?? [],
        conflicts: try ConflictRepository.unseen(to: device, userID: userID, after: change, in: connection))
    }
  }

  // MARK: - Conflicts

  /// Stores that conflicts were sent to the devices that lost them.
  func markSeen(_ conflicts: [Conflict], userID: String) async throws {
    let now = environment.now()
    try await database.write(in: .user(userID)) { connection in
      try ConflictRepository.markSeen(conflicts.map(\.id), userID: userID, now: now, in: connection)
    }
  }

  /// Resolves a conflict. Repeating it with the same strategy has no effect.
  ///
  /// - Throws: `Batch.Refusal` if there is no such conflict, it was resolved by another strategy, or content is missing.
  func resolve(
    id: String, as resolution: ConflictResolution, data: JSONValue?, userID: String, device: String?
  ) async throws {
    let now = environment.now()
    let type = try await database.write(in: .user(userID)) { connection -> DataType? in
      guard let conflict = try ConflictRepository.find(id: id, userID: userID, in: connection) else {
        throw Batch.Refusal(code: "INVALID_CONFLICT_DATA", message: "There is no such conflict.")
      }
      if let earlier = conflict.resolution {
        guard earlier == resolution.rawValue else {
          throw Batch.Refusal(code: "INVALID_CONFLICT_DATA", message: "It was resolved already, as \(earlier).")
        }
        return nil
      }
      if let item = try resolution.item(conflict, data: data, configuration: configuration) {
        do { _ = try applier(userID, device, connection).apply(item) } catch let problem as Problem {
          let code = problem.code == "QUOTA_EXCEEDED" ? problem.code : "INVALID_CONFLICT_DATA"
          throw Batch.Refusal(code: code, message: problem.message)
        }
      }
      try ConflictRepository.resolve(id: id, as: resolution.rawValue, userID: userID, now: now, in: connection)
      return conflict.type
    }
    guard let type else { return }
    shared[type]?.committed(userID: userID)
    bus.published(userID: userID, topic: Self.topic)
  }

  /// Deletes results of batches, and conflicts, after `keyRetention`, and deletions after `deletionRetention`. Each
  /// transaction deletes a bounded number.
  package func purge() async throws {
    try await purgeDeletions(before: environment.now().advanced(by: .zero - configuration.deletionRetention))
    let moment = environment.now().advanced(by: .zero - configuration.keyRetention)
    for table in ["sync_batches", "sync_conflicts"] {
      while try await database.write(in: .task(table), { try BatchRepository.purge(table, before: moment, in: $0) }) {}
    }
  }

  /// Purges old deletions. A device that may have missed one performs a full pull.
  func purgeDeletions(before moment: Timestamp) async throws {
    while true {
      // First, because the scope needs them: an upload may replace a deletion while it is purged.
      let users = try await database.read { try ItemRepository.usersWithDeletions(before: moment, in: $0) }
      guard !users.isEmpty else { return }
      try await database.write(in: .users(users)) {
        try ItemRepository.purgeDeletions(of: users, before: moment, in: $0)
      }
    }
  }
}
