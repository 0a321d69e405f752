package import Nutrition

/// Runs the parser on evaluation cases and collects the scores.
package struct Evaluation: Sendable {
  private(set) var meals: [MealScore] = []
  private(set) var lines: [LineScore] = []

  /// No cases yet.
  package init() {}

  /// Whether there are no cases.
  package var isEmpty: Bool { meals.isEmpty && lines.isEmpty }

  /// Parses a case and adds its score.
  package mutating func add(_ item: EvaluationCase, parser: EmbeddedMealParser) {
    switch item {
    case .meal(let meal): meals.append(MealScore(meal, parser.parse(meal.text)))
    case .line(let line):
      var isCompleted = false
      if case .items = parser.parse(line.text) { isCompleted = true }
      lines.append(LineScore(line, parser.label(line.text), isCompleted: isCompleted))
    }
  }

  /// The meals by source; with several sources a last group has all of them.
  var groups: [(name: String, meals: [MealScore])] {
    let sources = Set(meals.map(\.meal.source)).sorted()
    let split = sources.map { source in (name: source, meals: meals.filter { $0.meal.source == source }) }
    return split.count > 1 ? split + [(name: "all", meals: meals)] : split
  }
}
