/// Segments without a food that complete the one before: "rice, brown" and "chicken breast, raw" name another food,
/// "milk, 200 ml" gives its quantity.
enum CompletionRule {
  static func apply(_ segment: Segment, to draft: inout MealDraft) -> Bool {
    guard var whole = draft.antecedent, !draft.items.isEmpty, whole.words.count + segment.words.count <= 12,
      whole.quantities.count < 3
    else { return false }
    if segment.quantities.allSatisfy(\.amount.isArticle) && segment.words.isEmpty { return true }
    whole.words += segment.words
    for var quantity in segment.quantities where !quantity.amount.isArticle {
      quantity.isTrailing = true
      whole.quantities.append(quantity)
    }
    return draft.replaceLast(by: whole) { $0.notes.contains("not taken into account") == false }
  }
}
