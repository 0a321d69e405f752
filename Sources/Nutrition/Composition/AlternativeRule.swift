/// "tea or coffee": one of the two was eaten, and the first is counted.
enum AlternativeRule {
  /// - Parameter other: the item that the segment would give.
  static func apply(_ segment: Segment, _ other: ParsedItem, to draft: inout MealDraft) {
    // "macaroni or noodles with cheese": the accompaniment belongs to both.
    if var whole = draft.antecedent, !segment.isQuantified,
      segment.words.first?.food != nil || draft.items[draft.items.count - 1].reference.isEmpty
    {
      whole.words = segment.words
      if draft.replaceLast(by: whole) { return }
    }
    draft.note("or \(other.name): the first of the two is counted")
  }
}
