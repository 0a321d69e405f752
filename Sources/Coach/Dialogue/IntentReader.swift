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

  init(utterance: Utterance, foodLookup: FoodLookup, persona: Persona, state: DialogueState, facts: Facts) {
    self.utterance = utterance
    plans = PlanIntents(utterance: utterance, persona: persona, state: state)
    diary = DiaryIntents(utterance: utterance, state: state, facts: facts)
    foods = FoodIntents(utterance: utterance, foodLookup: foodLookup, state: state)
    declined = DeclinedIntents(utterance: utterance)
    goals = GoalIntents(utterance: utterance, persona: persona)
  }

  /// Returns the intent; nil if none was recognised.
  func intent() -> Intent? {
    // "How much water should I drink" asks for advice, "how much protein is in milk" for figures.
    let advice = utterance.has("should", "need", "recommend*") ? topic(words: 2) : nil
    if let early = plans.offered() ?? plans.again() ?? diary.recap() ?? declined.unsafe() ?? declined.unavailable() {
      return early
    }
    if let plan = plans.plan() ?? goals.goal() { return plan }
    if let own = diary.known() ?? diary.overeaten() ?? diary.intake() ?? diary.entries() ?? diary.energy() {
      return own
    }
    return advice ?? foods.food() ?? topic(words: 1) ?? declined.caution() ?? smallTalk() ?? declined.outside()
  }

  private func topic(words: Int) -> Intent? {
    guard let (topic, phrase) = Topic.find(utterance), phrase.split(separator: " ").count >= words else { return nil }
    return .topic(topic)
  }

  private func smallTalk() -> Intent? {
    if utterance.has(
      "what can you do", "help", "how do you work", "who are you", "what are you", "are you a bot", "are you human",
      "are you an ai", "are you real", "are you a person")
    {
      return .capabilities
    }
    if utterance.words.count <= 5,
      utterance.has("tell me more", "explain", "what do you mean", "more details") || utterance.words == ["why"]
    {
      return .more
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
}
