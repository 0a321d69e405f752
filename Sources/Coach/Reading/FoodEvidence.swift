/// The evidence that a message is about food. Without it no food is looked up and no word is corrected to the name of a
/// food: "my heart is racing" is not about 85 g of heart, and "shaky" is not a milkshake.
enum FoodEvidence: Int, Comparable {
  /// No evidence: the message is about food only if it consists of names of foods.
  case none
  /// Words that also occur elsewhere ("or", "better", "I had"). Names must be spelt correctly.
  case weak
  /// An eating or cooking verb, or a meal.
  case eating
  /// A nutrient, an amount with a unit, or a question about what is healthy.
  case figures

  static func < (left: FoodEvidence, right: FoodEvidence) -> Bool { left.rawValue < right.rawValue }

  init(_ utterance: Utterance) {
    let words = Set(utterance.words)
    if Self.namesFigures(utterance, words) {
      self = .figures
    } else if Self.statesSymptom(utterance) {
      self = .none
    } else if !words.isDisjoint(with: Self.eatingWords) {
      self = .eating
    } else {
      self = words.isDisjoint(with: Self.ambiguousWords) ? .none : .weak
    }
  }

  /// Whether the message describes how a body feels.
  static func statesSymptom(_ utterance: Utterance) -> Bool {
    utterance.words.contains { word in symptoms.contains(word) || symptomStems.contains { word.hasPrefix($0) } }
  }

  private static func namesFigures(_ utterance: Utterance, _ words: Set<String>) -> Bool {
    if !words.isDisjoint(with: figureWords) { return true }
    return utterance.words.indices.contains { index in
      let word = utterance.words[index]
      let before = utterance.word(index - 1) ?? ""
      let next = utterance.word(index + 1) ?? ""
      // "My sugar is 95", "I feel fat", and "no energy" are about a body.
      if asked.contains(word) { return quantifiers.contains(before) || next == "in" || next == "content" }
      return units.contains(word) && (utterance.number(index - 1) != nil || articles.contains(before) && next == "of")
    }
  }

  // MARK: - Parts of a body

  /// Whether the word at `index` is a part of a body rather than a food.
  func isBodyPart(_ utterance: Utterance, _ index: Int) -> Bool {
    guard Self.bodyParts.contains(utterance.words[index]) else { return false }
    let before = utterance.word(index - 1) ?? ""
    if Self.animals.contains(before) || utterance.word(index + 1)?.hasPrefix("bean") == true { return false }
    if Self.owners.contains(before) || Self.conditions.contains(utterance.word(index + 1) ?? "") { return true }
    return self < .eating
  }

  private static let bodyParts: Set<String> = [
    "heart", "hearts", "tongue", "liver", "kidney", "kidneys", "brain", "brains", "blood", "lung", "lungs", "breast",
    "breasts", "chest", "leg", "legs", "thigh", "thighs", "stomach", "belly", "head", "cheek", "cheeks", "skin", "feet",
    "foot", "face", "throat", "nose", "eye", "eyes", "ear", "ears", "hand", "hands", "arm", "arms", "muscle", "muscles",
    "neck", "shoulder", "shoulders", "finger", "fingers", "gut",
  ]
  private static let animals: Set<String> = [
    "chicken", "turkey", "duck", "goose", "beef", "pork", "pig", "lamb", "calf", "veal", "ox", "cod", "fish", "goat",
    "rabbit", "frog", "crab", "artichoke", "palm",
  ]
  private static let owners: Set<String> = ["my", "your", "his", "her", "our", "their", "a", "the"]
  private static let conditions: Set<String> = [
    "is", "are", "feels", "feel", "hurts", "hurt", "rate", "attack", "disease", "failure", "pressure", "sugar", "burn",
    "beats", "beating", "racing", "pounding", "pain", "ache", "test", "stone", "stones",
  ]

  // MARK: - Words

  private static let figureWords: Set<String> = [
    "kcal", "kcals", "calorie", "calories", "cals", "protein", "proteins", "carb", "carbs", "carbohydrate",
    "carbohydrates", "fiber", "fibre", "macros", "nutrition", "nutritional", "nutrients", "nutritious", "vitamin",
    "vitamins", "healthy", "unhealthy", "healthier", "caffeine", "sodium", "iron", "calcium", "potassium", "magnesium",
    "zinc", "cholesterol", "omega", "iodine", "folate",
  ]
  private static let asked: Set<String> = ["sugar", "sugars", "fat", "fats", "energy", "salt", "alcohol"]
  private static let quantifiers: Set<String> = [
    "much", "many", "more", "less", "most", "least", "low", "high", "of", "added", "saturated", "the",
  ]
  private static let articles: Set<String> = ["a", "an", "one", "half"]
  private static let units: Set<String> = [
    "g", "gram", "grams", "gr", "mg", "oz", "ounce", "ounces", "ml", "l", "litre", "liter", "cup", "cups", "slice",
    "slices", "tbsp", "tsp", "tablespoon", "tablespoons", "teaspoon", "teaspoons", "serving", "servings", "portion",
    "portions", "bowl", "bowls", "glass", "glasses", "can", "cans", "scoop", "scoops", "handful", "handfuls", "bottle",
    "bottles", "plate", "plates", "pieces", "piece",
  ]
  private static let eatingWords: Set<String> = [
    "eat", "eats", "eating", "eaten", "ate", "drink", "drinks", "drinking", "drank", "cook", "cooked", "cooking",
    "bake",
    "baked", "baking", "fry", "fried", "frying", "grill", "grilled", "roast", "roasted", "boil", "boiled", "steamed",
    "recipe", "recipes", "food", "foods", "meal", "meals", "breakfast", "lunch", "dinner", "supper", "snack", "snacks",
    "taste", "tastes", "tasty", "delicious", "yummy", "diet", "ingredient", "ingredients", "smoothie", "shake", "dish",
    "order", "ordered", "restaurant", "menu", "log", "logged",
  ]
  private static let ambiguousWords: Set<String> = [
    "had", "having", "has", "or", "vs", "versus", "than", "better", "compare", "compared", "difference", "good", "bad",
    "instead", "swap", "swaps", "substitute", "replace", "alternative", "alternatives", "about", "does", "do", "whats",
    "in", "like", "love", "try", "want", "made", "make", "buy", "bought", "some", "lot", "can", "is",
  ]
  private static let symptoms: Set<String> = [
    "feel", "feels", "feeling", "felt", "dizzy", "shaky", "shaking", "trembling", "numb", "racing", "pounding", "sick",
    "weak", "sore", "swollen", "itchy", "itching", "rash", "hives", "hurts", "hurt", "hurting", "ache", "aches",
    "aching",
    "cramp", "cramps", "weird", "pills", "pill", "tablets", "medication", "medicine", "sad", "anxious", "anxiety",
    "panic",
    "tired", "exhausted", "sleepy", "blurry", "sweating", "sweaty", "chills", "cough", "coughing", "breath", "breathe",
    "breathing", "palpitations", "lightheaded", "unconscious", "seizure", "stroke", "symptom", "symptoms", "tingling",
  ]
  private static let symptomStems = [
    "pain", "bleed", "bled", "vomit", "nause", "faint", "swell", "headache", "migraine", "diarr", "depress", "suicid",
    "fever", "heartburn",
  ]
}
