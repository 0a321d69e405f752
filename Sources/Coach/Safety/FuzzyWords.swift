import Nutrition

/// Corrects misspelt words to the nearest one of a vocabulary.
struct FuzzyWords: Sendable {
  /// The vocabulary by first letters, which are rarely wrong.
  private let words: [Character?: [String]]

  init(_ words: some Sequence<String>) { self.words = Dictionary(grouping: words, by: \.first) }

  /// Returns the words with those corrected that are unknown and resemble one word only; at most `most` of them, which
  /// bounds the cost of a text of misspellings.
  func corrected(_ words: some Sequence<String>, most: Int, where isUnknown: (String) -> Bool) -> [String] {
    var corrections = most
    return words.map { word in
      guard corrections > 0, isUnknown(word), var nearest = NearestWord(word) else { return word }
      corrections -= 1
      for other in self.words[word.first] ?? [] { nearest.consider(other) }
      return nearest.word ?? word
    }
  }
}
