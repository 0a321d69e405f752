import Nutrition

/// Recognises questions about foods.
struct FoodIntents {
  let utterance: Utterance
  let foodLookup: FoodLookup
  let state: DialogueState

  func food() -> Intent? {
    let isRich = utterance.has(.richIn)
    let nutrient = Nutrient(utterance) ?? (isRich ? state.intake?.nutrient : nil)
    let other = unlisted
    if utterance.has("high in", "rich in", "source of", "sources of"), let other { return .unlisted(other) }
    if let nutrient, isRich,
      !foodLookup.items(utterance).contains(where: { $0.confidence > 0.39 })
    {
      return .rich(nutrient)
    }
    let asks = utterance.has(.asksFood) || nutrient != nil && utterance.has("does", "do")
    let compares = utterance.has(.compares)
    let judges = utterance.has(.judgesFood)
    let swaps = utterance.has(.swaps)
    let follows = state.food != nil && utterance.has(.followsFood)
    guard
      asks || compares || judges || swaps || (follows && (nutrient != nil || utterance.words.count <= 5))
        || utterance.has(.aboutFood)
    else {
      return nil
    }
    var items = foodLookup.items(utterance)
    if items.isEmpty, follows, nutrient != nil || judges, let food = state.food {
      items = foodLookup.serving(of: food)
    }
    guard !items.isEmpty else { return nil }
    if asks || compares, nutrient == nil, utterance.has(.asksAmount), let other { return .unlisted(other) }
    if swaps { return .swap(items) }
    if compares, items.count >= 2 { return .compare(nutrient, items) }
    if judges { return .healthy(items) }
    return .amount(nutrient, items)
  }

  private var unlisted: String? { utterance.words.first(where: WordList.unlisted.contains) }
}
