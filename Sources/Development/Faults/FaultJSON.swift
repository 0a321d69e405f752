import Bytes
import JSONCodec

/// The JSON of faults.
enum FaultJSON {
  /// A fault with its state. - Parameter held: the number of its effects that last.
  static func fault(_ planned: FaultPlan.Planned, held: Int) -> JSONValue {
    let fault = planned.fault
    let own: JSONValue = [
      "id": .integer(Int64(planned.id)), "kind": .string(fault.kind.rawValue), "on": .string(fault.point.rawValue),
      "match": match(fault.match), "count": .optional(integer: fault.count),
      "probability": fault.probability == 1 ? 1 : .number(fault.probability),
      "seed": .integer(Int64(clamping: fault.seed)), "fired": .integer(Int64(planned.fired)),
      "remaining": .optional(integer: planned.remaining), "held": .integer(Int64(held)),
      "is_active": .bool(planned.isActive), "created_at": .string(planned.createdAt.rfc3339),
    ]
    return own.merging(members(of: fault.effect))
  }

  private static func match(_ match: FaultMatch) -> JSONValue {
    var members: [String: JSONValue] = [:]
    members["method"] = match.method.map(JSONValue.string)
    members["path"] = match.path.map(JSONValue.string)
    members["message_type"] = match.messageType.map(JSONValue.string)
    members["direction"] = match.direction.map { .string($0.rawValue) }
    members["connection"] = match.connection.map { .integer(Int64($0)) }
    return .object(members)
  }

  private static func members(of effect: Fault.Effect) -> [String: JSONValue] {
    switch effect {
    case .status(let status):
      var members: [String: JSONValue] = [
        "status": .integer(Int64(status.status)), "code": .string(status.code), "message": .string(status.message),
      ]
      members["retry_after_s"] = status.retryAfter.map { .integer(Int64($0)) }
      return members
    case .delay(let milliseconds, let jitter):
      return ["ms": .integer(Int64(milliseconds)), "jitter_ms": .integer(Int64(jitter))]
    case .slowBody(let rate): return ["bytes_per_s": .integer(Int64(rate))]
    case .halfOpen(let milliseconds), .hold(let milliseconds): return ["ms": .optional(integer: milliseconds)]
    case .close(let code, let reason): return ["close_code": .integer(Int64(code)), "reason": .string(reason)]
    case .reorder(let window, let milliseconds):
      return ["window": .integer(Int64(window)), "ms": .integer(Int64(milliseconds))]
    case .reset, .swallowPongs, .drop, .duplicate: return [:]
    }
  }
}

extension JSONValue {
  /// An integer, or null for nil.
  static func optional(integer value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
}
