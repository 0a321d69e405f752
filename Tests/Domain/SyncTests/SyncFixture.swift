import Bytes
import JSONCodec
import Realtime
import Runtime
import Storage
import TestSupport

@testable import Sync

/// A service over a database of its own, with the users `u1` and `u2`; meals are kept as all other items are.
struct SyncFixture: Sendable {
  let database: any StorageEngine
  let clock = ManualClock()
  let sync: SyncService
  let woken = Woken()

  /// Counts the wake-ups of each user.
  final class Woken: EventBus {
    let users = Locked<[String]>([])

    func published(userID: String, topic: String?) { users.withLock { $0.append(userID) } }
  }

  init(_ configure: (inout SyncConfiguration) -> Void = { _ in }) async throws {
    var configuration = SyncConfiguration()
    configure(&configuration)
    database = try await TestDatabase.make(users: ["u1", "u2"])
    sync = SyncService(
      database: ScopeCheckingDatabase(database), shared: [:], bus: woken, environment: clock.environment,
      configuration: configuration)
  }

  /// Uploads one batch. - Returns: its answer.
  @discardableResult
  func upload(
    _ data: JSONValue, as device: String? = "phone", user: String = "u1", key: String? = nil, syncID: String? = nil
  ) async throws -> JSONValue {
    let batch = try Batch(data, key: key, syncID: syncID, configuration: sync.configuration)
    return .object(try await sync.take(batch, userID: user, device: device))
  }

  /// Uploads one session. - Returns: its result.
  func session(
    _ id: String = "s", _ status: String?, base: Int64? = nil, as device: String? = "phone", user: String = "u1"
  ) async throws -> JSONValue {
    var item: JSONValue = ["session_id": .string(id)]
    item = item.merging(status.map { ["status": .string($0)] } ?? ["deleted": true])
    if let base { item = item.merging(["base_change_id": .integer(base)]) }
    let answer = try await upload(["sessions": [item]], as: device, user: user)
    return answer["batch_results"]?["session"]?["items"]?.arrayValue?.first ?? .null
  }

  func page(
    _ types: Set<DataType> = Set(DataType.allCases), since token: String? = nil, limit: Int = 1000,
    maxBytes: Int = 1 << 20, user: String = "u1"
  ) async throws -> ChangePage {
    try await sync.page(
      Pull(types, since: token.flatMap { Cursor($0) }), userID: user, limit: limit, maxBytes: maxBytes
    ) { $0 }
  }

  /// Everything there is, by kind and id.
  func everything(user: String = "u1") async throws -> [String: JSONValue] {
    let changes = try await page(user: user).changes
    return Dictionary(
      changes.compactMap { change in change.content.map { ("\(change.type.rawValue)/\(change.id)", $0) } }
    ) { $1 }
  }
}
