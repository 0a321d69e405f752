import JSONCodec

/// A message of a device, in any of the documented forms: its members at the top, or under `payload`.
struct SyncRequest {
  let type: String
  let fields: [String: JSONValue]
  /// The value of `payload`, if it holds no members of the message.
  let payload: JSONValue?

  /// Members that mark `payload` as the place of a message's members.
  private static let fieldNames: Set<String> = [
    "sync_id", "data_types", "data_type", "domain", "data", "request_id", "request_type", "conflict_id",
    "event_types", "client_time", "status", "device_info", "since", "next_sync_token", "idempotency_key", "full_sync",
  ]

  init(_ message: JSONValue, type: String) {
    self.type = type
    let top = message.objectValue ?? [:]
    guard let payload = top["payload"], let inner = payload.objectValue,
      type != "sync_data" || top["data"] == nil && inner["data"] != nil,
      !Self.fieldNames.isDisjoint(with: inner.keys)
    else {
      fields = top
      self.payload = top["payload"]
      return
    }
    // Members of the message itself have priority.
    fields = inner.merging(top) { $1 }
    self.payload = nil
  }

  /// Returns text, or an integer as text; nil if it is absent, empty, or of another kind.
  func text(_ names: String...) -> String? {
    for name in names {
      switch fields[name] {
      case .string(let text) where (1...255).contains(text.utf8.count) && !text.unicodeScalars.contains("\0"):
        return text
      case .integer(let number): return String(number)
      default: continue
      }
    }
    return nil
  }

  /// Checks the members that identify answers and repeated requests: ignoring an invalid one would have another effect than
  /// the requested one. - Throws: `Batch.Refusal`.
  func check() throws(Batch.Refusal) {
    for name in ["request_id", "idempotency_key"] where has(name) && text(name) == nil {
      throw Batch.Refusal(code: "MESSAGE_VALIDATION_ERROR", message: "\(name) must be text of 1 to 255 bytes.")
    }
    if has("full_sync"), fields["full_sync"]?.boolValue == nil {
      throw Batch.Refusal(code: "MESSAGE_VALIDATION_ERROR", message: "full_sync must be true or false.")
    }
    if has("device_info"), fields["device_info"]?.objectValue == nil {
      throw Batch.Refusal(code: "MESSAGE_VALIDATION_ERROR", message: "device_info must be an object.")
    }
  }

  func has(_ names: String...) -> Bool { names.contains { fields[$0].map { !$0.isNull } ?? false } }

  /// The requested kinds of items: all if the message names none, empty if it names only unknown ones.
  var types: Set<DataType> {
    for name in ["data_types", "data_type", "domain", "domains", "request_type"] {
      guard let value = fields[name], !value.isNull else { continue }
      let names = value.arrayValue?.compactMap(\.stringValue) ?? value.stringValue.map { [$0] } ?? []
      if names.isEmpty && value.arrayValue != nil || names.contains("all") { break }
      return Set(names.compactMap(DataType.init(name:)))
    }
    return Set(DataType.allCases)
  }

  /// The cursor after which a pull continues. `since_timestamp` is ignored: changes are ordered, clocks are not.
  /// - Throws: `Batch.Refusal` if a cursor is invalid.
  func cursor(code: String) throws(Batch.Refusal) -> Cursor? {
    if fields["full_sync"]?.boolValue == true { return nil }
    let names = ["since", "next_sync_token", "sync_token", "since_token", "cursor"]
    guard let name = names.first(where: { has($0) }) else { return nil }
    guard let cursor = text(name).flatMap(Cursor.init) else {
      throw Batch.Refusal(code: code, message: "\(name) must be the next_sync_token of an earlier page.")
    }
    return cursor
  }
}
