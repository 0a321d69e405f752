import API
import HTTPServer
import JSONCodec

/// `/dev/model`: sets the script of the language model.
package struct ModelTool: Sendable {
  private let model: ScriptedModel

  /// - Parameter model: the one that the coach uses while it has a script.
  package init(_ model: ScriptedModel) { self.model = model }

  /// The routes and the state.
  package var tool: DevelopmentTool {
    DevelopmentTool(
      routes: [
        Route(ModelOperations.get) { _ in .json(state) },
        Route(ModelOperations.set) { request in
          model.set(try ModelScript(JSONFields(request)))
          return .json(state)
        },
        Route(ModelOperations.delete) { _ in
          model.set(nil)
          return .noContent
        },
      ],
      summaries: [
        .init(
          .init("model", ModelOperations.summary, "The scripted model, without its steps."),
          example: ModelOperations.summaryExample, value: { summary })
      ])
  }

  private var summary: JSONValue {
    let progress = model.current
    return [
      "is_set": .bool(progress != nil), "repeat": .bool(progress?.script.isRepeated ?? false),
      "answers": .integer(Int64(progress?.answers ?? 0)),
      "remaining": .integer(Int64(progress?.isPlayed.count { !$0 } ?? 0)),
    ]
  }

  private var state: JSONValue {
    summary.merging(["steps": .array(model.current?.script.steps.map(\.json) ?? [])])
  }
}
