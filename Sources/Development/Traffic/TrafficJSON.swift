import Bytes
import JSONCodec

/// The JSON of the traffic.
enum TrafficJSON {
  static func entry(_ entry: TrafficEntry) -> JSONValue {
    let own: JSONValue = [
      "id": .integer(Int64(entry.id)), "time": .string(time(entry.time)), "kind": .string(entry.kind.rawValue),
      "connection": .integer(Int64(entry.connection)), "client": .string(entry.client), "path": .string(entry.path),
    ]
    switch entry.content {
    case .exchange(let record): return own.merging(members(of: record))
    case .frame(let record): return own.merging(members(of: record))
    case .firing(let record): return own.merging(members(of: record))
    }
  }

  private static func members(of record: ExchangeRecord) -> [String: JSONValue] {
    [
      "direction": "in", "method": .string(record.method), "url": .string(record.url),
      "request_id": .string(record.requestID), "status": .optional(integer: record.status),
      "duration_ms": .number(record.milliseconds), "bytes": .optional(integer: record.response?.bytes),
      "request": content(record.request), "response": record.response.map(content) ?? .null,
      "fault_ids": ids(record.faultIDs),
    ]
  }

  private static func members(of record: FrameRecord) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "direction": .string(record.direction.rawValue), "opcode": .string(record.opcode.rawValue),
      "message_type": .optional(record.messageType), "bytes": .integer(Int64(record.bytes)),
      "body": .optional(record.body), "is_truncated": .bool(record.isTruncated), "fault_ids": ids(record.faultIDs),
    ]
    if record.opcode == .close { members["close_code"] = .optional(integer: record.closeCode.map(Int.init)) }
    return members
  }

  private static func members(of record: FiringRecord) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "fault_id": .integer(Int64(record.faultID)), "fault": .string(record.kind.rawValue),
      "summary": .string(record.summary), "message_type": .optional(record.messageType),
      "direction": .optional(record.direction?.rawValue),
    ]
    members["method"] = record.method.map(JSONValue.string)
    return members
  }

  private static func content(_ record: ContentRecord) -> JSONValue {
    [
      "headers": .array(record.headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "bytes": .optional(integer: record.bytes), "body": .optional(record.body),
      "is_truncated": .bool(record.isTruncated),
    ]
  }

  private static func ids(_ ids: [Int]) -> JSONValue { .array(ids.map { .integer(Int64($0)) }) }

  /// RFC 3339 with milliseconds.
  private static func time(_ time: Timestamp) -> String {
    let milliseconds = String((time.milliseconds % 1000 + 1000) % 1000)
    let padding = String(repeating: "0", count: 3 - milliseconds.count)
    return "\(time.rfc3339.dropLast()).\(padding)\(milliseconds)Z"
  }
}
