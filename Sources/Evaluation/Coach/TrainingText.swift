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
    /// The kind of remark that a message is: `glad`, `sorry`, or `none`.
    case remark
    /// The dietary restriction that a message states: `own`, `other`, `denied`, or `none`.
    case statement
  }

  /// The text.
  package let text: String
  /// The class.
  package let label: String
  /// The persona and the plan at hand, for messages of conversations.
  package var circumstances: [String] = []

  /// Splits the text into the words that the classifier of a subject reads.
  package func words(_ subject: Subject) -> [String] {
    switch subject {
    case .danger, .category: DangerModel.words(text)
    case .plan, .remark: Utterance(text).wordsAndMarks
    case .statement: StatementModel.words(text)
    }
  }

  /// Returns the texts of a line about a subject: of a case for `coach-eval` that was not set aside, or of an object with `say`
  /// and the class by the name of the subject, `plan` or `statement`, or `change`: `change` or `none`, after a plan.
  ///
  /// - Parameter stage: a safety stage without classifiers, by which dangers are sorted.
  package static func texts(
    _ value: JSONValue, _ subject: Subject, stage: SafetyStage
  ) throws(EvaluationCaseError) -> [TrainingText] {
    if ConversationCase.isOne(value) { return texts(try ConversationCase(value), subject, stage) }
    guard let text = value["say"]?.stringValue else { return texts(try CoachCase(value), subject, stage) }
    if subject == .plan, let change = value["change"]?.stringValue { return changes(text, isOne: change == "change") }
    let isOrdinary =
      switch subject {
      case .danger, .category: (value["plan"] ?? value["change"]) != nil && isHarmless(text, stage)
      case .statement: value["plan"] != nil && !mayState(text)
      case .plan, .remark: false
      }
    let label = isOrdinary ? TextClassifier.none : value[subject.rawValue]?.stringValue
    // A message that asks for a plan of any kind teaches none.
    return label == "any" ? [] : label.map { [single(text, $0, subject)] } ?? []
  }

  private static func texts(_ item: ConversationCase, _ subject: Subject, _ stage: SafetyStage) -> [TrainingText] {
    guard !item.isHeld else { return [] }
    switch subject {
    case .danger, .category:
      return item.turns.filter { isHarmless($0.say, stage) }
        .map { TrainingText(text: $0.say, label: TextClassifier.none) }
    case .remark where item.turns.count == 1: return item.turns[0].remark.map { remark(item, $0) } ?? []
    case .plan, .remark: return messages(item, subject)
    case .statement: return []
    }
  }

  /// A message without a conversation.
  private static func single(_ text: String, _ label: String, _ subject: Subject) -> TrainingText {
    let circumstances = PlanRequest.circumstances(.generalWellness, planned: nil, isLast: false, isFirst: true)
    return TrainingText(text: text, label: label, circumstances: subject == .plan ? circumstances : [])
  }

  /// A message after a plan, of whatever kind.
  private static func changes(_ text: String, isOne: Bool) -> [TrainingText] {
    Persona.allCases.compactMap { persona in
      persona.planKind.map { kind in
        let circumstances = PlanRequest.circumstances(persona, planned: kind, isLast: true, isFirst: false)
        return TrainingText(text: text, label: isOne ? kind : TextClassifier.none, circumstances: circumstances)
      }
    }
  }

  /// A remark without its conversation: in a talk without a plan, beside one, and after it was made.
  private static func remark(_ item: ConversationCase, _ remark: String) -> [TrainingText] {
    let kind = item.persona.planKind ?? TextClassifier.none
    return [(nil, false), (kind, false), (kind, true)].map { planned, isLast in
      let circumstances = PlanRequest.circumstances(item.persona, planned: planned, isLast: isLast, isFirst: false)
      return TrainingText(text: item.turns[0].say, label: remark, circumstances: circumstances)
    }
  }

  /// A plan of any kind is one of the kind that the persona is asked for most.
  private static func messages(_ item: ConversationCase, _ subject: Subject) -> [TrainingText] {
    var planned: String?
    return item.turns.indices.flatMap { index -> [TrainingText] in
      let template = item.turns[index].template
      let kind = template == "any" ? item.persona.planKind : template
      guard (kind == nil) == (template == nil) else { return [] }
      defer { planned = kind ?? planned }
      let circumstances = PlanRequest.circumstances(
        item.persona, planned: planned, isLast: index > 0 && item.turns[index - 1].template != nil, isFirst: index == 0)
      let label = (subject == .plan ? kind : item.turns[index].remark) ?? TextClassifier.none
      return Array(
        repeating: TrainingText(text: item.turns[index].say, label: label, circumstances: circumstances),
        count: subject == .plan ? weightOfRequests : 1)
    }
  }

  /// The number of times that a message of a conversation counts beside single requests: it is as it will be asked, with
  /// all that is known of it.
  private static let weightOfRequests = 3

  private static func texts(_ item: CoachCase, _ subject: Subject, _ stage: SafetyStage) -> [TrainingText] {
    if subject == .statement { return item.isHeld ? [] : statements(item) }
    // A danger of several messages does not show in the last one.
    guard subject != .remark, !item.isHeld, item.kind != "allergy", let text = item.turns.last,
      item.turns.count == 1 || !item.isDanger
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
    DangerModel.words(text).contains { word in hints.contains { word.hasPrefix($0) } }
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
