import API
import Bytes
import Crypto
import HTTPServer
import JSONCodec

/// An invalid item, and the reason.
struct BadItem: Error {
  /// nil if the kind is unknown.
  var type: DataType?
  var id: String
  var reason: String
}

/// Reads uploaded items and checks them by the rules of their kind (`docs/api/socket-sync.md`).
struct ItemReader: Sendable {
  let maxItemBytes: Int

  /// Members that describe an item and are not part of its content.
  private static let envelope = [
    "item_id", "data_type", "change_id", "base_change_id", "deleted", "stored_as", "client_timestamp",
  ]

  /// - Parameter index: names an item without an id in errors.
  func read(_ value: JSONValue, _ type: DataType, index: Int) throws(BadItem) -> UploadedItem {
    guard let members = value.objectValue else {
      throw BadItem(type: type, id: "#\(index)", reason: "An item must be an object.")
    }
    let givenID = id(members, type)
    let shownID = givenID ?? "#\(index)"
    func bad(_ reason: String) -> BadItem { BadItem(type: type, id: shownID, reason: reason) }
    let base: Int64?
    switch members["base_change_id"] ?? members["change_id"] ?? .null {
    case .null: base = nil
    case .integer(let number) where number >= 0: base = number
    default: throw bad("base_change_id must be the change_id that the item had.")
    }
    if let givenID, !Self.isID(givenID) { throw bad("An id has 1 to 255 printable characters.") }
    if members["deleted"]?.boolValue == true {
      guard let givenID else { throw bad("What is deleted must have an id.") }
      return UploadedItem(type: type, id: givenID, content: nil, base: base, digest: Self.deletion)
    }
    let content = JSONValue.object(members.filter { !Self.envelope.contains($0.key) })
    let bytes = content.encoded
    guard bytes.count <= maxItemBytes else { throw bad("An item has at most \(maxItemBytes) bytes.") }
    guard !bytes.contains(0), !content.text.contains("\\u0000") else { throw bad("An item may hold no NUL.") }
    do { try check(type, members) } catch {
      throw bad((error as? Problem)?.message ?? "The item cannot be read.")
    }
    let digest = Hex.encode(SHA256.digest(Array(type.rawValue.utf8) + bytes))
    guard let id = givenID ?? (type == .session || type == .mealLog ? nil : String(digest.prefix(32))) else {
      throw bad("The id of the item is missing.")
    }
    return UploadedItem(type: type, id: id, content: content, base: base, digest: digest)
  }

  /// The digest of a deletion.
  static let deletion = "deleted"

  /// The id by any of its names. Integers become text.
  private func id(_ members: [String: JSONValue], _ type: DataType) -> String? {
    for name in ["item_id"] + type.idMembers {
      switch members[name] {
      case .string(let text): return text
      case .integer(let number): return String(number)
      default: continue
      }
    }
    return nil
  }

  private static func isID(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  private func check(_ type: DataType, _ members: [String: JSONValue]) throws {
    let fields = JSONFields(members)
    switch type {
    case .voice:
      guard members["verification_id"] != nil || members["item_id"] != nil || members["id"] != nil else {
        throw fields.problem("verification_id", "the id of the verification")
      }
      try Self.checkTime(members, "timestamp")
      guard try fields.optionalBool("verified") != nil else { throw fields.problem("verified", "true or false") }
      for name in ["confidence_score", "quality_score", "processing_time_ms"] { try Self.number(fields, name) }
    case .behavioral:
      try Self.checkTime(members, "timestamp")
      for name in ["session_duration_ms", "interaction_count", "performance_score"] { try Self.number(fields, name) }
    case .session:
      for name in ["duration_ms", "event_count"] { try Self.number(fields, name) }
    case .metrics:
      _ = try fields.text("metric_name", length: 1...255)
      try Self.number(fields, "value")
    case .mealLog:
      // The domain of meals checks them.
      break
    }
  }

  private static func number(_ fields: JSONFields, _ name: String) throws {
    _ = try fields.optionalNumber(name, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }

  /// Checks a time, which may be text or a number. It is stored unchanged: no rule of sync depends on a clock.
  private static func checkTime(_ members: [String: JSONValue], _ name: String) throws {
    switch members[name] {
    case .string(let text) where (1...64).contains(text.utf8.count): return
    case .integer, .number: return
    default: throw JSONFields(members).problem(name, "a time")
    }
  }
}
