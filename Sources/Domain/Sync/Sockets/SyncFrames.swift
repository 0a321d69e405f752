import Bytes
import JSONCodec

/// The frames of mobile sync.
enum SyncFrames {
  static func welcome(userID: String, deviceID: String, at now: Timestamp) -> JSONValue {
    [
      "type": .string(SyncFrameType.connected.rawValue), "user_id": .string(userID), "device_id": .string(deviceID),
      "server_time": .string(now.rfc3339), "timestamp": .string(now.rfc3339),
      "features": [
        "real_time_sync": true, "push_notifications": true, "bi_directional_sync": true, "conflict_resolution": true,
      ],
    ]
  }

  /// Always an object with three integers, because one client reads them without a check.
  static func progress(synced: Int64, failed: Int64, total: Int64) -> JSONValue {
    ["synced_items": .integer(synced), "failed_items": .integer(failed), "total_items": .integer(total)]
  }

  static func sessionStarted(
    _ syncID: String, types: Set<DataType>, configuration: SyncConfiguration, at now: Timestamp
  ) -> JSONValue {
    [
      "type": .string(SyncFrameType.sessionStarted.rawValue), "sync_id": .string(syncID),
      "server_time": .string(now.rfc3339),
      "timestamp": .string(now.rfc3339), "data_types": names(types),
      "session_info": [
        "supported_data_types": names(Set(DataType.allCases)),
        "max_batch_size": .integer(Int64(configuration.maxBatchItems)), "timeout_seconds": 300,
      ],
    ]
  }

  static func syncProgress(
    _ syncID: String, synced: Int, total: Int, status: String, token: Cursor? = nil, at now: Timestamp
  ) -> JSONValue {
    var frame: JSONValue = [
      "type": .string(SyncFrameType.progress.rawValue), "sync_id": .string(syncID), "status": .string(status),
      "progress": progress(synced: Int64(synced), failed: 0, total: Int64(total)),
      "timestamp": .string(now.rfc3339),
    ]
    if let token { frame = frame.merging(["next_sync_token": .string(token.text)]) }
    return frame
  }

  /// Makes a page in the form of `server_data_response`: an array for each requested kind of items, and one of deletions.
  static func serverData(_ page: ChangePage, requestID: String, syncID: String?, at now: Timestamp) -> JSONValue {
    var data: [String: [JSONValue]] = ["deleted": []]
    for type in page.types { data[type.collection] = [] }
    for change in page.changes {
      data[change.content == nil ? "deleted" : change.type.collection, default: []].append(change.value)
    }
    var frame: [String: JSONValue] = [
      "type": .string(SyncFrameType.serverData.rawValue), "request_id": .string(requestID),
      "data": .object(data.mapValues(JSONValue.array)),
      "server_timestamp": .string(now.rfc3339), "timestamp": .string(now.rfc3339),
    ]
    if let syncID { frame["sync_id"] = .string(syncID) }
    return .object(frame.merging(page.members) { $1 })
  }

  /// Makes a page in the newer form, `server_data`: one kind, one array.
  static func domainData(_ page: ChangePage, requestID: String, domain: String, at now: Timestamp) -> JSONValue {
    .object(
      [
        "type": .string(SyncFrameType.domainData.rawValue), "request_id": .string(requestID), "domain": .string(domain),
        "data": .array(page.changes.map(\.value)), "server_timestamp": .string(now.rfc3339),
        "timestamp": .string(now.rfc3339),
      ].merging(page.members) { $1 })
  }

  static func pushNotification(_ types: Set<DataType>, head: Int64, at now: Timestamp) -> JSONValue {
    [
      "type": .string(SyncFrameType.push.rawValue), "timestamp": .string(now.rfc3339), "data_types": names(types),
      "notification": [
        "type": "sync_available", "data_types": names(types), "latest_change_id": .integer(head),
        "message": "There is something to sync.",
      ],
    ]
  }

  static func conflict(_ conflict: Conflict, at now: Timestamp) -> JSONValue {
    let hasLoser = conflict.loser != StoredItem.noDevice
    return [
      "type": .string(SyncFrameType.conflict.rawValue), "conflict_id": .string(conflict.id),
      "domain": .string(conflict.type.rawValue),
      "data_type": .string(conflict.type.rawValue), "item_id": .string(conflict.itemID),
      "winning_change_id": .integer(conflict.change), "winning_device_id": .optional(conflict.winner),
      "losing_device_id": .optional(hasLoser ? conflict.loser : nil),
      "your_version": conflict.lost, "your_version_was_deleted": .bool(conflict.lostIsDeletion),
      "resolution": "last_writer_wins", "timestamp": .string(now.rfc3339),
      "message": hasLoser
        ? "Another device changed this item without having seen your version, and its change came last."
        : "A change made without a device was replaced by one that had not seen it, and came last.",
    ]
  }

  static func names(_ types: Set<DataType>) -> JSONValue {
    .array(DataType.allCases.filter(types.contains).map { .string($0.rawValue) })
  }
}
