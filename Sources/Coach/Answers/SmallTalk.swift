import HealthModels

/// What is said where there is nothing to look up.
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

  /// "Why?", "Tell me more."
  static func more(_ subject: String?) -> String {
    guard let subject else { return "Gladly, but about what? \(examples)" }
    return "More than that about \(subject) I do not have; where I named a source, it goes further."
  }

  /// Nothing was recognised.
  static func beyond(_ persona: Persona, foodLookup: FoodLookup, utterance: Utterance) -> String {
    let items = foodLookup.items(utterance, dropping: IntentReader.question)
    if let item = items.first {
      return FoodAnswer.amount(nil, [item]) + " If you ate that, log it as a meal and I will count it."
    }
    if FoodEvidence.tellsSymptom(utterance) { return symptoms }
    return "I am not sure what you mean; that may be outside what I can do. \(examples)"
  }

  private static let symptoms = """
    I am a coach for food, training and well-being and cannot judge symptoms. If this is new, strong or getting worse, \
    please ask a doctor today; if it could be an emergency, call your local emergency number now (112 in Europe, 911 in \
    the USA and Canada, 999 in the UK).
    """

  private static let examples = """
    You could ask "how much protein is in 200 g chicken", "what is left for today", "how many calories do I need", or \
    "make me a 2,000 kcal meal plan".
    """
}

/// The answer to someone who only told something about themselves.
enum Noted {
  static func text(_ facts: Facts) -> String? {
    let parts = parts(facts)
    guard !parts.isEmpty else { return nil }
    return "Noted: \(TextFormat.list(parts)). Shall I work out your energy needs, review your day, or make you a plan?"
  }

  /// "What do you know about me?"
  static func known(_ facts: Facts) -> String {
    let parts = parts(facts)
    guard !parts.isEmpty else {
      return
        "Beside your meal log I know nothing about you yet. Tell me what matters, your weight or your goal for example."
    }
    return "I know your meal log, and this: \(TextFormat.list(parts)). Tell me where that has changed."
  }

  /// "What did we talk about?"
  static func recap(_ dialogue: Dialogue) -> String {
    let noted = parts(dialogue.memory.facts)
    let subjects = dialogue.memory.subjects ?? []
    guard !(subjects.isEmpty && noted.isEmpty) else {
      return "We have talked about nothing yet. Ask me about a food, your log, or for a plan."
    }
    var text = subjects.isEmpty ? "" : "We talked about \(TextFormat.list(subjects))."
    if !noted.isEmpty { text += "\(text.isEmpty ? "" : " ")From what you told me I noted: \(TextFormat.list(noted))." }
    return text
  }

  private static func parts(_ facts: Facts) -> [String] {
    var parts: [String] = []
    if let age = facts.body.age { parts.append("\(age) years old") }
    if let sex = facts.body.sex { parts.append(sex.rawValue) }
    if let height = facts.body.heightCentimetres { parts.append("\(TextFormat.number(height)) cm tall") }
    if let weight = facts.body.weightKilograms { parts.append("\(TextFormat.number(weight)) kg") }
    if let activity = facts.body.activity { parts.append("activity: \(activity.rawValue)") }
    if let diet = facts.diet { parts.append(diet == .everything ? "you eat everything" : diet.rawValue) }
    let excluded = facts.excludedFoods
    if !excluded.isEmpty {
      parts.append("no " + TextFormat.list(excluded, "or"))
    } else if facts.allergies != nil {
      parts.append("no allergies")
    }
    if let energy = facts.body.energyTarget { parts.append("a target of \(TextFormat.kilocalories(energy)) a day") }
    if let protein = facts.body.proteinTarget {
      parts.append("a target of \(TextFormat.grams(protein)) of protein a day")
    }
    switch facts.body.goal {
    case .lose: parts.append("you want to lose weight")
    case .maintain: parts.append("you want to hold your weight")
    case .gain: parts.append("you want to gain")
    case nil: break
    }
    return parts
  }
}
