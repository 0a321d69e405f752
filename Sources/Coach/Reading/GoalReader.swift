import HealthModels

/// Reads the goals, targets, diet, allergies and training that a message states.
struct GoalReader {
  let utterance: Utterance
  let asked: Question?
  /// The task of the open question, whose facts may be stated in any order.
  var task: DialogueTask?

  func read(into facts: inout Facts) {
    facts.body.goal = goal()
    facts.body.energyTarget = energyTarget()
    facts.body.proteinTarget = proteinTarget()
    facts.diet = diet()
    facts.allergies = allergies()
    facts.dislikes = dislikes()
    facts.trainingGoal = trainingGoal()
    facts.trainingDays = trainingDays()
    facts.equipment = equipment()
    facts.focus = asked == .focus || utterance.has("routine", "wellness") ? focus() : nil
  }

  private func goal() -> BodyProfile.Goal? {
    if utterance.has(
      "lose weight", "losing weight", "weight loss", "lose fat", "fat loss", "slim down", "lose some weight", "cutting")
      || losesAmount
    {
      return .lose
    }
    if utterance.has("gain weight", "bulk*", "put on weight", "gain muscle", "build muscle", "gaining") { return .gain }
    if utterance.has("maintain*", "hold my weight", "keep my weight", "stay at my weight") { return .maintain }
    let isAhead = asked?.isOfEnergyNeeds == true && utterance.words.count <= 2
    guard asked == .goal || isAhead else { return nil }
    if utterance.has("lose", "less", "loss", "cut", "down") { return .lose }
    if utterance.has("gain", "more", "up", "muscle") { return .gain }
    return utterance.has("hold", "keep", "same", "stay") ? .maintain : nil
  }

  /// "lose 5 kg".
  private var losesAmount: Bool {
    guard let start = utterance.position(of: "lose") ?? utterance.position(of: "losing") else { return false }
    return (start + 1...start + 3).contains { utterance.number($0) != nil }
  }

  /// Reads "2,000 kcal" and "calorie target of 1800". At most 100,000, so that a typing error is answered, not computed.
  private func energyTarget() -> Double? {
    for (index, value) in utterance.numbers where value <= 100_000 {
      if ["kcal", "calories", "calorie", "cal", "cals", "kcals"].contains(utterance.word(index + 1) ?? "") {
        return value
      }
    }
    guard asked == .energyTarget, utterance.numbers.count == 1, let value = utterance.numbers.first?.value,
      value <= 100_000
    else { return nil }
    return value
  }

  /// "150 g protein", "protein target 120 g".
  private func proteinTarget() -> Double? {
    guard utterance.has("target", "goal", "plan", "want", "need", "at least", "menu", "with", "day") else { return nil }
    // "how much protein is in 200 g chicken" names an amount of food.
    guard !utterance.has("how much protein", "protein is in", "protein in", "protein are in") else { return nil }
    for (index, value) in utterance.numbers where (10...500).contains(value) {
      let isGrams = ["g", "grams", "gram"].contains(utterance.word(index + 1) ?? "")
      guard isGrams else { continue }
      if utterance.word(index + 2) == "protein" || utterance.word(index + 3) == "protein" { return value }
      if utterance.words[..<index].suffix(3).contains("protein") { return value }
    }
    return nil
  }

  private func diet() -> Facts.Diet? {
    if utterance.has("not vegetarian", "not vegan", "eat everything", "eat anything", "no diet") { return .everything }
    if utterance.has("vegan", "plant based", "plantbased") { return .vegan }
    if utterance.has("pescatarian", "pescetarian") { return .pescatarian }
    return utterance.has("vegetarian", "veggie", "meatless", "no meat", "without meat") ? .vegetarian : nil
  }

  private func allergies() -> Set<Facts.Allergen>? {
    let statement = AllergyStatement(utterance.text)
    // "Not allergic to nuts any more" keeps the others.
    if statement.removed.isEmpty, utterance.has("no allerg*", "not allergic", "without allerg*", "no intolerance*") {
      return []
    }
    let isAllergic = utterance.has(
      "allerg*", "intoleran*", "coeliac", "celiac", "free", "cant eat", "cannot eat", "no", "without", "avoid")
    guard isAllergic else { return nil }
    var found: Set<Facts.Allergen> = []
    for (allergen, names) in Self.allergens where names.contains(where: isExcluded) { found.insert(allergen) }
    // Most users who exclude nuts mean peanuts as well.
    if isExcluded("nuts") || isExcluded("nut") { found.insert(.peanut) }
    found.subtract(statement.removed.compactMap(Facts.Allergen.init(rawValue:)))
    return found.isEmpty ? nil : found
  }

