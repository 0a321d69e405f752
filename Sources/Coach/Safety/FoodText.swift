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

  /// Returns the phrase of a list that stands at an index, with its value.
  func entry(_ list: WordList, at index: Int) -> Phrases.Entry? { list.phrases.longest(in: words, at: index) }

  func has(_ list: WordList) -> Bool { list.phrases.occur(in: words) }
}

/// The names of restrictions in a text.
extension FoodText {
  /// Keys of `allergens.tsv`, conditions, or another food, with the indices of the words.
  typealias Name = (keys: [String], range: Range<Int>)

  /// Words of the text, with the restrictions that they name.
  struct Part {
    var words: Range<Int>
    var names: [Name]
  }

  var whole: Part { Part(words: words.indices, names: names) }

  /// The clauses of the text. A list of names belongs to the clause before it.
  var clauses: [Part] {
    let names = names
    var clauses: [Part] = []
    for index in words.indices {
      let isNew = index == 0 || written[index].clause != written[index - 1].clause
      if isNew, clauses.isEmpty || !isTogether(index, index - 1) || !isList(index, names) {
        clauses.append(Part(words: index..<index, names: []))
      }
      clauses[clauses.count - 1].words = clauses[clauses.count - 1].words.lowerBound..<index + 1
      clauses[clauses.count - 1].names += names.filter { $0.range.lowerBound == index }
    }
    return clauses
  }

  /// Whether a clause from an index on has only names of restrictions and words such as "and".
  private func isList(_ start: Int, _ names: [Name]) -> Bool {
    words[start...].indices.prefix { written[$0].clause == written[start].clause }.allSatisfy { index in
      WordList.listSeparators.contains(words[index]) || names.contains { $0.range.contains(index) }
    }
  }

  private var names: [Name] {
    var known: [Name] = []
    for index in words.indices where index >= known.last?.range.upperBound ?? 0 {
      guard let name = RestrictedFoods.shared.names.longest(in: words, at: index) else { continue }
      known.append((name.value, index..<index + name.phrase.words.count))
    }
    let triggers = words.indices.filter { entry(.allergyTriggers, at: $0) != nil }
    return known.filter { !$0.keys.isEmpty } + triggers.flatMap(others)
  }

  /// Reads foods that no table has: "dragon fruit" in "allergic to dragon fruit, kiwi and eggs".
  private func others(after trigger: Int) -> [Name] {
    let links = words[(trigger + 1)...].prefix { WordList.allergyLinks.contains($0) || $0 == ":" }
    var found: [Range<Int>] = []
    for index in words[links.endIndex...].indices.prefix(links.isEmpty ? 0 : 24) where isTogether(index, trigger) {
      let word = words[index]
      if WordList.allergyEnds.contains(word) || RestrictedFoods.shared.names.longest(in: words, at: index) != nil {
        break
      }
      guard word.utf8.count > 2, !WordList.noAllergens.contains(word), written[index].number == nil else { continue }
      if let last = found.last, last.upperBound == index, last.count < 2,
        written[index].clause == written[index - 1].clause
      {
        found[found.count - 1] = last.lowerBound..<index + 1
      } else {
        found.append(index..<index + 1)
      }
    }
    return found.map { ([String(words[$0].joined(separator: " ").prefix(40))], $0) }
  }
}
