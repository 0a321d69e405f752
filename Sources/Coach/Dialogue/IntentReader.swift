import Nutrition

/// Finds out what a message wants; nil where nothing was recognised.
struct IntentReader {
  let utterance: Utterance
  let kitchen: Kitchen
  let persona: Persona
  let memory: DialogueMemory
  let facts: Facts

  func intent() -> Intent? {
    // "How much water should I drink" asks for advice, "how much protein is in milk" for figures.
    let advice = utterance.has("should", "need", "recommend*") ? topic(words: 2) : nil
    if let follows = offered() ?? again() ?? recap() ?? unsafe() ?? plan() ?? known() { return follows }
    if let own = overeaten() ?? intake() ?? diary() ?? energy() { return own }
    return advice ?? food() ?? topic(words: 1) ?? smallTalk() ?? outside()
  }

  /// "Yes" to what was offered is the first of it.
  private func offered() -> Intent? {
    guard memory.hasOffered == true, utterance.words.count <= 4 else { return nil }
    if utterance.has("plan") { return byPersona }
    let agrees = utterance.has("yes", "yeah", "yep", "sure", "ok", "okay") || utterance.words == ["please"]
    return agrees ? .energyNeeds : nil
  }

  /// "Can you make it without eggs?"
  private func again() -> Intent? {
    guard let planned = memory.planned, memory.asked == nil else { return nil }
    let means = utterance.has(
      "make it", "do it again", "redo", "another one", "another plan", "different one", "different plan", "new one",
      "change the plan", "change it", "change that", "try again", "once more")
    return means ? .again(planned) : nil
  }

  private func known() -> Intent? {
    utterance.has(
      "do you remember", "what do you know about me", "what do you remember", "what is my weight", "whats my weight",
      "what is my height", "whats my height", "what is my goal", "whats my goal", "whats my target",
      "what is my target", "what are my targets", "my profile", "what was my weight", "what was my height",
      "what was my goal", "what was my target", "how old am i", "how tall am i", "how heavy am i", "how much do i weigh"
    )
      ? .known : nil
  }

  private func recap() -> Intent? {
    utterance.has(
      "did we talk*", "have we talk*", "were we talk*", "did we speak*", "did we discuss", "have we discussed",
      "what did i ask*", "what have i asked", "summarise our*", "summarize our*", "recap", "where were we")
      ? .recap : nil
  }

  private func unsafe() -> Intent? {
    if let loss = SafePace.Loss(utterance) { return .tooFast(loss) }
    guard !utterance.has("plan", "menu", "make", "create", "meal") else { return nil }
    return SafePace.starvation(utterance).map(Intent.tooLittle)
  }

  /// Who has eaten too much and says so wants no sum.
  private func overeaten() -> Intent? {
    guard let (topic, _) = Topic.find(utterance), topic.name == Topic.overeating else { return nil }
    return .topic(topic)
  }

  private func intake() -> Intent? {
    if let earlier = memory.intake, let intake = Intake(utterance, following: earlier) {
      // Whether a day's energy is too much depends on the user's needs.
      return intake.nutrient == .energy && Targets(facts) == nil ? .energyNeeds : .intake(intake)
    }
    return Intake(utterance).map(Intent.intake)
  }

  private func topic(words: Int) -> Intent? {
    guard let (topic, phrase) = Topic.find(utterance), phrase.split(separator: " ").count >= words else { return nil }
    return .topic(topic)
  }

  private func plan() -> Intent? {
    if memory.task == .anyPlan {
      if utterance.has("meal*", "food", "eat*", "diet", "menu") { return .mealPlan }
      if utterance.has("workout*", "train*", "exercise*", "gym") { return .workoutPlan }
      if utterance.has("wellness", "routine", "sleep", "stress", "habit*") { return .routine }
    }
    if utterance.has(
      "what should i eat for", "what should i have for", "what can i eat for", "what should i eat", "breakfast idea*",
      "lunch idea*", "dinner idea*", "snack idea*", "im hungry", "i am hungry")
      || (utterance.has("whats a good", "what is a good", "whats a healthy", "what is a healthy")
        && DiaryAnswer.mealType(utterance) != nil),
      !utterance.has("after", "before", "night")
    {
      return .mealPlan
    }
    let orders =
      utterance.words.count <= 6 && utterance.words.last == "please"
      && !utterance.has("how", "what", "is", "did", "log")
    let wants =
      orders
      || utterance.has(
        "make", "create", "build", "write", "give me", "plan me", "design", "generate", "need a", "want a",
        "would like",
        "can you plan", "plan my", "plan a", "plan some", "suggest", "set up", "prepare", "put together", "plan for")
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
      "stress routine", "bedtime routine", "mobility routine", "habit plan")
    {
      return .routine
    }
    guard wants else { return nil }
    if utterance.has(
      "menu", "meals for", "meals with", "day of eating", "day of meals", "breakfast for", "dinner for", "lunch for",
      "dinner with", "lunch with", "breakfast with")
    {
      return .mealPlan
    }
    if utterance.has("workout*", "training") { return .workoutPlan }
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