  /// Whether the word follows "no", "without" or "allergic to", or precedes "free" or "allergy".
  private func isExcluded(_ name: String) -> Bool {
    utterance.words.indices.contains { index in
      guard utterance.words[index] == name else { return false }
      let before = utterance.words[..<index].suffix(6)
      let after = utterance.words[(index + 1)...].prefix(2)
      return name == "coeliac" || name == "celiac" || utterance.words[max(0, index - 1)] == "no"
        || before.contains { ["allergic", "without", "intolerant", "avoid", "cant", "cannot"].contains($0) }
        || after.contains { $0 == "free" || $0.hasPrefix("allerg") || $0.hasPrefix("intoleran") }
    }
  }

  /// "I don't like tofu".
  private func dislikes() -> Set<String>? {
    let phrases = ["dont like", "do not like", "dislike", "hate", "cant stand"]
    for phrase in phrases {
      guard let start = utterance.position(of: phrase) else { continue }
      let words = utterance.words.dropFirst(start).prefix(7).map { FoodPhrase.singular($0) }
      let foods = Set(words).intersection(PlanFood.words)
      if !foods.isEmpty { return foods }
    }
    return nil
  }

  private func trainingGoal() -> WorkoutPlan.Goal? {
    guard
      asked == .trainingGoal || task == .workoutPlan
        || utterance.has("want to", "wanna", "my goal", "for muscle", "for strength")
        || utterance.has("workout*", "train*", "exercise*", "gym", "lift*", "program*")
    else {
      return nil
    }
    if utterance.has("strength", "stronger", "strong", "powerlift*") { return .strength }
    if utterance.has("muscle*", "hypertrophy", "bulk*", "mass", "bigger") { return .muscle }
    if utterance.has("fat loss", "lose weight", "lose fat", "burn*", "slim*", "weight loss") { return .fatLoss }
    if utterance.has("endurance", "stamina", "cardio", "run*", "marathon") { return .endurance }
    if utterance.has(
      "general", "fitness", "fit", "health*", "shape", "everything", "all of them", "dont know", "not sure")
    {
      return .general
    }
    return nil
  }

  private func trainingDays() -> Int? {
    for index in utterance.words.indices {
      guard let value = utterance.number(index), (1...14).contains(value) else { continue }
      let next = utterance.word(index + 1)
      let isWeekly = utterance.has("week", "weekly", "per week", "muscle", "strength", "workout", "training")
      if next == "day" || next == "days" || next == "x" || next == "times" || next == "sessions",
        isWeekly || asked == .trainingDays || task == .workoutPlan
      {
        return Int(value)
      }
      if ["once", "twice"].contains(utterance.word(index)), isWeekly { return Int(value) }
      if asked == .trainingDays { return Int(value) }
    }
    return utterance.has("every day", "daily") && asked == .trainingDays ? 7 : nil
  }

  private func equipment() -> WorkoutPlan.Equipment? {
    if utterance.has("no equipment", "bodyweight", "body weight", "without equipment", "nothing at home") {
      return WorkoutPlan.Equipment.none
    }
    if utterance.has("gym", "barbell", "machines", "full equipment") { return .gym }
    if utterance.has("dumbbell*") { return .dumbbells }
    if utterance.has("kettlebell*") { return .kettlebell }
    if utterance.has("resistance band*", "band", "bands") { return .bands }
    return asked == .equipment && utterance.has("none", "nothing", "home", "no") ? WorkoutPlan.Equipment.none : nil
  }

  private func focus() -> WellnessRoutine.Focus? {
    if utterance.has("sleep*", "insomnia") { return .sleep }
    if utterance.has("stress*", "anxi*", "calm*", "relax*") { return .stress }
    if utterance.has("energy", "tired", "fatigue") { return .energy }
    if utterance.has("mobility", "stretch*", "flexib*", "stiff*") { return .mobility }
    return utterance.has("mindful*", "meditat*", "focus", "concentrat*") ? .mindfulness : nil
  }

  private static let allergens: [(Facts.Allergen, [String])] = [
    (.milk, ["milk", "dairy", "lactose", "cheese"]), (.egg, ["egg", "eggs"]), (.fish, ["fish"]),
    (.shellfish, ["shellfish", "shrimp", "prawns", "seafood", "crab"]),
    (.nuts, ["nut", "nuts", "almonds", "walnuts", "cashews"]),
    (.peanut, ["peanut", "peanuts"]), (.gluten, ["gluten", "wheat", "coeliac", "celiac"]),
    (.soy, ["soy", "soya", "tofu"]),
    (.sesame, ["sesame", "tahini"]),
  ]
}
