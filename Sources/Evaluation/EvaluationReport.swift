import Nutrition

/// The scores of an evaluation as text.
package struct EvaluationReport: Sendable {
  private let evaluation: Evaluation
  private let worst: Int

  /// - Parameter worst: number of worst cases to show.
  package init(_ evaluation: Evaluation, worst: Int = 10) {
    self.evaluation = evaluation
    self.worst = worst
  }

  /// All sections, separated by empty lines.
  package var text: String {
    var parts: [String] = []
    for group in evaluation.groups { parts.append(Self.text(group.name, group.meals)) }
    if !evaluation.meals.isEmpty { parts += [calibration, worstMeals] }
    if !evaluation.lines.isEmpty { parts += [lines, worstLines] }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func text(_ name: String, _ meals: [MealScore]) -> String {
    let completed = meals.filter(\.isCompleted)
    var rows = ["meals: \(name), \(meals.count)", row("completed", share(completed.count, meals.count))]
    for (index, nutrient) in NutrientFigures.names.enumerated() {
      let errors = completed.map { $0.errors[index] }
      let relative = completed.compactMap { $0.relativeErrors[index] }.sorted()
      let unit = index == 0 ? "kcal" : "g"
      let mean = errors.isEmpty ? "-" : figure(errors.reduce(0, +) / Double(errors.count)) + " " + unit
      let median = relative.isEmpty ? "-" : percent(relative[relative.count / 2])
      rows.append(row(nutrient, "mean error \(mean), median error \(median)"))
    }
    rows.append(row("within 7.5 g carbohydrate", share(meals.count(where: \.isCarbohydrateRight), meals.count)))
    rows.append(row("within 20 % of energy", share(meals.count(where: \.isEnergyRight), meals.count)))
    let items = meals.reduce(0) { $0 + $1.meal.items.count }
    rows.append(row("items matched by name", share(meals.reduce(0) { $0 + $1.pairs.count }, items)))
    rows.append(row("grams within 20 %", share(meals.reduce(0) { $0 + $1.weighed }, items)))
    return rows.joined(separator: "\n")
  }

  private var calibration: String {
    let bins = Calibration(evaluation.meals.flatMap(\.observations)).bins
    guard !bins.isEmpty else { return "" }
    let rows = bins.map { bin in
      Self.row(
        "\(Self.figure(bin.range.lowerBound)) to \(Self.figure(bin.range.upperBound))",
        "\(bin.count) items, claimed \(Self.percent(bin.meanConfidence)), right \(Self.percent(bin.shareRight))")
    }
    return (["confidence"] + rows).joined(separator: "\n")
  }

  private var worstMeals: String {
    let ranked = evaluation.meals.filter { !$0.isCarbohydrateRight || !$0.isEnergyRight }
      .sorted { Self.badness($0) > Self.badness($1) }.prefix(worst)
    guard !ranked.isEmpty else { return "" }
    let rows = ranked.map { score in
      let (read, truth) = (score.figures, score.meal.truth)
      let items = score.items.map { "\($0.name) \(Self.figure($0.grams)) g" }.joined(separator: "; ")
      return """
          \(score.meal.text)
            \(Self.figure(read.energy)) of \(Self.figure(truth.energy)) kcal, \
        \(Self.figure(read.carbohydrate)) of \(Self.figure(truth.carbohydrate)) g carbohydrate: \(items)
        """
    }
    return (["worst meals"] + rows).joined(separator: "\n")
  }

  /// The sum of the errors in carbohydrate (g) and energy (10 kcal), so that both have similar weight.
  private static func badness(_ score: MealScore) -> Double {
    score.isCompleted ? score.errors[2] + score.errors[0] / 10 : .infinity
  }

  private var lines: String {
    let lines = evaluation.lines
    func row(_ name: String, _ count: Int) -> String { Self.row(name, Self.share(count, lines.count)) }
    return [
      "ingredient lines: \(lines.count)", row("completed", lines.count(where: \.isCompleted)),
      row("quantity", lines.count(where: \.isQuantityRight)), row("unit", lines.count(where: \.isUnitRight)),
      row("name", lines.count(where: \.isNameRight)), row("all three", lines.count(where: \.isRight)),
    ].joined(separator: "\n")
  }

  private var worstLines: String {
    let wrong = evaluation.lines.filter { !$0.isRight }.prefix(worst)
    guard !wrong.isEmpty else { return "" }
    let rows = wrong.map { score in
      let quantity = score.label.quantity.map(Self.figure) ?? "-"
      return "  \(score.line.text)\n    read: \(quantity) | \(score.label.unit) | \(score.label.name)"
    }
    return (["lines that are not right"] + rows).joined(separator: "\n")
  }

  private static func row(_ name: String, _ value: String) -> String {
    "  " + name + String(repeating: " ", count: max(1, 28 - name.count)) + value
  }

  private static func share(_ count: Int, _ whole: Int) -> String {
    whole == 0 ? "-" : "\(percent(Double(count) / Double(whole))) (\(count) of \(whole))"
  }

  private static func percent(_ share: Double) -> String { figure(share * 100) + " %" }

  /// One decimal; larger values than any meal are reduced to 1e9.
  private static func figure(_ value: Double) -> String {
    let tenths = Int((min(max(value, 0), 1e9) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
