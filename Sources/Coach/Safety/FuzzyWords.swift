import Nutrition

/// Corrects misspelt words to the nearest one of a vocabulary. Words of everyday language are never corrected.
struct FuzzyWords: Sendable {
  static let minLetters = 5

  /// The vocabulary by first letters, which are rarely wrong.
  private let words: [Character?: [String]]
  private let ordinary: Set<String>

  init(_ words: [String], ordinary: Set<String>) {
    self.words = Dictionary(grouping: words, by: \.first)
    self.ordinary = ordinary
  }

  /// Returns the word that `written` is or misspells; nil if there is none, or if several are equally near.
  func meant(_ written: String) -> String? {
    guard !ordinary.contains(written), var nearest = NearestWord(written) else { return nil }
    for word in words[written.first] ?? [] { nearest.consider(word) }
    return nearest.word
  }

  /// Returns the words with those corrected that are unknown; at most `most` of them, which bounds the cost of a text of
  /// misspellings.
  func corrected(_ words: some Sequence<String>, most: Int, where isUnknown: (String) -> Bool) -> [String] {
    var corrections = most
    return words.map { word in
      guard corrections > 0, word.utf8.count >= Self.minLetters, isUnknown(word) else { return word }
      corrections -= 1
      return meant(word) ?? word
    }
  }
}
