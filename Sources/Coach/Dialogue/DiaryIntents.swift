import HealthModels
import Nutrition

/// Recognises questions about the user's diary and body.
struct DiaryIntents {
  let utterance: Utterance
  let state: DialogueState
  let facts: Facts

  func known() -> Intent? {
    utterance.has(
      "do you remember", "what do you know about me", "what do you remember", "what is my weight", "whats my weight",
      "what is my height", "whats my height", "what is my goal", "whats my goal", "whats my target",
      "what is my target", "what are my targets", "my profile", "what was my weight", "what was my height",
      "what was my goal", "what was my target", "how old am i", "how tall am i", "how heavy am i", "how much do i weigh"
    )
      ? .known : nil
  }

  func recap() -> Intent? {
    utterance.has(
      "did we talk*", "have we talk*", "were we talk*", "did we speak*", "did we discuss", "have we discussed",
      "what did i ask*", "what have i asked", "summarise our*", "summarize our*", "recap", "where were we")
      ? .recap : nil
  }

  /// A message about having eaten too much needs advice, not a sum.
  func overeaten() -> Intent? {
    guard let (topic, _) = Topic.find(utterance), topic.name == Topic.overeating else { return nil }
    return .topic(topic)
  }

  func intake() -> Intent? {
    if let earlier = state.intake, let intake = Intake(utterance, following: earlier) {
      // An energy intake can be judged only against the user's needs.
      return intake.nutrient == .energy && Targets(facts) == nil ? .energyNeeds : .intake(intake)
    }
    return Intake(utterance).map(Intent.intake)
  }

  func entries() -> Intent? {
    let own = utterance.has("my", "i", "me", "ive", "im", "today", "so far", "left")
    guard own else { return nil }
    if utterance.has(
      "left", "remaining", "missing", "still eat", "still need", "to go", "more can i eat", "reach my", "hit my")
    {
      if utterance.has("today", "day", "i", "my", "target*", "goal*") { return .missing }
    }
    if utterance.has(
      "this week", "last week", "my week", "past week", "weekly", "last 7 days", "last seven days", "past days",
      "average*"),
      !utterance.has("train*", "workout*", "exercise*")
    {
      return .week
    }
    if utterance.has(
      "last meal*", "recent meal*", "what did i eat", "what did i have", "what have i eaten", "what i ate",
      "last thing i ate", "my meals", "log for yesterday", "log from yesterday", "log for today", "log yesterday")
    {
      guard !utterance.has("last meal*", "recent meal*"), DiaryAnswer.mealType(utterance) == nil,
        let period = Intake.Period(utterance), period != .week
      else {
        return .lastMeals
      }
      return .mealsOf(period)
    }
    if utterance.has("today", "so far"),
      utterance.has(
        "eaten", "ate", "had", "log*", "how much", "how many", "total*", "how am i doing", "summary", "calories",
        "protein", "how is my", "hows my")
    {
      return .today
    }
    return utterance.has("my log", "my diary", "how am i doing", "my day", "on track") ? .today : nil
  }

  func energy() -> Intent? {
    if utterance.has(
      "my bmi", "my body mass index", "calculate bmi", "how much should i weigh", "what should i weigh", "ideal weight",
      "healthy weight",
      "normal weight")
    {
      return .bodyMassIndex
    }
    if utterance.has(
      "tdee", "bmr", "maintenance calories", "calorie needs", "energy needs", "daily needs", "calorie target",
      "my needs")
    {
      return .energyNeeds
    }
    guard utterance.has("how many", "how much", "calories should", "what should my"),
      utterance.has(
        "should i eat", "do i need", "i need", "i burn", "for me", "eat a day", "calories per day", "calories should",
        "calories a day")
    else { return nil }
    switch Nutrient(utterance) {
    case .energy, nil: return .energyNeeds
    // For protein alone, general advice is a better answer than six questions.
    case .protein: return EnergyNeeds(facts) == nil ? nil : .energyNeeds
    case .carbohydrate, .fat, .fiber, .sugar: return nil
    }
  }
}
