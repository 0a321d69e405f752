package import Modules
package import Storage

/// Templates of meals, workouts and wellness routines in a server.
package enum TemplatesModule {
  /// The tables with rows of users, in the order of an export.
  package static let tables = [
    UserTable(
      "templates",
      export: .rows(
        ExportQuery(
          kind: "template", select: "SELECT * FROM templates WHERE user_id = $1", keys: ["id"], json: ["content"])),
      deletion: .inSteps(key: "id"),
      usage: .counted(UsageRule(rowBytes: 300, texts: ["name", "description", "search_text", "content"])))
  ]

  /// The counts of `hearth check`.
  package static let check = ContentCheck(counts: ["templates": "templates"])

  /// - Parameter meals: logs the foods of meal templates.
  package static func make(_ templates: TemplatesService, meals: any MealRecorder) -> Module {
    var module = Module("templates")
    module.routes = TemplateRoutes(templates: templates, meals: meals).routes
    module.tables = tables
    return module
  }
}
