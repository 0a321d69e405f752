import HealthModels

/// Answers about the facts that the coach knows.
enum FactsAnswer {
  /// The answer to a message that only states facts; nil if it states none.
  static func text(_ facts: Facts) -> String? {
    let parts = parts(facts)
    guard !parts.isEmpty else { return nil }
    return "Noted: \(TextFormat.list(parts)). Shall I work out your energy needs, review your day, or make you a plan?"
  }

  /// The answer to "What do you know about me?".
  ///
  /// - Parameter names: the facts that are asked for; empty for all.
  static func known(_ facts: Facts, _ names: Set<FactName>) -> String {
    if !names.isEmpty {
      // The goal and the weight to reach belong together.
      let goals: Set<FactName> =
        names.isDisjoint(with: [.goal, .goalWeight]) ? [] : [.goal, .goalWeight, .energyTarget]
      let others = Set(FactName.allCases).subtracting(names.union(goals))
      let list = TextFormat.list(names.map(\.rawValue).sorted())
      let asked = parts(facts.without(others), isOfBody: true)
      return asked.isEmpty
        ? "I do not know your \(list) yet. Tell me, and I keep it." : "You told me: \(TextFormat.list(asked))."
    }
    let parts = parts(facts)
    guard !parts.isEmpty else {
      return
        "Beside your meal log I know nothing about you yet. Tell me what matters, your weight or your goal for example."
    }
    return "I know your meal log, and this: \(TextFormat.list(parts)). Tell me where that has changed."
  }

  /// The answer to "forget my weight".
  static func forget(_ names: Set<FactName>, _ dialogue: inout Dialogue) -> String {
    dialogue.forgotten = names
    dialogue.state.facts = dialogue.state.facts.without(names)
    guard names.count < FactName.allCases.count else {
      return
        "Forgotten: everything that you told me. Allergies stay until you say that you have none, and your profile keeps what you "
        + "entered there."
    }
    let list = TextFormat.list(names.map(\.rawValue).sorted())
    return "Forgotten: your \(list). If your profile has it too, change it there."
  }

  /// The answer to "What did we talk about?".
  static func recap(_ dialogue: Dialogue) -> String {
    let noted = parts(dialogue.state.facts)
    let subjects = dialogue.state.subjects ?? []
    guard !(subjects.isEmpty && noted.isEmpty) else {
      return "We have talked about nothing yet. Ask me about a food, your log, or for a plan."
    }
    var text = subjects.isEmpty ? "" : "We talked about \(TextFormat.list(subjects))."
    if !noted.isEmpty { text += "\(text.isEmpty ? "" : " ")From what you told me I noted: \(TextFormat.list(noted))." }
    return text
  }

  private static func parts(_ facts: Facts, isOfBody: Bool = false) -> [String] {
    var parts: [String] = []
    if let age = facts.body.age { parts.append("\(age) years old") }
    if let sex = facts.body.sex { parts.append(sex.rawValue) }
    if let height = facts.body.heightCentimetres { parts.append("\(TextFormat.number(height)) cm tall") }
    if let weight = facts.body.weightKilograms { parts.append("\(TextFormat.number(weight)) kg") }
    if let goal = facts.goalWeightKilograms { parts.append("a goal weight of \(TextFormat.number(goal)) kg") }
    if let activity = facts.body.activity { parts.append("activity: \(activity.rawValue)") }
    if let diet = facts.diet { parts.append(diet == .everything ? "you eat everything" : diet.rawValue) }
    let excluded = facts.excludedFoods
    if isOfBody {
      // Allergies are no fact of this question.
    } else if !excluded.isEmpty {
      parts.append("no " + TextFormat.list(excluded, "or"))
    } else if facts.allergies != nil {
      parts.append("no allergies")
    }
    if let dislikes = facts.dislikes, !dislikes.isEmpty {
      parts.append("no \(TextFormat.list(dislikes.sorted(), "or")) in plans")
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
