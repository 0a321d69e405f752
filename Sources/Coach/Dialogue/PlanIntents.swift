/// Recognises requests for plans, and for changed plans.
struct PlanIntents {
  let utterance: Utterance
  let persona: Persona
  let state: DialogueState

  /// "The plan" selects that part of an offer.
  func offered() -> Intent? {
    state.offer == .anything && utterance.words.count <= 4 && utterance.has("plan") ? byPersona : nil
  }

  /// "Can you make it without eggs?"
  func again() -> Intent? {
    guard let planned = state.planned, state.asked == nil else { return nil }
    return PlanChange(utterance, planned).map { .again(planned, $0) }
  }

  func plan() -> Intent? {
    if state.task == .anyPlan {
      if utterance.has("meal*", "food", "eat*", "diet", "menu") { return .mealPlan }
      if utterance.has("workout*", "train*", "exercise*", "gym") { return .workoutPlan }
      if utterance.has("wellness", "routine", "sleep", "stress", "habit*") { return .routine }
    }
    if utterance.has(
      "what should i eat for", "what should i have for", "what can i eat for", "what should i eat", "breakfast idea*",
      "lunch idea*", "dinner idea*", "snack idea*", "whats for dinner", "whats for lunch", "whats for breakfast",
      "what to cook", "what to eat", "im hungry", "i am hungry")
      || (utterance.has("whats a good", "what is a good", "whats a healthy", "what is a healthy")
        && DiaryAnswer.mealType(utterance) != nil),
      !utterance.has("after", "before", "night")
    {
      return .mealPlan
    }
    if utterance.has("how many", "how much", "how long", "how often") { return nil }
    let orders =
      utterance.words.count <= 6 && utterance.words.last == "please"
      && !utterance.has("how", "what", "is", "did", "log")
    let wants =
      orders
      || utterance.has(
        "make", "create", "build", "write", "give me", "plan me", "design", "generate", "need a", "want a",
        "would like",
        "can you plan", "plan my", "plan a", "plan some", "suggest", "set up", "prepare", "put together", "plan for")
    if utterance.has("grocery list", "shopping list", "groceries for") { return .mealPlan }
    if utterance.has("meal plan", "diet plan", "eating plan", "meal template", "nutrition plan", "day plan") {
      return .mealPlan
    }
    if utterance.has(
      "workout plan", "training plan", "exercise plan", "workout template", "training program*", "workout program*",
      "workout routine", "training routine")
    {
      return .workoutPlan
    }
    if utterance.has(
      "wellness routine", "wellness plan", "wellness template", "sleep routine", "evening routine", "morning routine",
      "stress routine", "bedtime routine", "mobility routine", "habit plan", "sleep plan", "stress plan",
      "a sleep plan", "morning ritual",
      "evening ritual")
    {
      return .routine
    }
    if utterance.words.count <= 7,
      utterance.has("workout for", "workout please", "home workout", "hotel workout", "low carb plan")
    {
      return utterance.has("low carb plan") ? .mealPlan : .workoutPlan
    }
    guard wants else { return nil }
    if utterance.has(
      "menu", "meals for", "meals with", "day of eating", "day of meals", "breakfast for", "dinner for", "lunch for",
      "dinner with", "lunch with", "breakfast with")
    {
      return .mealPlan
    }
    if utterance.has("workout*", "training", "days for muscle", "days for strength") { return .workoutPlan }
    if utterance.has("breakfast", "lunch", "dinner", "snack") { return .mealPlan }
    if utterance.has("day"), utterance.has("kcal", "calorie*", "cal", "cals") { return .mealPlan }
    if utterance.has("routine") { return .routine }
    return utterance.has("plan", "template") ? byPersona : nil
  }

  private var byPersona: Intent {
    switch persona {
    case .nutritionist: .mealPlan
    case .fitnessCoach: .workoutPlan
    case .wellnessSpecialist: .routine
    case .generalWellness: .anyPlan
    }
  }
}
