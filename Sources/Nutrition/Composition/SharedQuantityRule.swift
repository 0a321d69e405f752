/// "2 cups of beans and rice": two cups of both together, half of the volume each.
enum SharedQuantityRule {
  /// - Parameter item: the item that the segment would give.
  static func apply(_ segment: Segment, _ item: ParsedItem, to draft: inout MealDraft) -> Bool {
    guard segment.followsAnd, segment.connector == .next, segment.quantities.isEmpty,
      segment.statedNutrients.isEmpty, item.kind == .food, let last = draft.items.last, last.kind == .food,
      let whole = draft.antecedent, whole.words.first?.text == "of", let quantity = whole.quantities.first,
      whole.quantities.count == 1, !quantity.isTrailing, quantity.unit?.milliliters != nil, draft.mayReread(whole),
      draft.mayReread(segment)
    else { return false }
    if let food = together(whole.words, segment.words, draft.table) {
      var named = whole
      named.words = [SegmentWord(text: whole.text + " and " + segment.text, stem: segment.text, food: food)]
      return draft.replaceLast(by: named)
    }
    // "2 cups of rice and potato soup"
    if let food = draft.food(of: segment), draft.table[food].category == "soup" {
      var named = whole
      named.words = segment.words
      guard draft.replaceLast(by: named) else { return false }
      draft.note("\(whole.text.prefix(60)) taken as part of it")
      return true
    }
    return halve(quantity, whole, segment, &draft)
  }

  private static func halve(
    _ quantity: Quantity, _ whole: Segment, _ segment: Segment, _ draft: inout MealDraft
  ) -> Bool {
    var half = quantity
    half.amount.value /= 2
    half.amount.note = "half of \(draft.items[draft.items.count - 1].quantityText) each"
    var (first, second) = (whole, segment)
    (first.quantities, second.quantities) = ([half], [half])
    guard draft.replaceLast(by: first), let other = draft.read(second).items.first else { return false }
    draft.append(other)
    draft.antecedent = nil
    return true
  }

  /// The food that two names make with "and" or "with" between them, in either order.
  private static func together(_ first: [SegmentWord], _ second: [SegmentWord], _ table: FoodTable) -> Int? {
    let (one, other) = (stems(first), stems(second))
    let names = [one + ["and"] + other, other + ["and"] + one, one + ["with"] + other, other + ["with"] + one]
    return names.lazy.compactMap { table.food($0) }.first
  }

  private static func stems(_ words: [SegmentWord]) -> [String] {
    words.filter { !Lexicon.isNarration($0.text) }.map(\.stem)
  }
}
