/// "a tuna sandwich on rye", "a hot dog on a multigrain bun": the bread of handheld food selects a more specific name,
/// or adds nothing.
enum BreadRule {
  /// - Parameters:
  ///   - whole: the segment of the last item.
  ///   - base: its food.
  static func apply(_ segment: Segment, _ whole: Segment, _ base: Food, to draft: inout MealDraft) -> Bool {
    let isHandheld = DishComposition.isHandheld(base)
    if !isHandheld, namesSandwich(segment, whole, base, &draft) { return true }
    guard isHandheld || DishComposition.isSausage(base), let last = segment.words.last,
      BreadWords.areBread(segment.words)
    else { return false }
    var bread = segment
    bread.quantities = []
    if draft.combine(whole, with: bread) { return true }
    bread.words = [last]
    if !isHandheld, draft.combine(whole, with: bread) { return true }
    guard isHandheld else { return false }
    draft.addIngredient(segment)
    if draft.openList == .none { draft.openList = .accompaniments }
    return true
  }

  /// "turkey on rye" is a sandwich; "eggs on toast" and "chicken on a bagel" are not.
  private static func namesSandwich(
    _ segment: Segment, _ whole: Segment, _ base: Food, _ draft: inout MealDraft
  ) -> Bool {
    guard segment.quantities.isEmpty, whole.quantities.isEmpty, BreadWords.areBread(segment.words, isLoaf: true),
      base.category == "meat" || ByteSearch.contains(ByteSearch.folded(base.name), "salad"),
      !DishComposition.isSausage(base)
    else { return false }
    let stems = whole.words.filter { !Lexicon.isNarration($0.text) }.map(\.stem) + ["sandwich"]
    guard let food = draft.table.food(stems) ?? draft.table.food(anyOrder: stems) else { return false }
    var named = whole
    named.words = [SegmentWord(text: whole.text + " sandwich", stem: whole.text, food: food)]
    return draft.replaceLast(by: named)
  }
}
