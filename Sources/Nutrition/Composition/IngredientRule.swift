/// Segments that belong to the dish before them: "pasta with tomato sauce" is one food, and the bun of a hot dog or the
/// flour of a cake is an ingredient.
enum IngredientRule {
  static func apply(_ segment: Segment, to draft: inout MealDraft) -> Bool {
    let isListed = draft.openList != .none && segment.connector == .next && segment.quantities.isEmpty
    guard !draft.items.isEmpty, let whole = draft.antecedent, segment.connector.mayBelongToPrevious || isListed,
      draft.mayReread(whole), let base = (draft.combinedFood ?? draft.food(of: whole)).map({ draft.table[$0] })
    else { return false }
    if segment.connector == .base, BreadRule.apply(segment, whole, base, to: &draft) { return true }
    if countsEggs(segment, whole, base, &draft) { return true }
    guard !hasOwnQuantity(segment, base) else { return false }
    let context = Context(segment, whole, base, isListed: isListed, in: &draft)
    if let isReplaced = replacesVessel(context, &draft) { return isReplaced }
    if combines(context, &draft) { return true }
    return replacesSandwich(context, &draft) ?? addsIngredient(context, &draft)
  }

  /// A segment with the dish before it.
  private struct Context {
    let segment: Segment
    let whole: Segment
    /// The food of `whole`.
    let base: Food
    /// The food of `segment`, if it names one.
    let food: Food?
    /// The connector, `attribute` for the segments of an open list.
    let connector: Connector
    let isListed: Bool

    init(_ segment: Segment, _ whole: Segment, _ base: Food, isListed: Bool, in draft: inout MealDraft) {
      self.segment = segment
      self.whole = whole
      self.base = base
      self.isListed = isListed
      food = draft.food(of: segment).map { draft.table[$0] }
      // "cocoa made from a mix with low-fat milk"
      let isMilk = draft.openList != .none && base.kind == .drink && food?.kind == .drink
      connector = isListed || isMilk && segment.connector == .addition ? .attribute : segment.connector
    }

    /// The list that is open after this segment if it is an ingredient.
    func openList(_ current: MealDraft.OpenList, isDish: Bool) -> MealDraft.OpenList {
      if isListed { return current }
      if connector == .attribute { return .ingredients }
      return connector == .addition && isDish || DishComposition.isHandheld(base) ? .accompaniments : .none
    }
  }

  /// "a juice box filled with apple juice": the vessel of the first, the food of the second. nil if the rule does not
  /// apply.
  private static func replacesVessel(_ context: Context, _ draft: inout MealDraft) -> Bool? {
    let (segment, whole) = (context.segment, context.whole)
    let vessel = whole.words.filter { MeasureUnit(spelling: $0.text)?.isSize == false }
    guard context.connector == .attribute, !vessel.isEmpty, context.food?.kind == .drink,
      context.base.kind == .drink, draft.isGeneric(whole), !draft.combine(whole, with: segment)
    else { return nil }
    return draft.replaceLast(
      by: Segment(connector: whole.connector, quantities: whole.quantities, words: segment.words + vessel))
  }

  /// Whether the table has one name for both.
  private static func combines(_ context: Context, _ draft: inout MealDraft) -> Bool {
    let base = context.base
    let isCounted = context.whole.quantities.contains {
      $0.unit == nil && !$0.amount.isArticle && $0.amount.value > 1
    }
    guard context.connector != .base || !DishComposition.isHandheld(base) && !isCounted,
      draft.combine(context.whole, with: context.segment)
    else { return false }
    let isDish =
      DishComposition.isMixedDish(base) || DishComposition.isBlended(base)
      || draft.combinedFood.map { DishComposition.isMixedDish(draft.table[$0]) } == true
    draft.openList = context.openList(draft.openList, isDish: isDish)
    return true
  }

  /// "a sandwich with ham and cheese": the segment names the whole sandwich. nil if the rule does not apply.
  private static func replacesSandwich(_ context: Context, _ draft: inout MealDraft) -> Bool? {
    let base = context.base
    guard let food = context.food, DishComposition.isHandheld(base), DishComposition.isHandheld(food),
      context.segment.quantities.isEmpty, food.name.hasSuffix(base.name), food.name != base.name
    else { return nil }
    return draft.replaceLast(
      by: Segment(
        connector: context.whole.connector, quantities: context.whole.quantities, words: context.segment.words))
  }

  /// Whether the dish includes the food by its nature.
  private static func addsIngredient(_ context: Context, _ draft: inout MealDraft) -> Bool {
    let (segment, base) = (context.segment, context.base)
    let isWeighed = context.whole.quantities.contains { $0.unit?.isWeightOrVolume == true }
    // "mashed potatoes with gravy, green beans"
    if context.isListed, draft.openList != .ingredients, !DishComposition.isMixedDish(base),
      !DishComposition.isBlended(base), !isWeighed
    {
      return false
    }
    // "avocado toast with a poached egg"
    let isExtraEgg =
      segment.connector == .addition && !segment.quantities.isEmpty && context.food?.category == "egg"
    guard !isExtraEgg, let food = context.food,
      DishComposition.includes(
        food, in: base, connector: context.connector, isListed: context.isListed, isWeighed: isWeighed)
    else { return false }
    draft.addIngredient(segment, isSilent: food.name == base.name)
    draft.openList = context.openList(draft.openList, isDish: true)
    return true
  }

  /// "an omelette with 3 eggs": the number of eggs is the quantity of the omelette.
  private static func countsEggs(
    _ segment: Segment, _ whole: Segment, _ base: Food, _ draft: inout MealDraft
  ) -> Bool {
    guard DishComposition.isEggDish(base), let count = segment.quantities.first, count.unit == nil,
      segment.quantities.count == 1,
      segment.words.contains(where: { $0.stem == "egg" || $0.stem.hasPrefix("egg and ") }),
      whole.quantities.allSatisfy(\.amount.isArticle)
    else { return false }
    var counted = whole
    counted.quantities = segment.quantities
    counted.words = segment.words.flatMap(\.parts).filter { $0.text != "and" } + whole.words
    return draft.replaceLast(by: counted)
  }

  /// Weights and counts make an item of its own ("slathered with 9 g of mayonnaise"), articles do not. With a unit they
  /// do after a plain food ("tea sweetened with a spoonful of honey").
  private static func hasOwnQuantity(_ segment: Segment, _ base: Food) -> Bool {
    switch segment.connector {
    case .base: segment.quantities.contains { !$0.amount.isArticle }
    case .attribute where DishComposition.isMixedDish(base): segment.quantities.contains { !$0.amount.isArticle }
    default: segment.isQuantified
    }
  }
}
