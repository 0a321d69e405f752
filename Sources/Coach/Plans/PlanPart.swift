import TextModels

/// A part of the plan at hand that a message names, with its changes: "Wednesday's lunch", "day 2", "the breakfasts".
struct PlanPart: Codable, Sendable, Equatable {
  /// From 1; nil for every day.
  var day: Int?
  /// nil for the whole day.
  var meal: String?
  /// Words of the foods or exercises to leave out, and of the foods that the part should have, in the singular.
  var exclusions: Set<String> = []
  var wanted: Set<String> = []
  /// The share of its usual size that it should have, 0 if the plan leaves it out; nil if nothing was said of that.
  var size: Double?
  /// The number of people whom it is for; nil for those of the plan.
  var people: Int?

  /// "lunch on day 3", "dinner on day 5 for 6"
  var name: String {
    [meal, day.map { "day \($0)" }].compactMap(\.self).joined(separator: " on ") + (people.map { " for \($0)" } ?? "")
  }

  /// Whether the message names what to change; otherwise the part is chosen anew.
  var isStated: Bool { !exclusions.isEmpty || !wanted.isEmpty || size != nil || people != nil }

  /// Creates a change of the whole plan that keeps what it does not concern: "squats" for "lunges".
  init(exclusions: Set<String>, wanted: Set<String>) { (self.exclusions, self.wanted) = (exclusions, wanted) }

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

  /// Reads the sizes and guests of parts: "bigger breakfast, smaller lunch", "make day 2 easier", "Friday dinner for 6".
  static func sized(_ utterance: Utterance, _ state: DialogueState) -> [PlanPart] {
    let (words, isOfMeals) = (utterance.words, state.planned == .mealPlan)
    // A workout has no part that could be left out.
    let sizes = words.indices.compactMap { index in
      WordList.partSize.phrases.longest(in: words, at: index).map { (index, size: Double($0.value) ?? 0) }
    }.filter { isOfMeals || $0.size > 0 }
    let day = PlanPart(utterance, state)?.day
    let people = day == nil ? nil : utterance.value(.people).flatMap(Int.init)
    let meals = words.indices.filter { isOfMeals && state.planMeal == nil && WordList.meals.contains(words[$0]) }
    guard !sizes.isEmpty || people != nil, day != nil || !meals.isEmpty else { return [] }
    let parts = (meals.isEmpty ? [-1] : meals).map { place in
      var part = PlanPart(exclusions: [], wanted: [])
      (part.day, part.meal, part.people) = (day, place < 0 ? nil : WordList.meals.valueByWord[words[place]], people)
      part.size = sizes.min { abs($0.0 - place) < abs($1.0 - place) }?.size
      return part
    }
    // "No breakfast" of all days leaves the others as much energy.
    return parts.allSatisfy { $0.size ?? 0 > 0 || $0.day != nil } ? parts : []
  }

  func has(day: Int, meal: String? = nil) -> Bool { self.day ?? day == day && self.meal ?? meal == meal }

  /// Returns the lines of this part; a line begins with its day, if there are several, and its meal.
  func lines(of plan: [String]) -> [String] {
    plan.filter { line in
      day.map { line.hasPrefix("Day \($0):") } ?? true && meal.map { line.contains($0 + ": ") } ?? true
    }
  }
}
