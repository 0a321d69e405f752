/// The classifier of statements about a diet, learned from messages in seven languages (decision 0055). It finds a statement
/// that no pattern describes: "mi fa gonfiare la lingua".
struct StatementModel: Sendable {
  /// The embedded classifier; nil only if its table is broken, which a test excludes.
  static let shared = TextClassifier(CoachTable.statementModel.bytes).map(StatementModel.init)

  /// The person whose restriction a message states: the user or one for whom the user asks, or another one. The table has
  /// `denied` as well.
  enum Subject: String { case own, other }

  /// The margin from which a class counts: a warning too many is better than one too few.
  private static let threshold: Float = 0

  let classifier: TextClassifier

  /// Returns whose restriction the message states, which is that of the foods and conditions that it names; nil if none.
  func subject(_ text: FoodText) -> Subject? {
    classifier.best(text.written.map(\.text)).flatMap { $0.margin >= Self.threshold ? Subject(rawValue: $0.name) : nil }
  }
}

extension FoodText {
  /// The allergens that the text names.
  var namedAllergens: [NamedFood] { words.indices.compactMap(allergen(at:)) }

  /// The conditions that the text names.
  var namedConditions: Set<DietaryCondition> {
    Set(words.indices.compactMap { DietaryCondition.names.longest(in: words, at: $0)?.value })
  }
}
