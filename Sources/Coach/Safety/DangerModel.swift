/// The classifiers of dangers, learned from messages (decision 0055): one with many features for danger or none, one with fewer
/// for the categories. Their weighted mean finds dangers in words that no rule has, and doubts a rule whose words mean something else.
package struct DangerModel: Sendable {
  /// The embedded classifiers; nil only if a table is broken, which a test excludes.
  package static let shared = DangerModel(CoachTable.dangerModel.bytes, categories: CoachTable.categoryModel.bytes)

  /// The margin from which a message shows a danger.
  private static let threshold: Float = 1.6
  /// The margins that a rule counts as, and one that reads figures or a stated condition: facts, whatever else is said.
  private static let (rule, fact): (Float, Float) = (2.3, 5.6)
  /// The share of the table of dangers in the margin; the rest is that of the categories.
  private static let shareOfDangers: Float = 0.7

  private let dangers: TextClassifier
  private let categories: TextClassifier

  /// Reads the tables that `hearth coach-train` writes; nil if one is incomplete.
  package init?(_ table: [UInt8], categories: [UInt8]) {
    guard let dangers = TextClassifier(table), let categories = TextClassifier(categories) else { return nil }
    self.dangers = dangers
    self.categories = categories
  }

  /// Returns the finding of the rules, unless the words contradict it, or what the words alone show.
  func weighed(_ found: SafetyFinding?, _ words: [Word]) -> SafetyFinding? {
    let texts = words.map(\.text)
    guard let danger = dangers.best(texts), let best = categories.best(texts) else { return found }
    let margin = Self.shareOfDangers * danger.margin + (1 - Self.shareOfDangers) * best.margin
    if let found { return margin + (found.category.isFact ? Self.fact : Self.rule) >= Self.threshold ? found : nil }
    guard let category = SafetyFinding.Category(rawValue: best.name), margin >= Self.threshold else { return nil }
    return SafetyFinding(category: category, language: SafetyStage.language(texts))
  }
}

extension SafetyFinding.Category {
  /// Whether its rules read figures or stated conditions.
  fileprivate var isFact: Bool {
    [.lowSugar, .highSugar, .highPressure, .lowPressure, .fever, .infantFever, .cold, .heartRate, .oxygen, .care]
      .contains(self)
  }
}
