package import JSONCodec

/// An uploaded item, checked.
struct UploadedItem: Sendable {
  var type: DataType
  var id: String
  /// nil if the device deleted it.
  var content: JSONValue?
  /// The version of the item that the device had seen; nil if it names none.
  var base: Int64?
  /// SHA-256 of type and content.
  var digest: String
}

/// The stored version of an item.
struct StoredItem: Sendable {
  var type: DataType
  var id: String
  var change: Int64
  var isDeleted: Bool
  var content: String
  /// The digest of the upload; empty if the server wrote the version.
  var digest: String
  /// Earlier versions, oldest first, at most `maxPast`.
  var past: [Version]
  /// The device that wrote it; nil for the server, such as after parsing a meal; `noDevice` for a client without one.
  var device: String?

  static let maxPast = 8
  /// The device of clients without one, such as over REST.
  static let noDevice = ""

  /// A version written by a client.
  struct Version: Sendable, Equatable {
    /// Empty if it was not uploaded.
    var digest: String
    var change: Int64
    var device: String
  }

  /// The bytes that the item counts for. `0016_usage.sql` subtracts the same when its row is deleted.
  var storedBytes: Int { 300 + id.utf8.count + content.utf8.count + ItemRepository.encode(past).utf8.count }

  /// The earlier versions with the present one at the end, for its successor.
  var pastWithThis: [Version] {
    guard let device else { return past }
    return (past + [Version(digest: digest, change: change, device: device)]).suffix(Self.maxPast)
  }

  /// The last version written by a client. The server's version may be newer; nil if no client wrote one.
  var written: Version? { pastWithThis.last }
}

/// A change as devices receive it.
package struct Change: Sendable {
  /// The kind of the item.
  package var type: DataType
  /// The id of the item.
  package var id: String
  /// The id of the change.
  package var change: Int64
  /// nil if the item was deleted.
  package var content: JSONValue?

  /// The content with the members that the server adds.
  package var value: JSONValue {
    (content ?? [:]).merging([
      "item_id": .string(id), "data_type": .string(type.rawValue), "change_id": .integer(change),
      "deleted": .bool(content == nil),
    ])
  }
}

/// The result of one uploaded item.
struct ItemOutcome: Sendable {
  enum Status: String, Sendable, CaseIterable {
    case created, updated, deleted
    /// The item has this version, or had it before a newer change, or did not exist and was deleted.
    case unchanged
    /// Its id had other content. It was stored under `storedID`.
    case keptBoth = "kept_both"
  }

  var status: Status
  var storedID: String
  /// 0 if the server has no such item.
  var change: Int64
  var wonConflict = false
}
