import Coach
import HealthModels
package import JSONCodec

/// A conversation with what each answer must contain: a line of a file for `hearth coach-eval`.
package struct ConversationCase: Sendable {
  /// A message and the expectations on its answer. Texts are compared without regard to case.
  struct Turn: Sendable {
    var say: String
    /// Texts that the answer must contain, all of them.
    var must: [String]
    /// Texts of which the answer must contain one; empty if any answer will do.
    var any: [String]
    /// Texts that the answer must not contain.
    var mustNot: [String]
    /// The kind of template that must be made: `meal`, `workout` or `wellness`; `any` for a template of any kind.
    var template: String?
    /// The kind of remark, if the message asks nothing and answers nothing: `glad` or `sorry`.
    var remark: String?
  }

  /// Identifier in reports; may be empty.
  package let id: String
  /// Whether the line was set aside before the rules were written.
  package let isHeld: Bool
  let persona: Persona
  let turns: [Turn]

  /// Whether a line is a conversation rather than a dialogue of the safety stage.
  package static func isOne(_ value: JSONValue) -> Bool {
    if case .array(let turns)? = value["turns"], case .object? = turns.first { return true }
    return false
  }

  /// - Throws: `EvaluationCaseError` if a field is missing or of the wrong type.
  package init(_ value: JSONValue) throws(EvaluationCaseError) {
    guard case .array(let turns)? = value["turns"], !turns.isEmpty, turns.count <= 4 * CoachCase.maxTurns else {
      throw EvaluationCaseError(missing: "turns")
    }
    var read: [Turn] = []
    for turn in turns {
      guard let say = turn["say"]?.stringValue else { throw EvaluationCaseError(missing: "say") }
      read.append(
        Turn(
          say: say, must: Self.texts(turn["must"]), any: Self.texts(turn["any"]), mustNot: Self.texts(turn["must_not"]),
          template: turn["template"]?.stringValue, remark: turn["remark"]?.stringValue))
    }
    self.turns = read
    id = value["id"]?.stringValue ?? ""
    isHeld = value["held"]?.boolValue ?? false
    persona = value["persona"]?.stringValue.flatMap(Persona.init(rawValue:)) ?? .generalWellness
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    guard case .array(let texts)? = value else { return [] }
    return texts.compactMap { $0.stringValue?.lowercased() }
  }
}

