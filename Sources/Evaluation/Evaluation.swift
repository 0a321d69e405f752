package import Nutrition

/// Reads cases with a parser and keeps how near it came.
package struct Evaluation: Sendable {
  private(set) var meals: [MealScore] = []
  private(set) var lines: [LineScore] = []

  package init() {}

  package var isEmpty: Bool { meals.isEmpty && lines.isEmpty }

  package mutating func add(_ item: EvaluationCase, parser: EmbeddedMealParser) {
    switch item {
    case .meal(let meal): meals.append(MealScore(meal, parser.parse(meal.text)))
    case .line(let line):
      var isCompleted = false
      if case .items = parser.parse(line.text) { isCompleted = true }
      lines.append(LineScore(line, parser.label(line.text), isCompleted: isCompleted))
    }
  }

  /// The meals by where they come from, all of them last.
  var groups: [(name: String, meals: [MealScore])] {
    let sources = Set(meals.map(\.meal.source)).sorted()
    let split = sources.map { source in (name: source, meals: meals.filter { $0.meal.source == source }) }
    return split.count > 1 ? split + [(name: "all", meals: meals)] : split
  }
}
