import HealthModels

/// Recognises goals that a user states: "I want to lose weight", "help me sleep better".
struct GoalIntents {
  let utterance: Utterance
  let persona: Persona

  func goal() -> Intent? {
    if utterance.has("how long", "how many weeks", "how many months", "when will i", "how soon", "by when"),
      utterance.numbers.contains(where: { GoalWeight.isGoal(utterance, $0.index) })
        || utterance.has("goal", "target weight")
    {
      return .goalDuration
    }
    if utterance.has("never worked out", "never trained"), persona != .nutritionist { return .trainingGoal }
    let asksHow = utterance.has("how", "what", "why", "should", "is", "does", "best way", "tips", "plan", "workout")
    guard !asksHow, wishes || utterance.words.count <= 3 else { return nil }
    if utterance.has(
      "lose weight", "losing weight", "weight loss", "lose fat", "lose some weight", "slim down", "get leaner",
      "drop weight", "shed", "lose belly fat", "lose kg", "get slim", "lose a few", "fat loss")
    {
      return .goal(.lose)
    }
    if let start = utterance.position(of: "lose"), utterance.number(start + 1) != nil { return .goal(.lose) }
    if utterance.has("gain weight", "put on weight", "gain some weight") { return .goal(.gain) }
    if utterance.has("maintain my weight", "keep my weight", "hold my weight") { return .goal(.maintain) }
    if utterance.has(
      "never worked out", "where do i begin", "where do i start", "new to training", "build muscle", "gain muscle",
      "get stronger", "get strong", "get fit", "get fitter", "get in shape",
      "muscle mass",
      "more muscle", "tone up", "get toned", "bulk up", "bulk", "get ripped", "build strength")
    {
      return persona == .nutritionist ? .goal(.gain) : .trainingGoal
    }
    return nil
  }

  private var wishes: Bool { utterance.statesWish }
}

extension Utterance {
  /// Whether the message asks for a change of the user.s habits, or complains.
  var statesWish: Bool {
    has(
      "i want", "i wanna", "id like", "i would like", "help me", "my goal is", "i need to", "trying to", "i have to",
      "looking to", "hoping to", "i must", "want to", "wanna", "gotta", "i wish", "let me", "i plan to", "my aim is",
      "goal", "please help", "i cant", "i cannot", "badly", "how can i", "how do i", "always", "so tired")
  }
}