/// The answers to the messages of conversations.
package struct ConversationEvaluation: Sendable {
  /// One answer.
  package struct Score: Sendable {
    let id: String
    let turn: ConversationCase.Turn
    let answer: String
    /// Whether the answer meets the expectations on it.
    package let isToThePoint: Bool
    /// Whether the coach said that it cannot answer.
    package let isFallback: Bool
    /// Whether an expected template was made; nil if none was expected.
    package let hasPlan: Bool?
    /// Whether a template was made although none was expected.
    package let hasUnaskedPlan: Bool
    /// Whether an earlier answer of the conversation was the same.
    package let isRepeated: Bool
  }

  private let stage = SafetyStage()
  private let coach = BuiltInCoach()
  /// One score for each message, in the order of the files.
  package private(set) var scores: [Score] = []
  /// The number of conversations.
  package private(set) var conversations = 0

  /// No conversations yet.
  package init() {}

  /// Runs a conversation and adds the scores of its answers.
  package mutating func add(_ item: ConversationCase) {
    conversations += 1
    var state = DialogueState()
    var facts = Facts()
    var earlier: [String] = []
    var answers: Set<String> = []
    for turn in item.turns {
      facts.separateAllergies()
      let verdict = stage.verdict(on: turn.say, after: earlier, facts: facts)
      facts.apply(verdict.statement)
      earlier.append(turn.say)
      var answer = (verdict.warning ?? "") + (verdict.finding?.reply ?? "")
      var templates: [TemplateDraft] = []
      var isFallback = false
      if let finding = verdict.finding {
        state.interrupt(because: finding)
      } else {
        state.facts = facts
        let reply = coach.reply(
          to: CoachTurn(
            message: turn.say, persona: item.persona, state: state, profile: facts, diary: Self.diary,
            recentDanger: verdict.recent))
        (state, templates, isFallback) = (reply.state, reply.templates, reply.isFallback)
        facts = facts.without(reply.forgotten).updated(by: reply.state.facts)
        answer = (verdict.warning ?? "") + reply.text
      }
      let hasPlan = turn.template.map { kind in templates.contains { kind == "any" || $0.kindName == kind } }
      scores.append(
        Score(
          id: item.id, turn: turn, answer: answer, isToThePoint: Self.meets(answer, turn) && hasPlan != false,
          isFallback: isFallback, hasPlan: hasPlan, hasUnaskedPlan: hasPlan == nil && !templates.isEmpty,
          isRepeated: !answers.insert(answer).inserted))
    }
  }

  private static func meets(_ answer: String, _ turn: ConversationCase.Turn) -> Bool {
    let text = answer.lowercased()
    return turn.must.allSatisfy(text.contains) && (turn.any.isEmpty || turn.any.contains(where: text.contains))
      && !turn.mustNot.contains(where: text.contains)
  }

  /// The log of the user of every conversation.
  private static let diary: FoodDiary = {
    func sum(_ energy: Double, _ protein: Double) -> Nutrients {
      Nutrients(
        energyKilocalories: energy, protein: protein, carbohydrate: energy / 8, fat: energy / 28, fiber: 9, sugar: 20)
    }
    return FoodDiary(
      today: "2026-03-10", yesterday: "2026-03-09",
      days: [
        .init(date: "2026-03-08", meals: 3, nutrients: sum(2050, 84)),
        .init(date: "2026-03-09", meals: 3, nutrients: sum(1850, 72)),
        .init(date: "2026-03-10", meals: 2, nutrients: sum(940, 46)),
      ],
      meals: [
        .init(date: "2026-03-10", type: "lunch", foods: ["Chicken Salad", "Bread"], nutrients: sum(560, 32)),
        .init(date: "2026-03-10", type: "breakfast", foods: ["Oatmeal", "Banana"], nutrients: sum(380, 14)),
        .init(date: "2026-03-09", type: "dinner", foods: ["Pasta", "Tomato Sauce"], nutrients: sum(720, 24)),
      ])
  }()
}

/// The shares of answers to the point, of admissions, and of plans, as text.
package struct ConversationReport: Sendable {
  private let evaluation: ConversationEvaluation
  private let isVerbose: Bool

  /// - Parameter isVerbose: whether answers that miss the point are listed.
  package init(_ evaluation: ConversationEvaluation, isVerbose: Bool = false) {
    self.evaluation = evaluation
    self.isVerbose = isVerbose
  }

  /// The table, and the list of answers that miss the point.
  package var text: String {
    let scores = evaluation.scores
    let plans = scores.compactMap(\.hasPlan)
    var lines = [
      "\(evaluation.conversations) conversations, \(scores.count) messages",
      CoachEvaluationReport.row("answered to the point", scores.count(where: \.isToThePoint), scores.count),
      CoachEvaluationReport.row("not answered", scores.count(where: \.isFallback), scores.count),
      CoachEvaluationReport.row("said before", scores.count(where: \.isRepeated), scores.count),
    ]
    if !plans.isEmpty { lines.append(CoachEvaluationReport.row("plans made", plans.count { $0 }, plans.count)) }
    lines.append(
      CoachEvaluationReport.row(
        "plans not asked for", scores.count(where: \.hasUnaskedPlan), scores.count - plans.count))
    if isVerbose {
      lines += scores.filter { !$0.isToThePoint || $0.hasUnaskedPlan }.map { score in
        "  \(score.id)\(score.isFallback ? " [not answered]" : score.hasUnaskedPlan ? " [plan]" : ""): "
          + CoachEvaluationReport.printable("\(score.turn.say) -> \(score.answer.prefix(160))")
      }
    }
    return lines.joined(separator: "\n")
  }
}
