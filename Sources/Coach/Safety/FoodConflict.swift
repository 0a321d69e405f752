/// A food of a text that a restriction of the user excludes.
struct FoodConflict: Sendable, Equatable {
  /// The key of a `Restriction`, or the name of another food that the user does not tolerate.
  var key: String
  /// The food as the text names it.
  var food: String

  static let maxConflicts = 6

  /// Returns the conflicts of a text, one per food, in the order of the text; without foods that the text leaves out.
  /// - Parameters:
  ///   - keys: the restrictions.
  ///   - positions: the indices of words that do not name a food to eat.
  static func all(_ keys: Set<String>, in text: FoodText, without positions: Set<Int> = []) -> [FoodConflict] {
    let mentions = keys.isEmpty ? [] : RestrictedFoods.shared.mentions(of: keys, in: text.words)
    let ruledOut = ruledOut(text)
    let suitable = mentions.filter { SuitableForm.isNamed($0, text) }
    var conflicts: [FoodConflict] = []
    for mention in mentions.sorted(by: { ($0.start, $1.end, $0.key) < ($1.start, $0.end, $1.key) })
    where conflicts.count < maxConflicts {
      let isSuitable = suitable.contains { $0.key == mention.key && $0.start <= mention.start && $0.end >= mention.end }
      let isRuledOut = ruledOut[text.written[mention.start].sentence]?.contains(mention.key) ?? false
      if isSuitable || isRuledOut || isExcluded(mention, text) { continue }
      let span = mention.start..<mention.end
      let food = text.written[span].map(\.text).joined(separator: " ")
      // Every food of a key is named once, by its longest name.
      let isKnown = conflicts.contains { $0.key == mention.key } && conflicts.contains { $0.food.contains(food) }
      if !isKnown, positions.isDisjoint(with: span) { conflicts.append(FoodConflict(key: mention.key, food: food)) }
    }
    return conflicts
  }

  /// Returns the conflicts of a text with these conditions.
  static func all(
    of conditions: Set<DietaryCondition>, in text: FoodText, without positions: Set<Int> = []
  ) -> [FoodConflict] {
    let named = all(Restriction.keys(of: conditions), in: text, without: positions)
    return conditions.contains(.kosher) ? named + meatWithMilk(text, positions) : named
  }

  /// Returns a meat and a milk product that one message names together, which is not kosher.
  private static func meatWithMilk(_ text: FoodText, _ positions: Set<Int>) -> [FoodConflict] {
    let (meat, milk) = ("vegetarian/meat", "milk")
    let foods = all([meat, milk], in: text, without: positions)
    guard let first = foods.first(where: { $0.key == meat }),
      let second = foods.first(where: { $0.key == milk && $0.food != first.food })
    else { return [] }
    return [first, second].map { FoodConflict(key: "kosher/meat with milk", food: $0.food) }
  }

  /// "Without nuts", "instead of milk", "leave out the eggs".
  private static func isExcluded(_ mention: RestrictedFoods.Mention, _ text: FoodText) -> Bool {
    let isLeftOut = text.words[..<mention.start].indices.suffix(4).contains { index in
      // "Swap the chicken for shrimp" names a food to eat after "for".
      text.written[index].clause == text.written[mention.start].clause && text.phrase(.leavingOut, at: index) != nil
        && !text.words[index..<mention.start].dropFirst().contains(where: WordList.swapEnds.contains)
    }
    let after = text.words[mention.end...].prefix(2)
    return isLeftOut || after.first == "free" || after.contains("substitute") || after.contains("alternative")
  }

  /// "A granola with no nuts at all": the restrictions that each sentence rules out.
  private static func ruledOut(_ text: FoodText) -> [Int: Set<String>] {
    var keys: [Int: Set<String>] = [:]
    for index in text.words.indices.dropLast() {
      let isWithNo = index > 0 && text.words[index - 1...index].elementsEqual(["with", "no"])
      guard text.words[index] == "without" || isWithNo,
        let named = RestrictedFoods.shared.names[[text.words[index + 1]]]
      else { continue }
      let rules = Restriction.ofConditions.filter { !$0.allergens.isDisjoint(with: named) }.map(\.key)
      keys[text.written[index].sentence, default: []].formUnion(named + rules)
    }
    return keys
  }
}

/// The sentences about conflicts that precede an answer, with a space after them; nil without a conflict.
extension [FoodConflict] {
  /// The warning of foods of the message that contain an allergen.
  var allergyWarning: String? {
    allergyText(map(\.food).distinct.count == 1 ? "conflict.allergy.one" : "conflict.allergy")
  }

  /// The remark on an answer that itself names such foods.
  var allergyRemark: String? { allergyText("conflict.answer") }

  private func allergyText(_ key: String) -> String? {
    isEmpty ? nil : Wording.text(key, ["allergens": map(\.key).distinct, "foods": map(\.food).distinct]) + " "
  }

  /// The warnings of foods that do not go with conditions, one for each condition.
  /// - Parameter known: the conditions of the user; others are only asked about.
  func conditionWarning(known: Set<DietaryCondition>) -> String? {
    let rules = Dictionary(Restriction.ofConditions.map { ($0.key, $0) }) { $1 }
    let warnings = DietaryCondition.allCases.compactMap { condition -> String? in
      let own = filter { rules[$0.key]?.condition == condition }
      guard let first = own.first?.key else { return nil }
      // One reason is enough; the foods of other rules would need another.
      let foods = own.filter { $0.key == first }.map(\.food).distinct
      let others = own.map(\.food).distinct.filter { !foods.contains($0) }
      return Wording.text(
        known.contains(condition) ? "conflict.condition" : "conflict.question",
        [
          "foods": foods, "condition": condition.label, "reason": rules[first]?.reason ?? "",
          "more": others.isEmpty ? "" : Wording.text("conflict.others", ["foods": others]),
        ]) + " "
    }
    return warnings.isEmpty ? nil : warnings.joined()
  }
}
