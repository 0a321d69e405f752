import API
import JSONCodec

/// The JSON form of scripts.
extension ModelScript {
  static let maxSteps = 100
  static let textLength = 1...16_000
  static let tokenCounts = 0...16_000
  static let rates = 0.1...1000.0
  static let stalls = 0.0...600.0
  /// Bytes of JSON text.
  static let maxArgumentBytes = 16 << 10

  /// - Throws: `Problem` 400.
  init(_ fields: JSONFields) throws {
    steps = try fields.objects("steps", count: 1...Self.maxSteps).map { try ModelStep($0) }
    isRepeated = try fields.optionalBool("repeat") ?? false
  }
}

extension ModelStep {
  /// - Throws: `Problem` 400.
  init(_ fields: JSONFields) throws {
    match = try fields.optionalText("match", length: 1...200)
    text = try fields.optionalText("text", length: ModelScript.textLength) ?? ""
    tokensPerSecond = try fields.optionalNumber("tokens_per_s", in: ModelScript.rates)
    let after = try fields.optionalInteger("stall_after", in: ModelScript.tokenCounts) ?? 0
    stall = try fields.optionalNumber("stall_s", in: ModelScript.stalls).map { Stall(seconds: $0, after: after) }
    breakAfter = try fields.optionalInteger("break_after", in: ModelScript.tokenCounts)
    failure = try fields.optionalObject("error").map { error in
      guard let status = try error.optionalInteger("status", in: 400...599) else {
        throw error.problem("status", "a whole number from 400 to 599")
      }
      return Failure(status: status, code: try error.optionalText("code", length: 1...64) ?? "")
    }
    call = try fields.optionalObject("tool").map { tool in
      let arguments = try tool.optionalObject("arguments")?.json.encoded ?? Array("{}".utf8)
      guard arguments.count <= ModelScript.maxArgumentBytes else {
        throw tool.problem("arguments", "an object of at most \(ModelScript.maxArgumentBytes) bytes")
      }
      return Call(
        name: try tool.text("name", length: 1...64), arguments: String(decoding: arguments, as: UTF8.self))
    }
    guard !text.isEmpty || stall != nil || breakAfter != nil || failure != nil || call != nil else {
      throw fields.problem("text", "present, unless the step has stall_s, break_after, error or tool")
    }
  }

  /// The members that the step has.
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    members["match"] = match.map(JSONValue.string)
    if !text.isEmpty { members["text"] = .string(text) }
    members["tokens_per_s"] = tokensPerSecond.map(JSONValue.number)
    members["stall_s"] = stall.map { .number($0.seconds) }
    members["stall_after"] = stall.map { .integer(Int64($0.after)) }
    members["break_after"] = breakAfter.map { .integer(Int64($0)) }
    members["error"] = failure.map { ["status": .integer(Int64($0.status)), "code": .string($0.code)] }
    members["tool"] = call.map { call in
      ["name": .string(call.name), "arguments": (try? JSONValue(parsing: call.arguments.utf8)) ?? .null]
    }
    return .object(members)
  }
}
