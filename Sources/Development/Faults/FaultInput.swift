import API
import HTTPServer
import JSONCodec

/// Reads a fault from a request body.
struct FaultInput {
  static let maxCount = 1_000_000
  static let maxSeed = 1 << 53
  static let maxRate = 1_000_000
  static let windows = 2...16
  static let closeCodes = 1000...4999
  static let maxTextLength = 200
  static let maxPathLength = 512
  static let maxTypeLength = 128

  private let fields: JSONFields
  private let match: JSONFields

  private init(_ members: [String: JSONValue]) throws {
    fields = JSONFields(members)
    guard let match = members["match"], !match.isNull else {
      self.match = JSONFields([:])
      return
    }
    guard let object = match.objectValue else { throw fields.problem("match", "an object") }
    self.match = JSONFields(object, path: "match.")
  }

  /// Reads the body. - Throws: `Problem` 400.
  static func fault(_ request: Request) throws -> Fault { try FaultInput(try request.jsonObject()).fault() }

  private func fault() throws -> Fault {
    guard let kind = try fields.optionalChoice("kind", of: Fault.Kind.self) else {
      throw fields.problem("kind", "one of " + Fault.Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let match = try matched()
    let point = try point(of: kind, match)
    try check(match, kind, point)
    var fault = Fault(effect: try effect(kind), point: point, match: match)
    fault.count = try fields.optionalInteger("count", in: 1...Self.maxCount)
    fault.probability = try fields.optionalNumber("probability", in: 0...1) ?? 1
    if let seed = try fields.optionalInteger("seed", in: 0...Self.maxSeed) { fault.seed = UInt64(seed) }
    return fault
  }

  private func matched() throws -> FaultMatch {
    FaultMatch(
      method: try match.optionalText("method", length: 1...32)?.uppercased(),
      path: try match.optionalText("path", length: 1...Self.maxPathLength),
      messageType: try match.optionalText("message_type", length: 1...Self.maxTypeLength),
      direction: try match.optionalChoice("direction", of: FrameDirection.self),
      connection: try match.optionalInteger("connection", in: 1...Self.maxSeed))
  }

  private func point(of kind: Fault.Kind, _ match: FaultMatch) throws -> FaultPoint {
    let points = kind.points
    guard let point = try fields.optionalChoice("on", of: FaultPoint.self) else {
      let isFrame = match.messageType != nil || match.direction != nil
      return isFrame && points.contains(.frame) ? .frame : points[0]
    }
    guard points.contains(point) else {
      throw fields.problem("on", points.map(\.rawValue).joined(separator: " or ") + " for the kind \(kind.rawValue)")
    }
    return point
  }

  /// Refuses members of `match` with which the fault would never fire.
  private func check(_ match: FaultMatch, _ kind: Fault.Kind, _ point: FaultPoint) throws {
    if point == .frame || point == .now, match.method != nil {
      throw self.match.problem("method", "absent for a fault on \(point.rawValue)")
    }
    if point != .frame, match.messageType != nil {
      throw self.match.problem("message_type", "absent for a fault on \(point.rawValue)")
    }
    guard let direction = match.direction else { return }
    guard point == .frame, kind.directions.contains(direction) else {
      throw self.match.problem(
        "direction", point == .frame ? "out for the kind \(kind.rawValue)" : "absent for a fault on \(point.rawValue)")
    }
  }

  private func effect(_ kind: Fault.Kind) throws -> Fault.Effect {
    switch kind {
    case .status: .status(try status())
    case .delay:
      .delay(milliseconds: try required("ms", duration("ms"), "milliseconds"), jitter: try duration("jitter_ms") ?? 0)
    case .slowBody:
      .slowBody(
        bytesPerSecond: try required(
          "bytes_per_s", fields.optionalInteger("bytes_per_s", in: 1...Self.maxRate), "bytes in a second"))
    case .reset: .reset
    case .halfOpen: .halfOpen(milliseconds: try duration("ms"))
    case .swallowPongs: .swallowPongs
    case .close: .close(code: try closeCode(), reason: try closeReason())
    case .drop: .drop
    case .duplicate: .duplicate
    case .hold: .hold(milliseconds: try duration("ms"))
    case .reorder:
      .reorder(
        window: try fields.optionalInteger("window", in: Self.windows) ?? 2, milliseconds: try duration("ms") ?? 1000)
    }
  }

  private func status() throws -> FaultStatus {
    let status = try required(
      "status", fields.optionalInteger("status", in: FaultStatus.statuses), "a status from 400 to 599")
    return FaultStatus(
      status, code: try fields.optionalText("code", length: 1...Self.maxTextLength),
      message: try fields.optionalText("message", length: 1...Self.maxTextLength),
      retryAfter: try fields.optionalInteger("retry_after_s", in: 0...FaultStatus.maxRetryAfter))
  }

  private func closeCode() throws -> UInt16 {
    UInt16(
      try required(
        "close_code", fields.optionalInteger("close_code", in: Self.closeCodes), "a close code from 1000 to 4999"))
  }

  /// The reason of a close frame has at most 123 bytes (RFC 6455 §5.5).
  private func closeReason() throws -> String {
    let reason = try fields.optionalText("reason", length: 0...123) ?? ""
    guard reason.utf8.count <= 123 else { throw fields.problem("reason", "text of at most 123 bytes") }
    return reason
  }

  private func duration(_ name: String) throws -> Int? {
    try fields.optionalInteger(name, in: 0...Fault.maxMilliseconds)
  }

  private func required<Value>(_ name: String, _ value: Value?, _ rule: String) throws -> Value {
    guard let value else { throw fields.problem(name, rule) }
    return value
  }
}
