import API
import ArgumentParser
import Bytes
import Foods
import Glibc
import HealthModels
import JSONCodec
import Nutrition
import Storage

/// `hearth foods search "TEXT"`
struct FoodsSearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "List foods whose names have every word of a text: built-in and imported ones.",
    discussion: "The figures are for 100 g.")

  @OptionGroup var options: ConfigurationOptions
  @Option(help: "How many at most.")
  var limit = 20
  @Flag(help: "Print JSON, as the server answers.")
  var json = false
  @Argument(help: "The words, for example \"cheddar cheese\".")
  var text: String

  func validate() throws {
    guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000") }
  }

  func run() async throws {
    let settings = try options.load()
    guard FileContents.exists(settings.dataFolder + "/hearth.sqlite3") else {
      // Nothing was imported, and a search is no reason to make a database.
      return try show(FoodsService.builtIn(text, limit: limit))
    }
    try await withFoodDatabase(options) { database, _ in
      let foods = FoodsService(database: database, environment: .system)
      try show(try await foods.search(text, page: Page(limit: limit), userID: nil).foods)
    }
  }

  private func show(_ foods: [FoodDetails]) throws {
    if json {
      print(JSONValue.object(["foods": .array(foods.map(FoodJSON.food))]).text)
    } else if foods.isEmpty {
      print("no food has these words in its name")
    } else {
      print(Self.table(foods))
      for notice in Set(foods.map(\.attribution)).sorted() where !notice.isEmpty { print(notice) }
    }
    if foods.isEmpty { throw ExitCode.failure }
  }

  private static func table(_ foods: [FoodDetails]) -> String {
    var rows = [["kcal", "protein", "carbs", "fat", "serving", "id", "food"]]
    for food in foods {
      let figures = food.facts.per100Grams
      let brand = food.facts.brand.isEmpty ? "" : " (\(food.facts.brand))"
      rows.append([
        String(Int(figures.energyKilocalories.rounded())), "\(tenths(figures.protein))",
        "\(tenths(figures.carbohydrate))", "\(tenths(figures.fat))", serving(food.facts), food.id,
        food.facts.name + brand,
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column < 4 ? padding + row[column] : column == row.count - 1 ? row[column] : row[column] + padding
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func serving(_ facts: FoodFacts) -> String {
    let grams = "\(tenths(facts.servingGrams)) g"
    return facts.servingMeasure.map { "1 \($0.rawValue), \(grams)" } ?? grams
  }

  private static func tenths(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
