import HealthModels

/// Segments that correct, reduce or repeat the last item.
enum CorrectionRules {
  /// "2 eggs, actually 3": replaces the quantity of the last item.
  static func correctQuantity(_ segment: Segment, in draft: inout MealDraft) -> Bool {
    guard !draft.items.isEmpty, var whole = draft.antecedent, draft.food(of: segment) == nil,
      var quantity = segment.quantities.first(where: { !$0.amount.isArticle })
    else { return false }
    quantity.unit = quantity.unit ?? whole.quantities.first?.unit
    quantity.isTrailing = whole.quantities.first?.isTrailing ?? true
    let before = draft.items[draft.items.count - 1].quantityText
    whole.quantities = [quantity]
    guard draft.replaceLast(by: whole) else { return false }
    draft.note("in place of \(before)")
    return true
  }

  /// "half of it", "left a quarter of it": reduces the last item.
  static func scaleLast(_ segment: Segment, in draft: inout MealDraft) -> Bool {
    guard !draft.items.isEmpty, let share = segment.quantities.last?.amount.value, share > 0, share < 1 else {
      return false
    }
    let isLeft = segment.words.contains { ["left", "leave", "wasted", "threw"].contains($0.text) }
    let eaten = isLeft ? 1 - share : share
    draft.scaleLast(by: eaten)
    draft.note("\(NumberFormat.text(eaten)) of it is counted")
    return true
  }

  /// "a meringue - just one meringue" repeats the food to give its quantity, "a bag of cheese puffs, Cheetos" to give
  /// its brand.
  ///
  /// - Parameter item: the item that the segment would give.
  static func restates(_ segment: Segment, _ item: ParsedItem, in draft: inout MealDraft) -> Bool {
    guard let last = draft.items.last, let whole = draft.antecedent else { return false }
    if names(segment, whole, &draft) {
      var named = segment
      named.quantities = whole.quantities
      return draft.replaceLast(by: named)
    }
    guard isSame(last, item) else { return false }
    if !whole.quantities.isEmpty, segment.connector == .next, segment.quantities.isEmpty,
      segment.statedNutrients.isEmpty
    {
      return true
    }
    guard last.name == item.name, !whole.isQuantified, segment.isQuantified,
      segment.words.contains(where: { $0.text == "just" || $0.text == "only" })
    else { return false }
    draft.removeLast()
    draft.append(item)
    draft.antecedent = segment
    return true
  }

  /// "a double cheeseburger, the McDouble": a name with an article after a food of the same category.
  private static func names(_ segment: Segment, _ whole: Segment, _ draft: inout MealDraft) -> Bool {
    guard segment.connector == .next, !segment.followsAnd, segment.quantities.isEmpty,
      segment.words.first?.text == "the", segment.words.count <= 5, let food = draft.food(of: segment),
      let other = draft.food(of: whole)
    else { return false }
    return draft.table[food].category == draft.table[other].category
  }

  /// Whether two items are one food or have the same nutrients per gram.
  private static func isSame(_ first: ParsedItem, _ second: ParsedItem) -> Bool {
    guard first.name != second.name, first.grams > 0, second.grams > 0 else { return first.name == second.name }
    let (one, other) = (first.nutrients.scaled(by: 1 / first.grams), second.nutrients.scaled(by: 1 / second.grams))
    return abs(one.energyKilocalories - other.energyKilocalories) < 0.01 && one.energyKilocalories > 0.5
      && abs(one.carbohydrate - other.carbohydrate) < 0.001 && abs(one.fat - other.fat) < 0.001
  }
}
