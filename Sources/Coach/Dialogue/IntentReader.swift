import HealthModels
import Nutrition

/// Recognises the intent of a message by phrases, in a fixed order of precedence.
struct IntentReader {
  private let utterance: Utterance
  private let plans: PlanIntents
  private let diary: DiaryIntents
  private let foods: FoodIntents
  private let declined: DeclinedIntents
  private let goals: GoalIntents
  private let exercises: ExerciseIntents
  private let state: DialogueState

  private let diaryOfUser: FoodDiary

  init(turn: CoachTurn, utterance: Utterance, foodLookup: FoodLookup, facts: Facts) {
    let (persona, state) = (turn.persona, turn.state)
    diaryOfUser = turn.diary
    self.utterance = utterance
    plans = PlanIntents(utterance: utterance, persona: persona, state: state)
    diary = DiaryIntents(utterance: utterance, state: state, facts: facts)
    foods = FoodIntents(utterance: utterance, foodLookup: foodLookup, state: state)
    declined = DeclinedIntents(utterance: utterance)
    goals = GoalIntents(utterance: utterance, persona: persona)
    exercises = ExerciseIntents(utterance: utterance, state: state, facts: facts)
    self.state = state
  }

  /// Returns the intent; nil if none was recognised.
  func intent() -> Intent? {
    if let meal = LogIntent.meal(utterance, diaryOfUser) { return .log(meal) }
    // "How much water should I drink" asks for advice, "how much protein is in milk" for figures.
    let advice = utterance.has("should", "need", "recommend*") ? topic(words: 2) : nil
    if let early = plans.offered() ?? plans.again() ?? diary.recap() ?? declined.unsafe() ?? declined.unavailable() {
      return early
    }
    if let plan = plans.plan() ?? goals.goal() { return plan }
    if let forgotten = ForgetIntent(utterance) { return .forget(forgotten) }
    if statesTarget { return nil }
    if utterance.words.count <= 7, let last = state.lastTopic, let topic = Topic.following(last, utterance) {
      return .topic(topic)
    }
    if let own = diary.known() ?? diary.overeaten() ?? diary.intake() ?? diary.entries() ?? diary.energy() {
      return own
    }
    if let question = exercises.question() { return .exercise(question) }
    // "How many calories are in frozen vegetables" asks for figures, "are frozen vegetables ok" for guidance.
    let asksFigures = utterance.has(
      "which has", "vs", "versus", "compare*", "calories in", "calories are", "calories does", "kcal in", "protein in",
      "protein is", "carbs in", "carbs are", "fat in", "fat is", "sugar in", "sugar is", "fiber in", "fibre in",
      "whats in")
    return advice ?? (asksFigures ? nil : topic(words: 2)) ?? foods.food() ?? topic(words: 1) ?? followUp()
      ?? declined.caution() ?? smallTalk() ?? declined.outside()
  }

  /// "Set my protein target to 120 g" states a fact and asks nothing.
  private var statesTarget: Bool {
    !utterance.numbers.isEmpty && utterance.has("target", "goal", "limit", "budget")
      && utterance.has("set", "my target is", "my goal is", "change", "make my", "is", "target to")
      && !utterance.has("what", "how", "whats")
  }

  private func topic(words: Int) -> Intent? {
    guard let (topic, phrase) = Topic.find(utterance), phrase.split(separator: " ").count >= words else { return nil }
    return .topic(topic)
  }

  /// Reads "when?" and "how often?" after the answer about another topic.
  private func followUp() -> Intent? {
    guard utterance.words.count <= 7, let last = state.lastTopic else { return nil }
    if let topic = Topic.following(last, utterance) { return .topic(topic) }
    let asksOn = utterance.has(
      "what else", "what helps", "anything else", "tips", "how long", "how often", "how", "when", "which", "examples",
      "what can i do", "is it worth", "does it work", "is that true", "really")
    return asksOn && utterance.words.count <= 5 ? .more : nil
  }

  private static let praise: Set<String> = [
    "great", "perfect", "awesome", "ok", "okay", "cool", "nice", "good", "that", "is", "thats", "very", "helpful",
    "lol", "haha",
    "so", "sounds", "alright", "wow", "super", "it", "got", "makes", "sense", "i", "see", "understood",
  ]

  private func smallTalk() -> Intent? {
    if utterance.has(
      "what can you do", "how do you work", "what can i ask", "what do you do", "who are you", "what are you",
      "are you a bot", "are you human",
      "are you an ai", "are you real", "are you a person")
    {
      return .capabilities
    }
    if ["help", "help me", "menu", "commands"].contains(utterance.words.joined(separator: " ")) {
      return .capabilities
    }
    if utterance.words.count <= 5,
      utterance.has("tell me more", "explain", "what do you mean", "more details") || utterance.words == ["why"]
    {
      return .more
    }
    if utterance.has("bye", "goodbye", "good night", "see you"), utterance.words.count <= 6 { return .thanks }
    if utterance.has("thank*", "thx", "cheers"), utterance.words.count <= 6 { return .thanks }
    let praises = utterance.words.allSatisfy { Self.praise.contains($0) }
    if praises, !utterance.words.isEmpty { return .thanks }
    let greets = utterance.has("hi", "hello", "hey", "good morning", "good evening", "good afternoon")
    return greets && utterance.words.count <= 6 ? .greeting : nil
  }
}
