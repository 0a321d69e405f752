/// The classifier of dangers, learned from messages (decision 0055). It finds dangers in words that no rule has, and doubts
/// a rule whose words mean something else in the message.
package struct DangerModel: Sendable {
  /// The embedded classifier; nil only if its table is broken, which a test excludes.
  package static let shared = DangerModel(CoachTable.dangerModel.bytes)

  /// The margins from which a message shows a danger: less for those that need help today or now.
  private static let threshold: Float = 1.6
  private static let adviceThreshold: Float = 2.6
  /// The margin that a rule counts as.
  private static let rule: Float = 5

  private let classifier: TextClassifier

  /// Reads a table that `hearth coach-train` writes; nil if it is incomplete.
  package init?(_ table: [UInt8]) {
    guard let classifier = TextClassifier(table) else { return nil }
    self.classifier = classifier
  }

  /// Returns the finding of the rules, unless the words contradict it, or what the words alone show.
  func weighed(_ found: SafetyFinding?, _ words: [Word]) -> SafetyFinding? {
    guard let best = classifier.best(words.map(\.text)) else { return found }
    guard let found else {
      guard let category = SafetyFinding.Category(rawValue: best.name),
        best.margin >= (category.severity == .advice ? Self.adviceThreshold : Self.threshold)
      else { return nil }
      return SafetyFinding(category: category, language: SafetyStage.language(words))
    }
    return found.category.isFact || best.margin + Self.rule >= Self.threshold ? found : nil
  }
}

extension SafetyFinding.Category {
  /// Whether its rules read figures or stated conditions, which are facts whatever else is said.
  fileprivate var isFact: Bool {
    [.lowSugar, .highSugar, .highPressure, .lowPressure, .fever, .infantFever, .cold, .heartRate, .oxygen, .care]
      .contains(self)
  }
}
