/// The classifier of dangers, learned from messages (decision 0055). It finds dangers in words that no rule has, and doubts
/// a rule whose words mean something else in the message.
package struct DangerModel: Sendable {
  /// The embedded classifier; nil only if its table is broken, which a test excludes.
  package static let shared = DangerModel(CoachTable.dangerModel.bytes)

  private static let threshold: Float = 2.5
  /// The margin that a rule counts as: it holds unless the classifier is surer of the opposite.
  private static let rule: Float = 6

  private let classifier: TextClassifier

  /// Reads a table that `hearth coach-train` writes; nil if it is incomplete.
  package init?(_ table: [UInt8]) {
    guard let classifier = TextClassifier(table) else { return nil }
    self.classifier = classifier
  }

  /// Returns the finding of the rules, unless the words contradict it, or what the words alone show.
  func weighed(_ found: SafetyFinding?, _ words: [Word]) -> SafetyFinding? {
    guard let best = classifier.best(words.map(\.text)) else { return found }
    guard best.margin + (found == nil ? 0 : Self.rule) >= Self.threshold else { return nil }
    return found
      ?? SafetyFinding.Category(rawValue: best.name).map {
        SafetyFinding(category: $0, language: SafetyStage.language(words))
      }
  }
}
