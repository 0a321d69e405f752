import JSONCodec

/// The strategy by which a device resolves a conflict that it lost.
enum ConflictResolution: String, Sendable, CaseIterable {
  /// The device's version replaces the server's.
  case clientWins = "client_wins"
  /// The server's version stays.
  case serverWins = "server_wins"
  /// Content that the device made of both replaces the server's version.
  case merge, manual

  /// The strategies by the names that clients may use, in lower case.
  static let names: [String: ConflictResolution] = [
    "client_wins": .clientWins, "client": .clientWins, "use_client": .clientWins, "local": .clientWins,
    "server_wins": .serverWins, "server": .serverWins, "use_server": .serverWins, "remote": .serverWins,
    "last_write_wins": .serverWins, "latest_wins": .serverWins, "merge": .merge, "merged": .merge, "manual": .manual,
    "custom": .manual,
  ]

  init?(name: String) {
    guard let resolution = Self.names[name.lowercased()] else { return nil }
    self = resolution
  }

  /// Returns the item to store, or nil. - Throws: `Batch.Refusal` if the content is missing or invalid.
  func item(
    _ conflict: Conflict, data: JSONValue?, configuration: SyncConfiguration
  ) throws(Batch.Refusal) -> UploadedItem? {
    let content: JSONValue
    switch self {
    case .serverWins: return nil
    case .clientWins:
      content = data?.objectValue.map(JSONValue.object) ?? (conflict.lostIsDeletion ? ["deleted": true] : conflict.lost)
    case .merge, .manual:
      guard let data, data.objectValue != nil else {
        throw Batch.Refusal(code: "INVALID_CONFLICT_DATA", message: "resolved_data is missing.")
      }
      content = data
    }
    let reader = ItemReader(maxItemBytes: configuration.maxItemBytes)
    let named = content.merging(["item_id": .string(conflict.itemID), "base_change_id": .integer(conflict.change)])
    do throws(BadItem) { return try reader.read(named, conflict.type, index: 0) } catch {
      throw Batch.Refusal(code: "INVALID_CONFLICT_DATA", message: error.reason)
    }
  }
}
