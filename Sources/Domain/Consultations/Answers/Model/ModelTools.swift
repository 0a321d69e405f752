import Coach
import HealthModels
import JSONCodec
import LanguageModel
package import Nutrition

/// Does what a language model calls tools for: looks at the log and the nutrition table, and drafts templates.
package struct ModelTools: Sendable {
  private let table: FoodTable
  private let diary: any DiarySource

  package init(table: FoodTable = .builtIn, diary: any DiarySource) {
    self.table = table
    self.diary = diary
  }

  /// What a call gave.
  struct Outcome: Sendable {
    /// For the model.
    var content: JSONValue
    /// To be stored with the answer.
    var template: TemplateDraft?
  }

  /// Runs one call. What is wrong with it is told to the model, which may try again.
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
      let foods = table.search(query.text, limit: query.limit)
      return Outcome(content: ["foods": .array(foods.map(Self.food)), "per": "100 g"])
    case .createMealTemplate(let request): return meal(request)
    case .createWorkoutTemplate(let plan): return saved(.workout(plan))
    case .createWellnessTemplate(let routine): return saved(.wellness(routine))
    }
  }

  // MARK: - The log and the table

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

  /// Figures come from the table; a food that is not in it is named with what it may have meant.
  private func meal(_ request: MealPlanRequest) -> Outcome {
    var items: [MealPlan.Item] = []
    for item in request.items {
      guard let food = table.food(named: item.food) else {
        let near = table.search(item.food, limit: 3).map { JSONValue.string($0.name) }
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
