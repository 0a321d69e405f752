/// "a hot dog without the bun": a few exclusions have a food of their own in the table.
enum ExclusionRule {
  static func apply(_ segment: Segment, to draft: inout MealDraft) -> Bool {
    guard var whole = draft.antecedent, !draft.items.isEmpty, whole.words.allSatisfy({ $0.food == nil }),
      draft.mayReread(whole)
    else { return false }
    func stems(_ words: [SegmentWord]) -> [String] { words.filter { !Lexicon.isNarration($0.text) }.map(\.stem) }
    let (base, excluded) = (stems(whole.words), stems(segment.words))
    guard (1...2).contains(excluded.count),
      let food = draft.table.food(base + ["without"] + excluded) ?? draft.table.food(base + ["no"] + excluded)
    else { return false }
    whole.words = [SegmentWord(text: "\(whole.text) without \(segment.text)", stem: whole.text, food: food)]
    return draft.replaceLast(by: whole)
  }
}