  private func diary() -> Intent? {
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
      "last thing i ate", "my meals")
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

  private func food() -> Intent? {
    let nutrient = Nutrient(utterance)
    if utterance.has("high in", "rich in", "source of", "sources of"), let other = unlisted { return .unlisted(other) }
    if let nutrient,
      utterance.has(
        "foods high in", "foods rich in", "rich in", "high in", "sources of", "source of", "foods with a lot",
        "foods with most", "where do i get", "get more", "good for"),
      kitchen.items(utterance, dropping: Self.question).filter({ $0.confidence > 0.5 }).isEmpty
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
    let follows = memory.food != nil && utterance.has("and", "what about", "how about", "it", "that")
    guard
      asks || compares || judges || swaps || (follows && nutrient != nil)
        || utterance.has("tell me about", "what about", "how about")
    else { return nil }
    var items = kitchen.items(utterance, dropping: Self.question)
    if items.isEmpty, follows, nutrient != nil || judges, let food = memory.food { items = kitchen.serving(of: food) }
    guard !items.isEmpty else { return nil }
    if asks || compares, nutrient == nil, let other = unlisted { return .unlisted(other) }
    if swaps { return .swap(items) }
    if compares, items.count >= 2 { return .compare(nutrient, items) }
    if judges { return .healthy(items) }
    return .amount(nutrient, items)
  }

  private var unlisted: String? { Self.unlisted.first { utterance.has($0) } }

  private func energy() -> Intent? {
    if utterance.has("my bmi", "my body mass index", "calculate bmi", "work out my bmi") { return .bodyMassIndex }
    if utterance.has(
      "tdee", "bmr", "maintenance calories", "calorie needs", "energy needs", "daily needs", "calorie target",
      "my needs")
    {
      return .energyNeeds
    }
    guard utterance.has("how many", "how much", "calories should", "what should my"),
      utterance.has("should i eat", "do i need", "i need", "burn", "for me", "eat a day", "per day", "calories should")
    else { return nil }
    switch Nutrient(utterance) {
    case .energy, nil: return .energyNeeds
    // General advice is a better answer than six questions where only protein is asked for.
    case .protein: return EnergyNeeds(facts) == nil ? nil : .energyNeeds
    case .carbohydrate, .fat, .fiber, .sugar: return nil
    }
  }

  private func smallTalk() -> Intent? {
    if utterance.has(
      "what can you do", "help", "how do you work", "who are you", "what are you", "are you a bot", "are you human",
      "are you an ai")
    {
      return .capabilities
    }
    if utterance.has("bye", "goodbye", "good night", "see you"), utterance.words.count <= 6 { return .thanks }
    if utterance.has("thank*", "thx", "cheers", "great", "perfect", "awesome", "ok", "okay", "cool"),
      utterance.words.count <= 6
    {
      return .thanks
    }
    let greets = utterance.has("hi", "hello", "hey", "good morning", "good evening", "good afternoon")
    return greets && utterance.words.count <= 6 ? .greeting : nil
  }

  private func outside() -> Intent? {
    for (phrases, what) in Self.outside where phrases.contains(where: { utterance.position(of: $0) != nil }) {
      return .outside(what)
    }
    return nil
  }

  /// Words of a question that are no food.
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
    "really", "still", "that", "this", "so", "if", "one", "person", "thanks",
  ]

  /// Figures that people ask for and the table does not have.
  private static let unlisted = [
    "caffeine", "sodium", "salt", "iron", "calcium", "potassium", "magnesium", "zinc", "cholesterol", "vitamins",
    "vitamin", "omega", "alcohol", "iodine", "folate",
  ]

  private static let outside: [([String], String)] = [
    (["weather", "forecast"], "the weather"), (["stock*", "bitcoin", "crypto*", "invest*"], "money"),
    (["politic*", "election", "president"], "politics"),
    (["code", "programming", "python", "javascript"], "programming"),
    (["movie", "film", "song", "football", "soccer"], "entertainment"),
    (["homework", "essay", "poem", "joke"], "writing"),
    (
      [
        "diagnos*", "prescri*", "medication", "dosage", "dose", "antibiotic*", "blood test", "lab results", "mri",
        "tumor", "tumour", "cancer", "insulin",
      ], "medical questions"
    ),
  ]
}
