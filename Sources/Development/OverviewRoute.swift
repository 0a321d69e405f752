import API
import HTTPServer
import JSONCodec

/// `GET /dev`: the state of all tools.
struct OverviewRoute {
  let route: Route

  init(_ tools: [DevelopmentTool]) {
    let summaries = tools.flatMap(\.summaries)
    route = Route(Self.operation(summaries)) { _ in
      var members: [String: JSONValue] = [:]
      for summary in summaries { members[summary.field.name] = try await summary.value() }
      return .json(.object(members))
    }
  }

  private static func operation(_ summaries: [DevelopmentTool.Summary]) -> Operation {
    let example = JSONValue.object(
      Dictionary(summaries.map { ($0.field.name, $0.example) }, uniquingKeysWith: { first, _ in first }))
    return Operation(
      "getDevelopmentState", "GET", "/dev", authentication: .none, tag: DevelopmentTool.tag,
      "Read the state of the development mode",
      responses: [.json("The state of each tool.", .object(summaries.map(\.field)), example: example)])
  }
}
