import HealthModels

/// Answers that need no data.
enum SmallTalk {
  static let capabilities = """
    I am the built-in coach: I answer from your own meal log and from a nutrition table, without a language model. I can \
    sum up your day or week and say what is left to your targets; tell what is in a food, compare foods and suggest swaps; \
    work out your energy needs; give general guidance on eating, training, sleep and stress, with its source; and write \
    meal plans, workout plans and wellness routines as templates. I cannot diagnose or treat anything.
    """

  static func outside(_ what: String) -> String {
    if what == "medical questions" {
      return """
        That is a medical question, which I cannot answer. Please ask your doctor or pharmacist; for what is in your food \
        and how you train, I am here.
        """
    }
    return "I know nothing about \(what): I am a coach for food, training and well-being. \(examples)"
  }

  /// The answer to a request for more details of the last answer.
  static func more(_ dialogue: inout Dialogue) -> String {
    let before = dialogue.turn.state
    dialogue.sources = before.sources ?? []
    dialogue.state.lastTopic = before.lastTopic
    if let topic = before.lastTopic.flatMap(Topic.named) {
      return topic.more.isEmpty ? "That is all I know about it; \(topic.source) goes further." : topic.more
    }
    guard let subject = before.subjects?.last else { return "Gladly, but about what? \(examples)" }
    return "More than that about \(subject) I do not have. \(examples)"
  }

  /// The answer to a message that only names a food; nil for any other.
  static func food(_ foodLookup: FoodLookup, _ utterance: Utterance) -> String? {
    guard let item = foodLookup.items(utterance).first else { return nil }
    return FoodAnswer.amount(nil, [item]) + " If you ate that, log it as a meal and I will count it."
  }

  static let symptoms = """
    I am a coach for food, training and well-being and cannot judge symptoms. If this is new, strong or getting worse, \
    please ask a doctor today; if it could be an emergency, call your local emergency number now (112 in Europe, 911 in \
    the USA and Canada, 999 in the UK).
    """

  private static let examples = """
    You could ask "how much protein is in 200 g chicken", "what is left for today", "how many calories do I need", or \
    "make me a 2,000 kcal meal plan".
    """
}
