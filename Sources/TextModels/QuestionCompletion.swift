/// A short question that adds to the one before it: "and shrimp?" after "is oatmeal good for cholesterol". Pure; linear in the
/// number of words.
package struct QuestionCompletion: Sendable {
  private static let maxWords = 4

  /// The words that it adds: "shrimp".
  package let added: [String]
  private let question: String

  /// Reads a question; nil if it stands alone.
  /// - Parameters:
  ///   - words: of the short question.
  ///   - isQuestion: whether it has a question mark, without which a word alone is none.
  ///   - question: the words of the one before.
  ///   - isFiller: whether a word may stand in front ("ok", "and").
  ///   - leads: what may follow it ("what about").
  ///   - asks: whether a word begins a question of its own ("why").
  package init?(
    _ words: [String], isQuestion: Bool, after question: String, isFiller: (String) -> Bool, leads: PhraseTable<String>,
    asks: (String) -> Bool
  ) {
    let filled = Array(words.drop(while: isFiller))
    guard !filled.isEmpty else { return nil }
    added = Array(filled.dropFirst(leads.longest(in: filled, at: 0)?.phrase.words.count ?? 0))
    self.question = question
    let isShort = added.count < words.count || added.count < 3 && isQuestion || added.first == "for"
    guard isShort, (1...Self.maxWords).contains(added.count), !added.prefix(1).contains(where: asks) else { return nil }
  }

  /// Returns both questions in one, with a mark: the added words in the place of a part of the first question, or after it.
  package func whole(replacing part: String?) -> String {
    let words = added.joined(separator: " ")
    guard let part, question.contains(part) else { return "\(question) \(words)?" }
    return question.replacing(part, with: words) + "?"
  }
}
