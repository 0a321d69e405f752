import TextModels

/// A food of a text that a restriction of the user excludes.
struct FoodConflict: Sendable, Equatable {
  /// The key of a `Restriction`, or the name of another food that the user does not tolerate.
  var key: String
  var food: String

  static let maxConflicts = 6

  /// Returns the conflicts of a text, one per food, in the order of the text; without foods that the text leaves out.
  /// - Parameter positions: the indices of words that do not name a food to eat.
  static func all(_ keys: Set<String>, in text: FoodText, without positions: Set<Int> = []) -> [FoodConflict] {
    let mentions = keys.isEmpty ? [] : RestrictedFoods.shared.mentions(of: keys, in: text.words)
    let suitable = mentions.filter { isSuitable($0, text, positions) }
    // "Pizza without cheese" has no milk in it at all, nor has "pad thai no peanuts" any.
    let ruledOut = mentions.filter { mention in
      let start = mention.range.lowerBound
      let before = text.before(start, 2)
      if before == ["with", "no"] { return true }
      if before.last == "no" { return mentions.contains { $0.key == mention.key && $0.range.upperBound == start - 1 } }
      return before.contains(where: WordList.withoutFood.contains) && positions.isDisjoint(with: mention.range)
    }
    var conflicts: [FoodConflict] = []
    for mention in mentions where conflicts.count < maxConflicts {
      let isSuitable = suitable.contains { $0.key == mention.key && $0.range.contains(mention.range) }
      let isRuledOut = ruledOut.contains {
        $0.key == mention.key && text.isTogether($0.range.lowerBound, mention.range.lowerBound)
      }
      let isStated = !positions.isDisjoint(with: mention.range)
      if isSuitable || isRuledOut || isStated || isExcluded(mention, text) { continue }
      let food = text.written[mention.range].map(\.text).joined(separator: " ")
      // Every food of a key is named once, by its longest name.
      let isKnown = conflicts.contains { $0.key == mention.key } && conflicts.contains { $0.food.contains(food) }
      if !isKnown { conflicts.append(FoodConflict(key: mention.key, food: food)) }
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

  /// "Without nuts", "instead of milk", "leave out the eggs", "butter substitute".
  private static func isExcluded(_ mention: RestrictedFoods.Mention, _ text: FoodText) -> Bool {
    let start = mention.range.lowerBound
    let isLeftOut = text.words[..<start].indices.suffix(4).contains { index in
      // "Swap the chicken for shrimp" names a food to eat after "for".
      text.written[index].clause == text.written[start].clause && text.entry(.leavingOut, at: index) != nil
        && !text.words[index..<start].dropFirst().contains(where: WordList.swapEnds.contains)
    }
    return isLeftOut
      || text.words[mention.range.upperBound...].indices.prefix(2).contains { index in
        text.isTogether(index, start) && text.entry(.leftOut, at: index) != nil
      }
  }

  /// Whether words that make a food suitable stand beside it, in the same sentence and not beyond another food: "vegan
  /// mayo", "steak, well done".
  /// - Parameter stated: the indices of words that say something of the user: "halal diet, is chorizo ok".
  private static func isSuitable(_ mention: RestrictedFoods.Mention, _ text: FoodText, _ stated: Set<Int>) -> Bool {
    let phrases = [mention.key, String(mention.key.prefix { $0 != "/" })].compactMap { suitableForms[$0] }
    func near(_ indices: some Sequence<Int>) -> [String] {
      let known = indices.prefix(4).map(\.self).prefix {
        text.isTogether($0, mention.range.lowerBound) && !stated.contains($0)
          && !WordList.foodSeparators.contains(text.words[$0])
      }
      return known.sorted().map { text.words[$0] }
    }
    let after = text.words[mention.range.upperBound...].indices
    let before = near(text.words[..<mention.range.lowerBound].indices.reversed())
    if phrases.contains(where: { $0.occur(in: before) || $0.occur(in: near(after)) }) { return true }
    // "A latte with oat milk", but not "a burger with vegan cheese".
    guard let link = after.first, ["with", "on", "in"].contains(text.words[link]) else { return false }
    let content = near(after.dropFirst())
    return content.indices.contains { index in
      phrases.contains { $0.longest(in: content, at: index)?.phrase.words.count ?? 0 > 1 }
    }
  }

  /// Rows `suitable` of `words.tsv`, with keys of restrictions, or a condition for all its rules, as value: "decaf".
  private static let suitableForms = Dictionary(
    WordList.suitable.values.flatMap { row in row.value.items.map { ($0, row.phrases.all) } }, uniquingKeysWith: +
  ).mapValues { Phrases($0.map { ($0, "") }) }
}

/// The sentences about conflicts that precede an answer, with a space after them; empty without a conflict.
extension [FoodConflict] {
  /// Returns the warning of foods that contain an allergen, or the remark on an answer that names such foods.
  func allergyText(_ key: String) -> String {
    let (allergens, foods) = (map(\.key).distinct, map(\.food).distinct)
    let ofOne = foods.count == 1 ? Wording.find(key + ".one", ["allergens": allergens, "foods": foods]) : nil
    return isEmpty ? "" : (ofOne ?? Wording.text(key, ["allergens": allergens, "foods": foods])) + " "
  }

  /// The warnings of foods that do not go with conditions, one for each condition.
  /// - Parameter known: the conditions of the user; others are only asked about.
  func conditionWarning(known: Set<DietaryCondition>) -> String {
    let rules = Dictionary(Restriction.ofConditions.map { ($0.key, $0) }) { $1 }
    return DietaryCondition.allCases.compactMap { condition -> String? in
      let own = filter { rules[$0.key]?.condition == condition }
      guard let first = own.first?.key else { return nil }
      // One reason is enough; the foods of other rules would need another.
      let foods = own.filter { $0.key == first }.map(\.food).distinct
      let others = own.map(\.food).distinct.filter { !foods.contains($0) }
      let more = others.isEmpty ? "" : Wording.text("conflict.others", ["foods": others])
      return Wording.text(
        known.contains(condition) ? "conflict.condition" : "conflict.question",
        ["foods": foods, "condition": condition.label, "reason": rules[first]?.reason ?? "", "more": more]) + " "
    }.joined()
  }
}
