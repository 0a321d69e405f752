/// "bacon, egg and cheese muffin", "peanut butter and reduced-sugar jelly sandwich": coordinated foods that the head
/// noun of the last one takes in.
enum CoordinationRule {
  static func apply(_ segment: Segment, to draft: inout MealDraft) -> Bool {
    guard segment.connector == .next, segment.quantities.isEmpty, segment.statedNutrients.isEmpty,
      let head = segment.words.last, heads.contains(head.stem), !draft.coordinated.isEmpty, draft.mayReread(segment)
    else { return false }
    let run = draft.coordinated
    for count in (1...MealDraft.maxCoordinated).reversed() where count <= run.count && count < draft.items.count + 1 {
      let before = Array(run.suffix(count))
      guard var whole = before.first, whole.quantities.allSatisfy({ $0.unit == nil && $0.amount.value <= 1 }),
        let food = CombinedNames(table: draft.table).food(namedByAll: before.map(\.words), segment.words)
      else { continue }
      whole.words = [SegmentWord(joining: before.flatMap(\.words) + segment.words, food: food)]
      guard let item = draft.read(whole).items.first else { continue }
      draft.removeLast(count)
      draft.append(item)
      draft.beginRun([whole])
      draft.antecedent = whole
      return true
    }
    return takesFillings(segment, &draft)
  }

  /// "chicken, bacon and ranch wrap": the foods before the bare word "wrap" are its filling.
  private static func takesFillings(_ segment: Segment, _ draft: inout MealDraft) -> Bool {
    guard let head = draft.food(of: segment), DishComposition.isHandheld(draft.table[head]), draft.isGeneric(segment),
      !draft.items.isEmpty
    else { return false }
    let run = draft.coordinated
    let fillings = run.suffix(draft.items.count).filter { filling in
      draft.food(of: filling).map { DishComposition.isSandwichFilling(draft.table[$0]) } == true
    }
    guard let first = fillings.first, fillings.count == min(run.count, draft.items.count),
      first.quantities.allSatisfy({ $0.unit == nil && $0.amount.value <= 1 })
    else { return false }
    var whole = first
    whole.words = segment.words
    if let food = CombinedNames(table: draft.table).food(namedByAll: [first.words], segment.words) {
      whole.words = [SegmentWord(text: first.text + " " + segment.text, stem: first.text, food: food)]
    }
    guard let item = draft.read(whole).items.first else { return false }
    draft.removeLast(fillings.count)
    draft.append(item)
    draft.note("\(fillings.map(\.text).joined(separator: ", ").prefix(80)) taken as part of it")
    draft.beginRun([whole])
    draft.antecedent = whole
    return true
  }

  /// Head nouns of dishes that are named after their ingredients. "Curry" is not one: "rice and chicken curry" are two.
  static let heads = Set(
    [
      "sandwich", "burger", "burrito", "taco", "wrap", "panini", "toastie", "melt", "sub", "hoagie", "bagel", "muffin",
      "mcmuffin", "mcgriddle", "griddle", "croissant", "biscuit", "quesadilla", "pizza", "omelet", "omelette", "quiche",
      "casserole", "dip", "food", "pie", "roll", "calzone", "stromboli", "turnover", "empanada", "pocket",
    ].map(Stemmer.stem))
}
