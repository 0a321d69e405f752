import Foundation
import JSONCodec
import Nutrition
import Testing

@testable import Evaluation

@Suite struct EvaluationTests {
  private static func read(_ text: String) throws -> EvaluationCase {
    try EvaluationCase(JSONValue(parsing: Array(text.utf8)))
  }

  private static func evaluation(_ lines: [String]) throws -> Evaluation {
    var evaluation = Evaluation()
    for line in lines { evaluation.add(try read(line), parser: EmbeddedMealParser()) }
    return evaluation
  }

  static let banana = """
    {"id":"1","text":"100 g banana","kcal":89,"protein_g":1.1,"carbs_g":22.8,"fat_g":0.3,\
    "items":[{"name":"banana, raw","grams":100}],"source":"own"}
    """

  @Test func findsTheExactMealRight() throws {
    let score = try #require(try Self.evaluation([Self.banana]).meals.first)
    #expect(score.isCompleted && score.isCarbohydrateRight && score.isEnergyRight)
    #expect(score.weighed == 1)
    #expect(score.errors.allSatisfy { $0 < 0.1 })
  }

  @Test(arguments: [
    ("100 g banana", 60.0, 22.8, true, false), ("100 g banana", 89, 40, false, true),
    ("gruffalo", 89, 22.8, false, false), ("water", 4, 0, true, true),
  ])
  func acceptsOnlyFiguresWithinTheTolerance(
    _ text: String, _ energy: Double, _ carbohydrate: Double, _ isCarbohydrateRight: Bool, _ isEnergyRight: Bool
  ) throws {
    let line = """
      {"text":"\(text)","kcal":\(energy),"protein_g":1,"carbs_g":\(carbohydrate),"fat_g":1,"items":[]}
      """
    let score = try #require(try Self.evaluation([line]).meals.first)
    #expect(score.isCarbohydrateRight == isCarbohydrateRight)
    #expect(score.isEnergyRight == isEnergyRight)
  }

  static let lines: [(String, Bool)] = [
    (#"{"text":"2 cups oats","name":"oats","amounts":[{"qty":2,"unit":"cup"}]}"#, true),
    (#"{"text":"2 cups oats","name":"oats","amounts":[{"qty":3,"unit":"cup"}]}"#, false),
    (#"{"text":"2 cups oats","name":"oats","amounts":[{"qty":2,"unit":"gram"}]}"#, false),
    (#"{"text":"2 cups oats","name":"Oat","amounts":[{"qty":2,"unit":"cup"}]}"#, true),
    (#"{"text":"2 cups oats","name":"rice","amounts":[{"qty":2,"unit":"cup"}]}"#, false),
    (#"{"text":"50g/2oz rice","name":"rice","amounts":[{"qty":50,"unit":"gram"},{"qty":2,"unit":"ounce"}]}"#, true),
    (#"{"text":"2 to 3 leeks","name":"leeks","amounts":[{"qty":2,"qty_max":3,"unit":""}]}"#, true),
    (#"{"text":"salt to taste","name":"salt","amounts":[]}"#, true),
    (#"{"text":"2 salt","name":"salt","amounts":[]}"#, false),
  ]

  @Test(arguments: lines)
  func wantsAllThreeOfALine(_ line: String, _ isRight: Bool) throws {
    #expect(try Self.evaluation([line]).lines.first?.isRight == isRight)
  }

  @Test(arguments: [
    (#"{"kcal":1}"#, "text"), (#"{"text":"egg"}"#, "kcal"), (#"{"text":"egg","amounts":[]}"#, "name"),
    (#"{"text":"egg","kcal":-1,"protein_g":1,"carbs_g":1,"fat_g":1}"#, "kcal"),
    (#"{"text":"egg","kcal":1,"protein_g":1,"carbs_g":1,"fat_g":1,"items":[{"name":"egg"}]}"#, "grams"),
  ])
  func reportsTheMissingFieldOfACase(_ text: String, _ missing: String) {
    #expect(throws: EvaluationCaseError(missing: missing)) { try Self.read(text) }
  }

  @Test func reportsEveryFigure() throws {
    let text = EvaluationReport(try Self.evaluation([Self.banana, Self.lines[0].0, Self.lines[1].0])).text
    for part in [
      "completed                   100 % (1 of 1)", "within 7.5 g carbohydrate   100 %", "items matched by name",
      "grams within 20 %", "confidence", "quantity                    50 % (1 of 2)", "all three", "not right",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func sortsClaimsIntoBins() {
    let bins = Calibration([
      .init(confidence: 0.95, isRight: true), .init(confidence: 0.95, isRight: false),
      .init(confidence: 0.2, isRight: false), .init(confidence: 1, isRight: true),
    ]).bins
    #expect(bins.map(\.count) == [1, 3])
    #expect(abs((bins.last?.shareRight ?? 0) - 2.0 / 3) < 1e-9)
  }

  /// Scores the corpus of `Tests/NutritionTests/Golden`, whose expected values are those of the reference, as `hearth eval`
  /// does.
  @Test func scoresTheGoldenCorpus() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("NutritionTests/Golden")
    let lines = try ["meals.jsonl", "lines.jsonl"].flatMap { name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
        .map(String.init)
    }
    let evaluation = try Self.evaluation(lines)
    #expect(evaluation.meals.count >= 600 && evaluation.lines.count >= 180)
    let wrong = evaluation.meals.filter { !$0.isCarbohydrateRight || !$0.isEnergyRight }.map(\.meal.text)
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(evaluation.lines.filter { !$0.isRight }.isEmpty)
  }
}
