/// A text whose words are in the singular, with misspelt names of restricted foods corrected.
struct FoodText: Sendable {
  let written: [Word]
  let words: [String]

  init(_ text: SafetyText) {
    written = text.words
    words = RestrictedFoods.shared.plain(text.words)
  }

  init(_ text: String) { self.init(SafetyText(text)) }

  func isTogether(_ left: Int, _ right: Int) -> Bool { written[left].sentence == written[right].sentence }

  /// Returns the words directly before `index` in its sentence.
  func before(_ index: Int, _ count: Int) -> [String] {
    words[..<index].indices.suffix(count).filter { isTogether($0, index) }.map { words[$0] }
  }

  /// Returns the words of the sentence of an index.
  func sentence(of index: Int) -> ArraySlice<String> {
    let start = written[..<index].lastIndex { $0.sentence != written[index].sentence }.map { $0 + 1 } ?? 0
    return words[start..<(written[index...].firstIndex { $0.sentence != written[index].sentence } ?? words.count)]
  }

  /// Whether the sentence of an index begins as a question does.
  func startsQuestion(_ index: Int) -> Bool {
    WordList.generalQuestions.contains(written[sentence(of: index).startIndex].text)
  }

  /// Whether the sentence is a general question: "Are people allergic to kiwi?" states nothing.
  func isQuestion(_ index: Int) -> Bool {
    startsQuestion(index) && !WordList.persons.hasAny(written[sentence(of: index).indices].map(\.text))
  }

  /// Returns the words before an index from the last subject of the sentence on, or those of the clause without one: "no
  /// eggs please, I'm" gives "I'm".
  func ownClause(before index: Int) -> ArraySlice<String> {
    let before = words[..<index].indices.suffix(8).filter { isTogether($0, index) }
    let subject = before.last { WordList.subjects.contains(words[$0]) }
    return words[(subject ?? before.first { written[$0].clause == written[index].clause } ?? index)..<index]
  }

  /// Whether a negation precedes an index in its own clause; "I was diagnosed" is none.
  func isDenied(_ index: Int, within count: Int = 4) -> Bool {
    let before = ownClause(before: index).suffix(count)
    return before.contains(where: WordList.denials.contains) && !before.contains(where: WordList.presentMarkers.contains)
  }

  func phrase(_ list: WordList, at index: Int) -> Phrase? { list.phrases.longest(in: words, at: index) }

  /// Returns the value of the row of a list of which a phrase stands at `index`.
  func value(_ list: WordList, at index: Int) -> String? {
    list.values.first { $0.phrases.longest(in: words, at: index) != nil }?.value
  }

  /// Returns the keys of the longest allergen that is named at `index`, with the indices of its words.
  func allergen(at index: Int) -> (keys: [String], range: Range<Int>)? {
    RestrictedFoods.shared.names.longest(at: index, in: words).map { ($0.value, index..<index + $0.phrase.words.count) }
  }

  /// Returns the keys of the longest allergen whose last word stands at `index`, with the indices of its words.
  func allergen(endingAt index: Int) -> (keys: [String], range: Range<Int>)? {
    (max(0, index - 2)..<index + 1).lazy.compactMap { start in
      RestrictedFoods.shared.names.all(at: start, in: words).first { start + $0.phrase.words.count == index + 1 }
        .map { ($0.value, start..<index + 1) }
    }.first
  }
}
