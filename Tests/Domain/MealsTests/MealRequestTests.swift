import HealthModels
import JSONCodec
import LanguageModel
import Nutrition
import Testing

@testable import Meals

/// The request for a meal, and the answers that are accepted.
@Suite struct MealRequestTests {
  private static let item: JSONValue = [
    "name": "chicken breast", "quantity": 120, "unit": "g", "grams": 120.0, "calories": 198, "protein_g": 37.2,
    "carbs_g": 0, "fat_g": 4.3, "fiber_g": 0, "sugar_g": 0, "kind": "food",
  ]

  @Test func asksForTheSchemaThatIsChecked() {
    let request = MealRequest.request(for: "120 g chicken")
    guard case .json(let name, let schema) = request.format else {
      Issue.record("no format")
      return
    }
    #expect(name == "meal" && schema == MealRequest.schema.json)
    #expect(schema["additionalProperties"] == false && schema["required"] == ["items"])
    #expect(request.messages.last == .user("120 g chicken") && request.tools.isEmpty)
  }

  @Test func readsAMeal() throws {
    let meal = try ClaimedMeal((["items": [Self.item]] as JSONValue).text)
    let item = try #require(meal.items.first)
    #expect(meal.items.count == 1 && item.name == "chicken breast" && item.quantity == 120 && item.unit == "g")
    #expect(
      item.grams == 120 && item.nutrients.energyKilocalories == 198 && item.nutrients.protein == 37.2
        && item.kind == .food)
    #expect(try ClaimedMeal(#"{"items":[]}"#).items.isEmpty)
  }

  @Test func namesStayOnOneLine() throws {
    let item = Self.item.merging(["name": "  chicken\n\tbreast "])
    #expect(try ClaimedMeal((["items": [item]] as JSONValue).text).items.first?.name == "chicken  breast")
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "Chicken!", #"{"items":{}}"#, #"{"items":[1]}"#, #"{"items":[],"more":1}"#,
    #"{"items":[],"items":[]}"#, "```json\n{\"items\":[]}\n```", #"{"items":[]} {"items":[]}"#, #"{"items":[]"#,
  ])
  func rejectsAnswersThatDoNotMatchTheSchema(_ answer: String) {
    #expect(throws: ToolArgumentProblem.self) { try ClaimedMeal(answer) }
  }

  @Test(
    arguments: [
      ("name", ""), ("name", JSONValue.string(String(repeating: "x", count: 101))), ("name", "a\u{0}b"), ("name", 5),
      ("name", nil), ("quantity", 0), ("quantity", "120"), ("quantity", -1), ("unit", ""), ("grams", 5000.1),
      ("grams", 0), ("calories", -1), ("calories", 50_001), ("protein_g", nil), ("carbs_g", "0"), ("kind", "meat"),
      ("stranger", 1),
    ] as [(String, JSONValue)])
  func refusesItemsOutOfRange(_ name: String, _ value: JSONValue) {
    let answer = (["items": [Self.item, Self.item.merging([name: value])]] as JSONValue).text
    let problem = #expect(throws: ToolArgumentProblem.self) { try ClaimedMeal(answer) }
    #expect(problem?.path.hasPrefix("items[1]") == true)
  }

  @Test(arguments: ["1e400", "-1e400", "NaN", "Infinity"])
  func refusesNumbersThatAreNone(_ number: String) {
    let answer = (["items": [Self.item]] as JSONValue).text.replacing("198", with: number)
    #expect(throws: ToolArgumentProblem.self) { try ClaimedMeal(answer) }
  }

  @Test func refusesMoreItemsThanAMealHas() throws {
    let many = { (count: Int) in
      (["items": .array(Array(repeating: Self.item, count: count))] as JSONValue).text
    }
    #expect(try ClaimedMeal(many(50)).items.count == 50)
    #expect(throws: ToolArgumentProblem.self) { try ClaimedMeal(many(51)) }
  }
}
