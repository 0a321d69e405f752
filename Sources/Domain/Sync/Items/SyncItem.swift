package import JSONCodec

/// What a device uploads of one item, checked.
struct UploadedItem: Sendable {
  var type: DataType
  var id: String
  /// nil: the device deleted it.
  var content: JSONValue?
  /// The change of the item that the device had seen when it made this; nil where it does not say.
  var base: Int64?
  /// Of type and content; equal content has an equal digest.
  var digest: String
}

/// An item as the server has it.
struct StoredItem: Sendable {
  var type: DataType
  var id: String
  var change: Int64
  var isDeleted: Bool
  var content: String
  /// Of what was uploaded; "" where the server made it.
  var digest: String
  /// What it was before, oldest first, at most `maxPast`.
  var past: [Version]
  /// Who wrote it: nil the server itself, as when it has parsed a meal; `noDevice` a client that names none.
  var device: String?

  static let maxPast = 8
  /// In the place of a device: a client that names none, over REST.
  static let noDevice = ""

  /// One earlier version that somebody wrote.
  struct Version: Sendable, Equatable {
    /// "" where it was no upload.
    var digest: String
    var change: Int64
    var device: String
  }

  /// The bytes that the item counts for. `0016_usage.sql` subtracts the same when its row is deleted.
  var storedBytes: Int { 300 + id.utf8.count + content.utf8.count + ItemRepository.encode(past).utf8.count }

  /// With the present version at the end, for what replaces it.
  var pastWithThis: [Version] {
    guard let device else { return past }
    return (past + [Version(digest: digest, change: change, device: device)]).suffix(Self.maxPast)
  }

  /// What somebody wrote last, which may be behind what the server made of it; nil where nobody did, as far as is known.
  var written: Version? { pastWithThis.last }
}

/// One change as a device pulls it.
package struct Change: Sendable {
  package var type: DataType
  package var id: String
  package var change: Int64
  /// nil: it was deleted.
  package var content: JSONValue?

  /// The content with what the server knows of it beside.
  package var value: JSONValue {
    (content ?? [:]).merging([
      "item_id": .string(id), "data_type": .string(type.rawValue), "change_id": .integer(change),
      "deleted": .bool(content == nil),
    ])
  }
}

/// What became of one uploaded item.
struct ItemOutcome: Sendable {
  enum Status: String, Sendable {
    case created, updated, deleted
    /// It was there already, or was before something newer replaced it, or there was nothing to delete.
    case unchanged
    /// Another one had its id; it was stored under `storedID`.
    case keptBoth = "kept_both"
  }

  var status: Status
  var storedID: String
  /// 0 where the server has no such item.
  var change: Int64
  var wonConflict = false
}
