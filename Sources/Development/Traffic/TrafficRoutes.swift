import API
import HTTPServer
import JSONCodec

/// The routes of `/dev/traffic`.
struct TrafficRoutes {
  let log: TrafficLog

  var routes: [Route] {
    [
      Route(TrafficOperations.list) { [log] request in
        let query = try Self.query(request)
        log.start()
        let page = await log.page(query)
        let items = JSONValue.array(page.entries.map(TrafficJSON.entry))
        return .json(Self.state(log, lastID: page.lastID).merging(["items": items]))
      },
      Route(TrafficOperations.record) { [log] request in
        let fields = try JSONFields(request)
        guard let isOn = try fields.optionalBool("is_recording") else {
          throw fields.problem("is_recording", "true or false")
        }
        log.setRecording(isOn)
        return .json(Self.state(log, lastID: log.lastID))
      },
      Route(TrafficOperations.clear) { [log] _ in
        log.removeAll()
        return .noContent
      },
    ]
  }

  /// The state of the recording.
  static let schema = Schema.object(TrafficSchemas.state)
  static let example: JSONValue = ["last_id": 0, "first_id": 1, "is_recording": true]

  static func state(_ log: TrafficLog, lastID: Int) -> JSONValue {
    [
      "last_id": .integer(Int64(lastID)), "first_id": .integer(Int64(log.firstID)),
      "is_recording": .bool(log.isRecording),
    ]
  }

  private static func query(_ request: Request) throws -> TrafficQuery {
    var query = TrafficQuery()
    query.after = try integer(request, "after", 0...(1 << 53))
    query.limit = try integer(request, "limit", TrafficOperations.limits) ?? query.limit
    query.wait = .seconds(try integer(request, "wait_s", TrafficOperations.waits) ?? 0)
    query.connection = try integer(request, "connection", 1...(1 << 53))
    if let text = request.queryValue("kind") {
      guard let kind = TrafficEntry.Kind(rawValue: text) else {
        let kinds = TrafficEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem.badRequest("kind must be one of \(kinds).", details: ["kind": "one of \(kinds)"])
      }
      query.kind = kind
    }
    return query
  }

  private static func integer(_ request: Request, _ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = request.queryValue(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let rule = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw Problem.badRequest("\(name) must be \(rule).", details: [name: rule])
    }
    return number
  }
}
