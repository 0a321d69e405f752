/// A part of the plan at hand that a message names, with its changes: "Wednesday's lunch", "day 2", "the breakfasts".
struct PlanPart: Codable, Sendable, Equatable {
  /// From 1; nil for every day.
  let day: Int?
  /// nil for the whole day.
  let meal: String?
  /// Words of the foods or exercises to leave out, and of the foods that the part should have, in the singular.
  var exclusions: Set<String> = []
  var wanted: Set<String> = []

  /// "lunch on day 3"
  var name: String { [meal, day.map { "day \($0)" }].compactMap(\.self).joined(separator: " on ") }

  /// Whether the message names what to change; otherwise the part is chosen anew.
  var isStated: Bool { !exclusions.isEmpty || !wanted.isEmpty }

  /// Reads a message about a plan; nil if it names no part of it.
  init?(_ utterance: Utterance, _ state: DialogueState) {
    let isOfMeals = state.planned == .mealPlan
    // The days of a workout plan are not those of a week: days of rest are between them.
    let lists: [WordList] = isOfMeals ? [.planDay, .weekday] : [.planDay]
    day = lists.lazy.compactMap { utterance.value($0).flatMap(Int.init) }.first { day in
      state.planLines?.contains { $0.hasPrefix("Day \(day):") } == true
    }
    meal = isOfMeals && state.planMeal == nil ? utterance.mealType : nil
    guard day != nil || meal != nil else { return nil }
  }

  func has(day: Int, meal: String? = nil) -> Bool { self.day ?? day == day && self.meal ?? meal == meal }

  /// Returns the lines of this part; a line begins with its day, if there are several, and its meal.
  func lines(of plan: [String]) -> [String] {
    plan.filter { line in
      day.map { line.hasPrefix("Day \($0):") } ?? true && meal.map { line.contains($0 + ": ") } ?? true
    }
  }
}
