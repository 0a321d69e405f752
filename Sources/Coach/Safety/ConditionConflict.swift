/// A food of a text that conflicts with a condition of the user.
struct ConditionConflict: Sendable, Equatable {
  /// The key of a rule.
  var rule: String
  /// The food as the text names it.
  var food: String

  /// Returns the conflicts of a text, in its order.
  ///
  /// - Parameter positions: the words of a statement, which do not name a food to eat.
  static func all(
    in text: SafetyText, except positions: Set<Int> = [], conditions: Set<DietaryCondition>
  ) -> [ConditionConflict] {
    let keys = ConditionRule.keys(of: conditions)
    guard !keys.isEmpty else { return [] }
    let named = AllergyConflict.mentioned(keys, in: text, except: positions)
      .map { ConditionConflict(rule: $0.allergen, food: $0.food) }
    return conditions.contains(.kosher) ? named + meatWithMilk(text, positions) : named
  }

  /// Returns a meat and a milk product that one message names together, which is not kosher.
  private static func meatWithMilk(_ text: SafetyText, _ positions: Set<Int>) -> [ConditionConflict] {
    let (meat, milk) = ("vegetarian/meat", "milk")
    let foods = AllergyConflict.mentioned([meat, milk], in: text, except: positions)
    guard let first = foods.first(where: { $0.allergen == meat }),
      let second = foods.first(where: { $0.allergen == milk && $0.food != first.food })
    else { return [] }
    return [first, second].map { ConditionConflict(rule: "kosher/meat with milk", food: $0.food) }
  }

  /// Returns the sentences that precede an answer, one for each condition; nil without a conflict.
  static func warning(_ conflicts: [ConditionConflict], known: Set<DietaryCondition>) -> String? {
    guard !conflicts.isEmpty else { return nil }
    return DietaryCondition.allCases.compactMap { condition -> String? in
      let own = conflicts.compactMap { conflict in
        ConditionRule.byKey[conflict.rule].flatMap { $0.condition == condition ? (conflict.food, $0) : nil }
      }
      guard let (_, first) = own.first else { return nil }
      // One reason is enough; the foods of other rules would need another.
      let foods = own.filter { $0.1.key == first.key }.map(\.0).distinct
      let others = own.filter { $0.1.key != first.key }.map(\.0).distinct.filter { !foods.contains($0) }
      let lead = known.contains(condition) ? "you told me that \(condition.label)" : "if \(condition.label)"
      let more = others.isEmpty ? "" : " The same goes for \(TextFormat.list(others)), for other reasons."
      return "Careful with \(TextFormat.list(foods)): \(lead), and \(first.reason).\(more) "
    }
    .joined()
  }
}
