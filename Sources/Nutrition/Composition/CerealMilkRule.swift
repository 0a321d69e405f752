import HealthModels

/// "cornflakes with milk": half a cup of milk if the text gives no quantity.
enum CerealMilkRule {
  /// The segment, with the assumed quantity if it is milk with a dry cereal.
  static func withAssumedQuantity(_ segment: Segment, in draft: inout MealDraft) -> Segment {
    guard segment.connector == .addition || segment.connector == .next, segment.quantities.isEmpty,
      segment.words.last?.stem == "milk", !draft.items.isEmpty, let whole = draft.antecedent, draft.mayReread(whole),
      let base = draft.food(of: whole), isDryCereal(draft.table[base])
    else { return segment }
    var segment = segment
    segment.quantities = [
      Quantity(amount: Amount(value: 0.5, note: "half a cup of milk assumed"), unit: .cup, isTrailing: false)
    ]
    return segment
  }

  /// Whether the food is light for its volume, which flour and seasonings of the category are not.
  private static func isDryCereal(_ food: Food) -> Bool {
    food.category == "grain" && food.per100Grams.energyKilocalories > 300 && food.per100Grams.carbohydrate > 45
      && food.measures[.cup].map { $0 < 123 } == true
  }
}
