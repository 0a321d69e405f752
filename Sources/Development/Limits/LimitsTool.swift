import API
package import Bytes
import HTTPServer
import JSONCodec

/// `/dev/limits`: lifts limits on rates and connections, and restores them.
package struct LimitsTool: Sendable {
  private let limits: LimitSwitch

  /// - Parameter limits: of the environment of the server.
  package init(_ limits: LimitSwitch) { self.limits = limits }

  /// The routes and the state.
  package var tool: DevelopmentTool {
    DevelopmentTool(
      routes: [
        Route(Self.get) { _ in .json(state) },
        Route(Self.set) { request in
          let fields = try JSONFields(request)
          guard let isRelaxed = try fields.optionalBool("relaxed") else {
            throw fields.problem("relaxed", "true or false")
          }
          limits.set(isRelaxed: isRelaxed)
          return .json(state)
        },
      ],
      summaries: [.init(Self.relaxed, example: false, value: { .bool(limits.isRelaxed) })])
  }

  private var state: JSONValue { ["relaxed": .bool(limits.isRelaxed)] }

  private static let relaxed = FieldDeclaration.boolean(
    "relaxed", "Whether limits on rates and connections are lifted.")

  private static let get = Operation(
    "getLimits", "GET", "/dev/limits", authentication: .none, tag: DevelopmentTool.tag,
    "Read whether limits are lifted",
    responses: [.json("The switch.", .object([relaxed]), example: ["relaxed": false])])

  private static let set = Operation(
    "setLimits", "PUT", "/dev/limits", authentication: .none, tag: DevelopmentTool.tag,
    "Lift limits on rates and connections, or restore them", body: .json([relaxed], example: ["relaxed": true]),
    responses: [.json("The switch.", .object([relaxed]), example: ["relaxed": true])])
}
