/// "a hot dog without the bun": a few exclusions have a food of their own in the table; of other sandwiches the bread is
/// subtracted.
enum ExclusionRule {
  /// Share of the bread in the weight of a burger or sandwich.
  private static let breadShare = 0.3

  static func apply(_ segment: Segment, to draft: inout MealDraft) -> Bool {
    guard var whole = draft.antecedent, !draft.items.isEmpty, draft.mayReread(whole) else { return false }
    func stems(_ words: [SegmentWord]) -> [String] { words.filter { !Lexicon.isNarration($0.text) }.map(\.stem) }
    let (base, excluded) = (stems(whole.words), stems(segment.words))
    if whole.words.allSatisfy({ $0.food == nil }), (1...2).contains(excluded.count),
      let food = draft.table.food(base + ["without"] + excluded) ?? draft.table.food(base + ["no"] + excluded)
    {
      whole.words = [SegmentWord(text: "\(whole.text) without \(segment.text)", stem: whole.text, food: food)]
      return draft.replaceLast(by: whole)
    }
    guard BreadWords.areBread(segment.words), let sandwich = draft.food(of: whole).map({ draft.table[$0] }),
      DishComposition.isHandheld(sandwich), let bread = draft.table.food(named: "Burger Bun")
    else { return false }
    draft.subtractFromLast(bread, share: breadShare)
    draft.note("without \(segment.text.prefix(60))")
    return true
  }
}
