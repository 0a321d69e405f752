import Coach
import HealthModels
import JSONCodec
import LanguageModel
package import Nutrition

/// Runs the tools that a language model calls: reads the diary and the nutrition table, and drafts templates.
package struct ModelTools: Sendable {
  /// A function, so that a start of the server does not wait for the built-in table.
  private let table: @Sendable () -> FoodTable
  private let diary: any DiarySource

  /// - Parameter table: the foods that `search_foods` finds and whose nutrients templates use.
  package init(table: @autoclosure @escaping @Sendable () -> FoodTable = .builtIn, diary: any DiarySource) {
    self.table = table
    self.diary = diary
  }

  /// The result of a call.
  struct Outcome: Sendable {
    /// The content of the tool message to the model.
    var content: JSONValue
    /// The template to store with the answer.
    var template: TemplateDraft?
  }

  /// Runs one call. The model receives the problem of an invalid call and may call again.
  func run(_ call: ToolCall, userID: String) async throws -> Outcome {
    let parsed: CoachToolCall
    do {
      parsed = try CoachToolCall(call)
    } catch {
      return Outcome(content: ["error": .string(error.description)])
    }
    switch parsed {
    case .mealSummary(let query): return Outcome(content: try await summary(query, userID: userID))
    case .searchFoods(let query):
      let foods = table().search(query.text, limit: query.limit)
      return Outcome(content: ["foods": .array(foods.map(Self.food)), "per": "100 g"])
    case .createMealTemplate(let request): return meal(request)
    case .createWorkoutTemplate(let plan): return saved(.workout(plan))
    case .createWellnessTemplate(let routine): return saved(.wellness(routine))
    }
  }

  // MARK: - Diary and nutrition table

  private func summary(_ query: MealSummaryQuery, userID: String) async throws -> JSONValue {
    let days = query.period == .lastThirtyDays ? 30 : 7
    let diary = try await diary.diary(of: userID, days: days)
    let yesterday = diary.days.last { $0.date < diary.today }
    let chosen =
      switch query.period {
      case .today: diary.days.filter { $0.date == diary.today }
      case .yesterday: yesterday.map { [$0] } ?? []
      case .lastSevenDays, .lastThirtyDays: diary.days
      }
    return [
      "today": .string(diary.today),
      "days": .array(
        chosen.map { Self.figures($0.nutrients, ["date": .string($0.date), "meals": .integer(Int64($0.meals))]) }),
      "last_meals": .array(
        diary.meals.prefix(5).map { meal in
          Self.figures(
            meal.nutrients,
            ["date": .string(meal.date), "type": .string(meal.type), "foods": .array(meal.foods.map(JSONValue.string))])
        }),
    ]
  }

  private static func food(_ food: Food) -> JSONValue {
    figures(
      food.per100Grams,
      ["name": .string(food.name), "category": .string(food.category), "serving_grams": .number(food.servingGrams)])
  }

  private static func figures(_ nutrients: Nutrients, _ more: [String: JSONValue]) -> JSONValue {
    func tenths(_ value: Double) -> JSONValue { .number((value * 10).rounded() / 10) }
    let figures: JSONValue = [
      "kcal": .integer(Int64(nutrients.energyKilocalories.rounded())), "protein_g": tenths(nutrients.protein),
      "carbs_g": tenths(nutrients.carbohydrate), "fat_g": tenths(nutrients.fat), "fiber_g": tenths(nutrients.fiber),
    ]
    return figures.merging(more)
  }

  // MARK: - Templates

  private func saved(_ draft: TemplateDraft) -> Outcome {
    Outcome(content: ["saved": true, "name": .string(draft.name)], template: draft)
  }

  /// The nutrients come from the table. For a food that is not in it, the model receives similar names.
  private func meal(_ request: MealPlanRequest) -> Outcome {
    var items: [MealPlan.Item] = []
    for item in request.items {
      guard let food = table().food(named: item.food) else {
        let near = table().search(item.food, limit: 3).map { JSONValue.string($0.name) }
        return Outcome(content: [
          "error": .string("There is no food \"\(item.food)\" in the table. Use a name from search_foods."),
          "similar": .array(near),
        ])
      }
      items.append(
        MealPlan.Item(
          meal: (item.meal ?? request.meal).rawValue, food: food.name, grams: item.grams,
          nutrients: food.per100Grams.scaled(by: item.grams / 100)))
    }
    let plan = MealPlan(
      name: request.name, description: request.description ?? "", mealType: request.meal.rawValue, items: items)
    var outcome = saved(.meal(plan))
    outcome.content = Self.figures(plan.total, outcome.content.objectValue ?? [:])
    return outcome
  }
}
