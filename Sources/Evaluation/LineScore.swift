import Nutrition

/// The correct labels of one ingredient line.
struct LineScore: Sendable {
  let line: IngredientLineCase
  let label: IngredientLabel
  /// Whether the parser gave items.
  let isCompleted: Bool
  let isQuantityRight: Bool
  let isUnitRight: Bool
  let isNameRight: Bool

  init(_ line: IngredientLineCase, _ label: IngredientLabel, isCompleted: Bool) {
    self.line = line
    self.label = label
    self.isCompleted = isCompleted
    // With several accepted amounts, quantity and unit must belong to the same one.
    let answers = line.amounts.map { amount in
      (
        quantity: Self.isSame(amount, label), unit: Self.unit(amount.unit) == label.unit
      )
    }
    let best = answers.first { $0.quantity && $0.unit } ?? answers.first { $0.quantity || $0.unit } ?? answers.first
    isQuantityRight = best?.quantity ?? (label.quantity == nil)
    isUnitRight = best?.unit ?? label.unit.isEmpty
    isNameRight = NameMatch.isSame(line.name, label.name)
  }

  var isRight: Bool { isQuantityRight && isUnitRight && isNameRight }

  /// Compares a range by its ends or its middle. The tolerance is for thirds with three or four digits.
  private static func isSame(_ amount: IngredientLineCase.Amount, _ label: IngredientLabel) -> Bool {
    guard let truth = amount.quantity else { return label.quantity == nil }
    guard let quantity = label.quantity else { return false }
    if let upper = amount.upper {
      return isNear(truth, quantity) && isNear(upper, label.upper ?? quantity)
        || isNear((truth + upper) / 2, quantity)
    }
    return isNear(truth, quantity)
  }

  private static func isNear(_ truth: Double, _ value: Double) -> Bool {
    abs(value - truth) <= max(0.005 * truth, 0.0005)
  }

  /// The name of the unit in labels.
  private static func unit(_ name: String) -> String { IngredientLabel.unitName(name) }
}
