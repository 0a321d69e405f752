import API
import JSONCodec

/// The result of a batch, as clients receive it.
struct BatchReport {
  /// The error codes of refused items.
  static let codes = ["VALIDATION_ERROR", "RATE_LIMIT_EXCEEDED", "QUOTA_EXCEEDED"]

  private struct Part {
    var synced: Int64 = 0
    var errors: [JSONValue] = []
    var items: [JSONValue] = []
  }

  /// By the kind of the items.
  private var parts: [String: Part] = [:]

  mutating func add(_ item: UploadedItem, _ outcome: ItemOutcome) {
    var line: JSONValue = [
      "item_id": .string(item.id), "status": .string(outcome.status.rawValue), "change_id": .integer(outcome.change),
    ]
    if outcome.storedID != item.id { line = line.merging(["stored_as": .string(outcome.storedID)]) }
    if outcome.wonConflict { line = line.merging(["conflict": "won"]) }
    parts[item.type.rawValue, default: Part()].synced += 1
    parts[item.type.rawValue, default: Part()].items.append(line)
  }

  mutating func add(_ bad: BadItem, code: String = "VALIDATION_ERROR", isRetryable: Bool = false) {
    parts[bad.type?.rawValue ?? "unknown", default: Part()].errors.append([
      "item_id": .string(bad.id), "error": .string(bad.reason), "code": .string(code),
      "retryable": .bool(isRetryable),
    ])
  }

  mutating func add(_ problem: Problem, of item: UploadedItem) {
    let isRetryable = problem.status == 429
    add(
      BadItem(type: item.type, id: item.id, reason: problem.message),
      code: isRetryable ? "RATE_LIMIT_EXCEEDED" : problem.code == "QUOTA_EXCEEDED" ? problem.code : "VALIDATION_ERROR",
      isRetryable: isRetryable)
  }

  /// `progress` and `batch_results`.
  var value: [String: JSONValue] {
    let synced = parts.values.reduce(0) { $0 + $1.synced }
    let failed = parts.values.reduce(0) { $0 + Int64($1.errors.count) }
    let results = parts.map { type, part in
      (
        type,
        [
          "synced_items": .integer(part.synced), "failed_items": .integer(Int64(part.errors.count)),
          "errors": .array(part.errors), "items": .array(part.items),
        ] as JSONValue
      )
    }
    return [
      "progress": SyncFrames.progress(synced: synced, failed: failed, total: synced + failed),
      "batch_results": .object(Dictionary(results) { $1 }),
    ]
  }
}
