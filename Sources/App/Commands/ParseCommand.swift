import ArgumentParser
import Foods
import Glibc
import HealthModels
import JSONCodec
import Nutrition

/// `hearth parse "TEXT"`
struct ParseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parse", abstract: "Show what a meal in words is understood as. Needs no server.",
    discussion: """
      Knows the built-in foods, and with --data or --config those that `hearth foods import` read into that folder. Own \
      foods of a user are known with --user.
      """)

  @OptionGroup var options: ConfigurationOptions
  @Option(help: ArgumentHelp("Know the own foods of the user with this id, too.", valueName: "id"))
  var user: String?
  @Option(help: ArgumentHelp("The language that is probably meant: es, pt, fr, de, it.", valueName: "code"))
  var language: String?
  @Argument(help: "The meal, for example \"2 eggs and a slice of toast\".")
  var text: String
  @Flag(help: "Print JSON.")
  var json = false
  @Flag(help: "Print how the text was interpreted: tokens, names, and the score of each interpretation.")
  var explain = false

  func validate() throws {
    if let language, language != "en", Languages.language(language) == nil {
      throw ValidationError("--language must be one of en, \(Languages.codes.joined(separator: ", "))")
    }
    if user != nil, options.data == nil, options.config == nil {
      throw ValidationError("--user needs --data or --config: own foods are in a data folder")
    }
  }

  func run() async throws {
    if explain {
      return print(
        EmbeddedMealParser().explanation(
          of: text, additionalFoods: try await additionalFoods(), language: language))
    }
    switch EmbeddedMealParser().parse(text, additionalFoods: try await additionalFoods(), language: language) {
    case .items(let items):
      print(json ? JSONValue.object(["items": .array(items.map(Self.object))]).text : Self.table(items))
    case .failure(let reason, let suggestions):
      if json {
        print(
          JSONValue.object(["error": .string(reason), "suggestions": .array(suggestions.map(JSONValue.string))]).text)
      } else {
        print(([reason] + suggestions.map { "  - \($0)" }).joined(separator: "\n"))
      }
      throw ExitCode.failure
    }
  }

  /// The foods of a data folder that is named; a look at a text is no reason to make one.
  private func additionalFoods() async throws -> FoodOverlay {
    guard options.data != nil || options.config != nil else { return .none }
    var additionalFoods = FoodOverlay.none
    try await withFoodDatabase(options) { database, _ in
      additionalFoods = try await FoodsService(database: database, environment: .system).overlay(
        for: text, userID: user)
    }
    return additionalFoods
  }

  private static func object(_ item: ParsedItem) -> JSONValue {
    [
      "name": .string(item.name), "name_localized": .optional(item.localizedName),
      "quantity": .string(item.quantityText), "quantity_value": .number(item.quantityValue),
      "unit": .string(item.unit), "grams": .number(item.grams),
      "calories": .number(item.nutrients.energyKilocalories), "protein_g": .number(item.nutrients.protein),
      "carbs_g": .number(item.nutrients.carbohydrate), "fat_g": .number(item.nutrients.fat),
      "fiber_g": .number(item.nutrients.fiber), "sugar_g": .number(item.nutrients.sugar),
      "confidence": .number(item.confidence), "notes": .string(item.notes),
    ]
  }

  private static func table(_ items: [ParsedItem]) -> String {
    var rows = [["quantity", "food", "grams", "kcal", "protein", "carbs", "fat", "notes"]]
    for item in items {
      let name = item.localizedName.map { "\(item.name) (\($0))" } ?? item.name
      rows.append([item.quantityText, name] + figures(item.grams, item.nutrients) + [item.notes])
    }
    let (grams, nutrients) = (items.reduce(0) { $0 + $1.grams }, items.reduce(Nutrients.zero) { $0 + $1.nutrients })
    rows.append(["", "total"] + figures(grams, nutrients) + [""])
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return (2...6).contains(column) ? padding + row[column] : row[column] + padding
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  private static func figures(_ grams: Double, _ nutrients: Nutrients) -> [String] {
    [String(Int(grams.rounded())), String(Int(nutrients.energyKilocalories.rounded()))]
      + [nutrients.protein, nutrients.carbohydrate, nutrients.fat].map { "\(($0 * 10).rounded() / 10)" }
  }
}
