import HealthModels
import Nutrition

/// The answer to "for the whole week": seven days within the same limits, in one template.
enum WeekAnswer {
  static func text(
    _ planner: MealPlanner, _ order: MealPlanner.Order, days: Int, _ dialogue: inout Dialogue
  ) -> String {
    var items: [MealPlan.Item] = []
    var lines: [String] = []
    for day in 1...min(days, 7) {
      var own = order
      own.isOfWeek = true
      own.variant = order.variant &+ day &* 11
      guard let made = Self.plan(planner, own) else {
        return "I found no choice of foods for every day under your limits. Shall we change one of them?"
      }
      items += made.map { item in
        var item = item
        item.day = day
        return item
      }
      let meals = order.meals.map { meal in
        "\(meal): " + TextFormat.list(made.filter { $0.meal == meal }.map { $0.food.lowercased() })
      }
      lines.append("- Day \(day): \(meals.joined(separator: "; "))\n")
    }
    let what = days >= 7 ? "week" : "\(days) days"
    let name = "\(what.capitalised) with \(TextFormat.kilocalories(order.energy)) a day"
    let plan = MealPlan(
      name: name, description: "\(lines.count) days of about \(TextFormat.kilocalories(order.energy)) each.",
      mealType: "dinner",
      items: items)
    dialogue.templates.append(.meal(plan))
    dialogue.state.planned = .mealPlan
    dialogue.state.lastTopic = Topic.mealDose
    dialogue.state.planItems = Dictionary(items.map { ($0.food, $0.grams) }, uniquingKeysWith: +)
    return
      "Here is your plan: \(what).\n\(lines.joined())Each day has about \(TextFormat.kilocalories(order.energy)). The "
      + "template has all weights; ask me for the shopping list."
  }

  /// Returns a day; without the protein target if no day meets both.
  private static func plan(_ planner: MealPlanner, _ order: MealPlanner.Order) -> [MealPlan.Item]? {
    var loose = order
    loose.protein = nil
    return planner.plan(order) ?? planner.plan(loose)
  }
}
