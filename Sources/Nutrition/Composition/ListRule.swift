/// The relation of a list in brackets or after a colon to the food before it.
struct ListRule {
  private enum Role {
    /// "toast (butter, jam)": foods served with it.
    case accompaniments
    /// "a smoothie (spinach, banana)": its ingredients, which its nutrients already include.
    case ingredients
    /// "a smoothie (1 banana, 200 ml milk)", "fruit (apple, pear)": the listed foods are counted instead of it.
    case replacement
    /// "no salad (lettuce, tomato)": excluded like the food.
    case excluded
  }

  private var role = Role.accompaniments

  /// Stores the role of the list after this segment. - Returns: whether the list replaces the segment.
  mutating func isReplacedByList(_ segment: Segment, in draft: inout MealDraft) -> Bool {
    role = .accompaniments
    guard let list = segment.list, segment.connector != .correction else { return false }
    let food = draft.food(of: segment).map { draft.table[$0] }
    if segment.connector == .excluded {
      role = .excluded
    } else if let food, DishComposition.isPrepared(food) {
      role = list == .unquantified || !segment.statedNutrients.isEmpty ? .ingredients : .replacement
    } else if food != nil, list == .quantifiesHead {
      role = .replacement
    } else if segment.words.allSatisfy({ Lexicon.isFoodGroup($0.text) || Lexicon.isNarration($0.text) }) {
      role = .replacement
    }
    guard role == .replacement else { return false }
    draft.openList = .none
    draft.antecedent = nil
    draft.note("\"\(segment.text.prefix(60))\" is counted by its parts")
    return true
  }

  /// Whether this listed segment is an ingredient of the food before the list, or excluded with it.
  mutating func isIngredient(_ segment: Segment, in draft: inout MealDraft) -> Bool {
    switch role {
    case .accompaniments, .replacement: return false
    case .excluded: return true
    case .ingredients: break
    }
    guard let whole = draft.antecedent, let base = draft.food(of: whole).map({ draft.table[$0] }), !draft.items.isEmpty
    else { return false }
    if let food = draft.food(of: segment), !DishComposition.mayContain(draft.table[food], in: base) {
      return false
    } else if segment.connector == .excluded {
      draft.note("without \(segment.text.prefix(60))")
    } else if !DishComposition.isHandheld(base) || !draft.mayReread(whole) || !draft.combine(whole, with: segment) {
      draft.addIngredient(segment)
    }
    return true
  }

  /// "tofu stir fry with 200 g tofu and 1 cup broccoli", "a smoothie with 1 banana and 200 ml milk": removes the dish,
  /// whose quantified ingredients are counted instead.
  static func replacesDish(_ segment: Segment, in draft: inout MealDraft) -> Bool {
    guard segment.connector == .addition, segment.isQuantified, segment.quantities.contains(where: { !$0.isTrailing })
    else { return false }
    guard let whole = draft.antecedent, whole.quantities.allSatisfy({ $0.unit == nil && $0.amount.value == 1 }),
      !draft.items.isEmpty, draft.mayReread(whole), let base = draft.food(of: whole).map({ draft.table[$0] })
    else { return false }
    guard
      DishComposition.isBlended(base) && segment.quantifiedRun > 1
        || DishComposition.isMixedDish(base) && !DishComposition.isEggDish(base) && segment.quantifiedRun > 1
          && segment.sharesFoodWord(with: whole.words)
    else { return false }
    draft.removeLast()
    draft.antecedent = nil
    draft.beginRun([])
    draft.noteNext("\"\(whole.text.prefix(60))\" is counted by its parts")
    return true
  }
}
