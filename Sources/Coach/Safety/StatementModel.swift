/// The classifier of statements about a diet, learned from messages in seven languages (decision 0055). It finds a statement
/// that no pattern describes ("mi fa gonfiare la lingua"), and doubts one that is about somebody else.
struct StatementModel: Sendable {
  /// The embedded classifier; nil only if its table is broken, which a test excludes.
  static let shared = TextClassifier(CoachTable.statementModel.bytes).map(StatementModel.init)

  /// The classes: a restriction of the user or of somebody for whom the user asks, one of others, and one that is denied.
  enum Meaning: String, CaseIterable { case own, other, denied }

  /// The margin from which a class counts.
  private static let threshold: Float = 0.5

  let classifier: TextClassifier

  /// Returns what the message states about the foods and conditions that it names; nil if nothing, or in doubt.
  func meaning(_ text: FoodText) -> Meaning? {
    classifier.best(text.written.map(\.text)).flatMap { $0.margin >= Self.threshold ? Meaning(rawValue: $0.name) : nil }
  }
}

extension FoodText {
  /// The allergens that the text names, with the places of their words.
  var namedAllergens: NamedFoods {
    words.indices.reduce(into: NamedFoods()) { found, index in
      if let (keys, length) = allergen(at: index) { found.add(keys, index..<index + length) }
    }
  }

  /// The conditions that the text names.
  var namedConditions: Set<DietaryCondition> {
    Set(words.indices.compactMap { longest(DietaryCondition.names, at: $0)?.0 })
  }
}
