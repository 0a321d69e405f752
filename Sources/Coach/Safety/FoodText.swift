/// A text whose words are in the singular, in which foods and conditions are read.
struct FoodText: Sendable {
  let written: [Word]
  let words: [String]

  init(_ text: SafetyText) {
    written = text.words
    words = text.words.map { FoodPhrase.singular($0.text) }
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

  /// Returns the words before an index from the last subject of the sentence on, or those of the clause without one:
  /// "no eggs please, I'm" gives "I'm".
  func ownClause(before index: Int) -> ArraySlice<String> {
    let before = words[..<index].indices.suffix(8).filter { isTogether($0, index) }
    let subject = before.last { WordList.subjects.contains(words[$0]) }
    return words[(subject ?? before.first { written[$0].clause == written[index].clause } ?? index)..<index]
  }

  /// Whether a negation precedes an index in its own clause; "I was diagnosed" is none.
  func isDenied(_ index: Int, within count: Int = 4) -> Bool {
    let before = ownClause(before: index).suffix(count)
    let isPresent = before.contains(where: WordList.presentMarkers.contains)
    return !isPresent && before.contains(where: WordList.denials.contains)
  }

  /// Returns the phrase of a list that stands at an index, with its value.
  func entry(_ list: WordList, at index: Int) -> Phrases.Entry? { list.phrases.longest(in: words, at: index) }

  /// The keys of a food in a text, with the indices of its words.
  typealias NamedFood = (keys: [String], range: Range<Int>)

  /// Returns the longest allergen that is named at `index`.
  func allergen(at index: Int) -> NamedFood? {
    RestrictedFoods.shared.names.longest(in: words, at: index).map { name in
      (name.value, index..<index + name.phrase.words.count)
    }
  }

  /// Returns the longest allergen whose last word stands at `index`.
  func allergen(endingAt index: Int) -> NamedFood? {
    (max(0, index - 2)..<index + 1).lazy.compactMap { start in
      RestrictedFoods.shared.names.all(at: start, in: words).first { start + $0.phrase.words.count == index + 1 }
        .map { ($0.value, start..<index + 1) }
    }.first
  }
}
