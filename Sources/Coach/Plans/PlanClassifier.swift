extension TextClassifier {
  /// The plan that a message asks for (decision 0055); nil only if its table is broken, which a test excludes.
  static let plans = TextClassifier(CoachTable.planModel.bytes)
  /// The margin from which a message is taken as a request.
  static let planThreshold: Float = -0.5
}
