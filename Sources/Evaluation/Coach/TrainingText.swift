package import Coach
package import JSONCodec

/// A text and its class, from which a classifier of the coach learns.
package struct TrainingText: Sendable {
  /// A decision of the coach that is learned.
  package enum Subject: String, Sendable, CaseIterable {
    /// Whether a message shows a danger: `danger` or `none`.
    case danger
    /// The category of the danger that a message shows, a raw value of `SafetyFinding.Category`, or `none`.
    case category
    /// The plan that a message asks for: `meal`, `workout`, `wellness`, or `any`.
    case plan
  }

  /// The text.
  package let text: String
  /// The class.
  package let label: String

  /// Returns the texts of a line about a subject: of a case for `coach-eval` that was not set aside, or of an object with `say`
  /// and `plan`.
  ///
  /// - Parameter stage: a safety stage without classifiers, by which dangers are sorted.
  package static func texts(
    _ value: JSONValue, _ subject: Subject, stage: SafetyStage
  ) throws(EvaluationCaseError) -> [TrainingText] {
    if ConversationCase.isOne(value) { return texts(try ConversationCase(value), subject, stage) }
    if let text = value["say"]?.stringValue, let plan = value["plan"]?.stringValue {
      switch subject {
      case .danger, .category:
        return isHarmless(text, stage) ? [TrainingText(text: text, label: TextClassifier.none)] : []
      case .plan: return [TrainingText(text: text, label: plan)]
      }
    }
    return texts(try CoachCase(value), subject, stage)
  }

  private static func texts(_ item: ConversationCase, _ subject: Subject, _ stage: SafetyStage) -> [TrainingText] {
    guard !item.isHeld else { return [] }
    switch subject {
    case .danger, .category:
      return item.turns.filter { isHarmless($0.say, stage) }
        .map { TrainingText(text: $0.say, label: TextClassifier.none) }
    case .plan:
      // Later messages may ask for a plan by a single "yes".
      return item.turns.prefix(1).map { TrainingText(text: $0.say, label: $0.template ?? TextClassifier.none) }
    }
  }

  private static func texts(_ item: CoachCase, _ subject: Subject, _ stage: SafetyStage) -> [TrainingText] {
    // A danger of several messages does not show in the last one.
    guard !item.isHeld, item.kind != "allergy", let text = item.turns.last, item.turns.count == 1 || !item.isDanger
    else { return [] }
    if !item.isDanger { return [TrainingText(text: text, label: TextClassifier.none)] }
    let found = stage.verdict(on: SafetyStage.Turn(message: text)).finding?.category
    guard let category = found ?? SafetyFinding.Category(rawValue: item.kind) else { return [] }
    return subject == .plan
      ? [] : [TrainingText(text: text, label: subject == .danger ? subject.rawValue : category.rawValue)]
  }

  private static func isHarmless(_ text: String, _ stage: SafetyStage) -> Bool {
    stage.verdict(on: SafetyStage.Turn(message: text)).finding == nil
  }
}
