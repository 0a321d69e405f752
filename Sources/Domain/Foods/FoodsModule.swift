package import Modules
package import Storage

/// Foods of users and imported foods in a server.
package enum FoodsModule {
  /// The tables with rows of users, in the order of an export.
  package static let tables = [
    UserTable(
      "own_foods",
      export: .rows(
        ExportQuery(kind: "food", select: "SELECT * FROM own_foods WHERE user_id = $1", keys: ["id"])),
      deletion: .inSteps(key: "id"),
      usage: .counted(
        UsageRule(
          rowBytes: 400, texts: ["food_key", "name", "brand", "aliases", "category", "serving", "measures"]))),
    UserTable("food_versions", export: .nothing, deletion: .inSteps(key: "scope", owner: "scope"), usage: .free),
  ]

  /// The counts of `hearth check`.
  package static let check = ContentCheck(counts: ["own foods": "own_foods", "imported foods": "imported_foods"])

  /// Builds the module around a service that the meal parser uses, too.
  package static func make(_ foods: FoodsService) -> Module {
    var module = Module("foods")
    module.routes = FoodRoutes(foods: foods).routes
    module.tables = tables
    return module
  }
}
