package import TextModels

/// The classifiers of messages to the coach (decision 0055).
extension TextClassifier {
  /// The plan that a message asks for; nil only if its table is broken, which a test excludes.
  static let plans = TextClassifier(CoachTable.planModel.bytes)
  /// The margins from which a message that asks for something, and one that does not, is taken as a request for a plan.
  static let (planThreshold, planThresholdOfStatements): (Float, Float) = (-1.6, 0.8)
  /// The additions to the margins of the plan that the persona is asked for most, and of the plan that a rule reads.
  static let (advantageOfPersona, advantageOfRule): (Float, Float) = (1.5, 3)

  /// The classifier of messages after a plan: `change` or none. It is nil only if its table is broken.
  static let changes = TextClassifier(CoachTable.changeModel.bytes)

  /// Splits a message into the words that the features are made of.
  package static func words(_ text: String) -> [String] { SafetyText(text).words.map(\.text) }
}
