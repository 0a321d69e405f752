import TextModels

/// The classifier of statements about a diet, learned from messages in seven languages (decision 0055).
package struct StatementModel: Sendable {
  /// The embedded classifier; nil only if its table is broken, which a test excludes.
  static let shared = TextClassifier(CoachTable.statementModel.bytes).map(StatementModel.init)

  /// The person whose restriction a text states: the user or one for whom the user asks, or another one; denied if it ended.
  enum Subject: String { case own, other, denied }

  /// The margins from which a class and the user's own statement count, because a warning too many is better than one too few;
  /// and what "allergic" and its like add to the latter.
  private static let (threshold, ownThreshold, trigger): (Float, Float, Float) = (0, -0.3, 1)
  /// The word before each name of a restriction, by which all names teach the same.
  private static let mark = "@"

  let classifier: TextClassifier

  /// Returns what a part of a text states about the restrictions that it names; nil if nothing.
  func subject(_ part: FoodText.Part, of text: FoodText) -> Subject? {
    if text.has(.eatsAgain), !part.names.isEmpty { return .denied }
    let hasTrigger = part.words.contains { text.entry(.allergyTriggers, at: $0) != nil }
    let advantages = [Subject.own.rawValue: hasTrigger ? Self.trigger : 0]
    let best = classifier.best(Self.words(part, of: text), advantages)
    guard let best, let subject = Subject(rawValue: best.name),
      best.margin >= (subject == .own ? Self.ownThreshold : Self.threshold)
    else { return nil }
    // "No walnuts" must not revoke an allergy; "I have an egg and rice" and "and bananas?" state none.
    let isExplicit = hasTrigger || part.names.contains { DietaryCondition(rawValue: $0.keys[0]) != nil }
    let isAside = text.words.count < 4 && ["and", "or"].contains(text.words.first) || text.has(.ownsFood)
    return (subject == .denied || isAside) && !isExplicit ? nil : subject
  }

  /// Splits a text into the words that the features are made of.
  package static func words(_ text: String) -> [String] {
    let text = FoodText(text)
    return words(text.whole, of: text)
  }

  private static func words(_ part: FoodText.Part, of text: FoodText) -> [String] {
    let named = Set(part.names.map(\.range.lowerBound))
    return part.words.flatMap { named.contains($0) ? [mark, text.written[$0].text] : [text.written[$0].text] }
  }
}
