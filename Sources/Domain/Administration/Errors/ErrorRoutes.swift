import API
import Bytes
import HTTPServer
import JSONCodec

/// `/api/v1/admin/errors`.
struct ErrorRoutes: Sendable {
  let events: RecentEvents

  /// The declaration of the route.
  static let list = Operation(
    "adminListErrors", "GET", "/api/v1/admin/errors", authentication: .admin, tag: AdministrationSchemas.tag,
    "List the newest warnings and errors of the log",
    description: "Newest first, since the start of the server, at most \(RecentEvents.maxBytes) bytes.",
    parameters: ParameterDeclaration.page(),
    responses: [
      AdministrationSchemas.page(
        "A page of events; 50 if no limit is given.",
        of: .object(
          [
            .time("time", "The time of the event."),
            .string("level", oneOf: ["warning", "error", "critical"], "The severity."),
            .string("message", "The event."), .init("fields", .map(of: .string), "Its values by name."),
          ], named: "LogEvent"),
        example: [
          [
            "time": "2026-11-22T07:01:57Z", "level": "warning", "message": "job attempt failed",
            "fields": ["job": "41", "kind": "meal.parse"],
          ]
        ])
    ])

  var routes: [Route] {
    [
      Route(Self.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let all = events.newestFirst
        let rows = all.dropFirst(page.offset).prefix(page.limit).map { event -> JSONValue in
          [
            "time": .string(event.time.rfc3339), "level": .string(event.level), "message": .string(event.message),
            "fields": .object(Dictionary(event.fields.map { ($0.name, .string($0.value)) }) { $1 }),
          ]
        }
        return .success(page.list("items", rows, total: all.count))
      }
    ]
  }
}
