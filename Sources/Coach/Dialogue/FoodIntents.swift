import Nutrition

/// Recognises questions about foods.
struct FoodIntents {
  let utterance: Utterance
  let foodLookup: FoodLookup
  let state: DialogueState

  func food() -> Intent? {
    let nutrient = Nutrient(utterance)
    if utterance.has("high in", "rich in", "source of", "sources of"), let other = unlisted { return .unlisted(other) }
    if let nutrient,
      utterance.has(
        "foods high in", "foods rich in", "rich in", "high in", "sources of", "source of", "foods with a lot",
        "foods with most", "where do i get", "get more", "good for"),
      foodLookup.items(utterance, dropping: Self.question).filter({ $0.confidence > 0.5 }).isEmpty
    {
      return .rich(nutrient)
    }
    let asks = utterance.has(
      "how much", "how many", "calories in", "protein in", "carbs in", "fat in", "fiber in", "fibre in", "sugar in",
      "nutrition of", "nutrition facts", "macros of", "macros in", "kcal in", "whats in", "what is in", "a lot of",
      "does", "do")
    let compares = utterance.has("or", "vs", "versus", "compare*", "than", "difference between", "better")
    let judges = utterance.has(
      "healthy", "unhealthy", "good for", "bad for", "is it ok to eat", "should i eat", "can i eat", "nutritious",
      "healthier")
    let swaps = utterance.has(
      "instead of", "swap", "swaps", "substitute*", "replace*", "alternative*", "healthier than", "healthier version")
    let follows = state.food != nil && utterance.has("and", "what about", "how about", "it", "that")
    guard
      asks || compares || judges || swaps || (follows && nutrient != nil)
        || utterance.has("tell me about", "what about", "how about")
    else { return nil }
    var items = foodLookup.items(utterance, dropping: Self.question)
    if items.isEmpty, follows, nutrient != nil || judges, let food = state.food {
      items = foodLookup.serving(of: food)
    }
    guard !items.isEmpty else { return nil }
    if asks || compares, nutrient == nil, let other = unlisted { return .unlisted(other) }
    if swaps { return .swap(items) }
    if compares, items.count >= 2 { return .compare(nutrient, items) }
    if judges { return .healthy(items) }
    return .amount(nutrient, items)
  }

  private var unlisted: String? { Self.unlisted.first { utterance.has($0) } }

  /// The words of questions that do not name a food.
  static let question: Set<String> = [
    "how", "much", "many", "what", "whats", "is", "are", "in", "the", "there", "does", "do", "has", "have", "contain",
    "contains", "calories", "calorie", "kcal", "energy", "protein", "proteins", "carbs", "carb", "carbohydrates",
    "carbohydrate", "fiber", "fibre", "macros", "nutrition", "facts", "healthy", "unhealthy", "healthier", "good",
    "bad",
    "better", "for", "me", "you", "your", "my", "compare", "compared", "between", "difference", "versus", "vs", "than",
    "or", "instead", "of", "swap", "swaps", "substitute", "replace", "alternative", "alternatives", "should", "can",
    "i",
    "eat", "drink", "more", "less", "most", "which", "tell", "about", "a", "an", "to", "it", "ok", "with", "and",
    "would",
    "could", "please", "per", "day", "every", "why", "version", "something", "us", "we", "get", "nutritious", "very",
    "dont", "like", "likes", "didnt", "doesnt", "really", "still", "that", "this", "so", "if", "one", "person",
    "thanks",
  ]

  /// Nutrients that users ask for and that the table does not have.
  private static let unlisted = [
    "caffeine", "sodium", "salt", "iron", "calcium", "potassium", "magnesium", "zinc", "cholesterol", "vitamins",
    "vitamin", "omega", "alcohol", "iodine", "folate",
  ]
}
