import TextModels

/// The classifiers of dangers, learned from messages (decision 0055): one with many features for danger or none, one with fewer
/// for the categories. Their weighted mean finds dangers in words that no rule has, and doubts a rule whose words mean something else.
package struct DangerModel: Sendable {
  /// The embedded classifiers; nil only if a table is broken, which a test excludes.
  package static let shared = DangerModel(CoachTable.dangerModel.bytes, categories: CoachTable.categoryModel.bytes)

  /// The margin, with that of a rule, from which a message shows a danger; without a rule, from which one of 8 to 20 words does.
  private static let threshold: Float = 1.0
  /// The margins that a rule counts as, and one of ``facts``, which little else that is said contradicts.
  private static let (rule, fact): (Float, Float) = (2.0, 5)
  /// The addition to the margin of fewer than eight words without a rule: "which laxative is best".
  private static let ofFewWords: Float = 1.3
  /// The share of the table of dangers in the margin; the rest is that of the categories.
  private static let shareOfDangers: Float = 0.7

  /// The categories whose rules read figures or stated conditions.
  private static let facts: Set<SafetyFinding.Category> = [
    .lowSugar, .highSugar, .highPressure, .lowPressure, .fever, .infantFever, .cold, .heartRate, .oxygen, .care,
  ]

  private let dangers, categories: TextClassifier

  /// Reads the tables that `hearth coach-train` writes; nil if one is incomplete.
  package init?(_ table: [UInt8], categories: [UInt8]) {
    guard let dangers = TextClassifier(table), let categories = TextClassifier(categories) else { return nil }
    self.dangers = dangers
    self.categories = categories
  }

  /// Splits a message into the words that the features are made of.
  package static func words(_ text: String) -> [String] { SafetyText(text).words.map(\.text) }

  /// Returns the finding of the rules, unless the words contradict it, or what the words alone show.
  func weighed(_ found: SafetyFinding?, _ words: [Word]) -> SafetyFinding? {
    // What a baby must not get is named in the words of any meal; the tables have no examples of violence.
    guard ![.infant, .violence].contains(found?.category), let whole = weighed(words) else { return found }
    if let found {
      // A danger in one clause of a long message is one whatever the others are about: each clause must contradict a rule.
      let isLong = words.count > 20 || found.category == .selfHarm
      let clauses = isLong ? Dictionary(grouping: words, by: \.clause).values.filter { $0.count > 2 } : []
      let least = Self.threshold - (Self.facts.contains(found.category) ? Self.fact : Self.rule)
      return ([words] + clauses).contains { weighed($0).map { $0.margin >= least } ?? false } ? found : nil
    }
    // A long message has more words that resemble those of a danger by chance, and of a short one a single word decides.
    let limit = Self.threshold + (words.count < 8 ? Self.ofFewWords : min(0.05 * Float(max(0, words.count - 20)), 1.5))
    guard let category = SafetyFinding.Category(rawValue: whole.category), whole.margin >= limit else { return nil }
    return SafetyFinding(category: category, language: SafetyStage.language(words.map(\.text)))
  }

  /// Returns the likeliest category and the margin of a danger.
  private func weighed(_ words: [Word]) -> (category: String, margin: Float)? {
    let texts = words.map(\.text)
    guard let danger = dangers.best(texts), let best = categories.best(texts) else { return nil }
    return (best.name, Self.shareOfDangers * danger.margin + (1 - Self.shareOfDangers) * best.margin)
  }
}
