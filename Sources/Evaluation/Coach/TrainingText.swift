package import Coach
package import JSONCodec
import TextModels

/// A text and its class, from which a classifier of the coach learns.
package struct TrainingText: Sendable {
  /// A decision of the coach that is learned.
  package enum Subject: String, Sendable, CaseIterable {
    /// `danger`, or `none` for harmless messages.
    case danger
    /// The category of the danger that a message shows, a raw value of `SafetyFinding.Category`, or `none`.
    case category
    /// The plan that a message asks for: `meal`, `workout`, `wellness`, or `any`.
    case plan
    /// The dietary restriction that a message states: `own`, `other`, `denied`, or `none`.
    case statement
    /// The request to change the plan before the message: `change`, or `none`.
    case change
  }

  /// The text.
  package let text: String
  /// The class.
  package let label: String

  /// Splits the text into the words that the classifier of a subject reads.
  package func words(_ subject: Subject) -> [String] {
    subject == .statement ? StatementModel.words(text) : TextClassifier.words(text)
  }

  /// Returns the texts of a line about a subject: of a case for `coach-eval` that was not set aside, or of an object with `say`
  /// and the class by the name of the subject, `plan`, `statement` or `change`.
  ///
  /// - Parameter stage: a safety stage without classifiers, by which dangers are sorted.
  package static func texts(
    _ value: JSONValue, _ subject: Subject, stage: SafetyStage
  ) throws(EvaluationCaseError) -> [TrainingText] {
    if ConversationCase.isOne(value) { return texts(try ConversationCase(value), subject, stage) }
    guard let text = value["say"]?.stringValue else { return texts(try CoachCase(value), subject, stage) }
    let isOrdinary =
      switch subject {
      case .danger, .category: (value["plan"] ?? value["change"]) != nil && isHarmless(text, stage)
      case .statement: value["plan"] != nil && !mayState(text)
      case .plan, .change: false
      }
    let label = isOrdinary ? TextClassifier.none : value[subject.rawValue]?.stringValue
    return label.map { [TrainingText(text: text, label: $0)] } ?? []
  }

  private static func texts(_ item: ConversationCase, _ subject: Subject, _ stage: SafetyStage) -> [TrainingText] {
    guard !item.isHeld else { return [] }
    switch subject {
    case .danger, .category:
      return item.turns.filter { isHarmless($0.say, stage) }
        .map { TrainingText(text: $0.say, label: TextClassifier.none) }
    case .plan:
      // Later messages may ask for a plan by a single "yes".
      return item.turns.enumerated().filter { $0 == 0 || $1.template == nil }
        .map { TrainingText(text: $1.say, label: $1.template ?? TextClassifier.none) }
    case .statement, .change: return []
    }
  }

  private static func texts(_ item: CoachCase, _ subject: Subject, _ stage: SafetyStage) -> [TrainingText] {
    if subject == .change { return [] }
    if subject == .statement { return item.isHeld ? [] : statements(item) }
    // A danger of several messages does not show in the last one.
    guard !item.isHeld, item.kind != "allergy", let text = item.turns.last, item.turns.count == 1 || !item.isDanger
    else { return [] }
    if !item.isDanger { return [TrainingText(text: text, label: TextClassifier.none)] }
    let found = stage.verdict(on: text).finding?.category
    guard let category = found ?? SafetyFinding.Category(rawValue: item.kind) else { return [] }
    return subject == .plan
      ? [] : [TrainingText(text: text, label: subject == .danger ? subject.rawValue : category.rawValue)]
  }

  /// Of a conflict the first message states what the second one does not go with. Harmless messages are about something else.
  private static func statements(_ item: CoachCase) -> [TrainingText] {
    let last = TrainingText(text: item.turns.last ?? "", label: TextClassifier.none)
    if item.kind != "allergy" { return item.isDanger || mayState(last.text) ? [] : [last] }
    if item.turns.count != 2 { return [] }
    return item.isDanger ? [TrainingText(text: item.turns[0], label: "own"), last] : [last]
  }

  /// Whether a harmless message of another subject may state a restriction: by beginnings of words in seven languages.
  private static func mayState(_ text: String) -> Bool {
    TextClassifier.words(text).contains { word in hints.contains { word.hasPrefix($0) } }
  }

  private static let hints = [
    "allait", "allatto", "allerg", "alerg", "alerj", "amament", "breastf", "celi", "coel", "colyak", "dairy", "diab",
    "embaraz", "emzir", "encein", "epi", "expecting", "g6pd", "gicht", "gluten", "glutine", "gout", "grav", "halal",
    "hamile", "hives", "incint", "intol", "kosher", "lact", "lakt", "latt", "muslim", "pregnan", "rash", "sarpull",
    "schwanger", "seker", "trimester", "vegan", "vegeta", "veggie", "vejet", "zoli",
  ]

  private static func isHarmless(_ text: String, _ stage: SafetyStage) -> Bool {
    stage.verdict(on: text).finding == nil
  }
}
