import TextModels

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

  /// Whether the nearest person before a name is someone else: "my wife is vegan, and I eat meat".
  func isOfOther(_ name: Name) -> Bool {
    let start = name.range.lowerBound
    return words[..<start].indices.suffix(6).reversed().lazy.filter { isTogether($0, start) }.compactMap { index in
      WordList.ownSubjects.contains(words[index]) ? false : entry(.otherPersons, at: index).map { _ in true }
    }.first ?? false
  }
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
    let starts = words.indices.filter { index in
      guard index > 0, isTogether(index, index - 1) else { return true }
      return written[index].clause != written[index - 1].clause && !isList(index, names)
    }
    return zip(starts, starts.dropFirst() + [words.count]).map { start, end in
      Part(words: start..<end, names: names.filter { (start..<end).contains($0.range.lowerBound) })
    }
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
    let triggers = words.indices.filter { entry(.allergyTriggers, at: $0)?.value == "list" }
    return known.filter { !$0.keys.isEmpty } + triggers.flatMap(others)
  }

  /// Reads foods that no table has: "allergic to dragon fruit". The words that end a list of several are English.
  private func others(after trigger: Int) -> [Name] {
    let links = words[(trigger + 1)...].prefix { WordList.allergyLinks.contains($0) || $0 == ":" }
    let isEnglish = SafetyStage.language(written.map(\.text)) == .en
    var found: [Range<Int>] = []
    for index in words[links.endIndex...].indices.prefix(links.isEmpty ? 0 : 24) where isTogether(index, trigger) {
      let word = words[index]
      let isKnown = RestrictedFoods.shared.names.longest(in: words, at: index) != nil
      let ends = isEnglish ? WordList.allergyEnds : WordList.listSeparators
      if ends.contains(word) || isKnown && !isEnglish { break }
      let isFood = !isKnown && word.utf8.count > 2 && written[index].number == nil
      guard isFood, !WordList.noAllergens.contains(word), !WordList.listSeparators.contains(word) else { continue }
      let isOpen = found.last?.count == 1 && found.last?.upperBound == index
      let joins = isOpen && written[index].clause == written[index - 1].clause
      found.append((joins ? found.removeLast().lowerBound : index)..<index + 1)
    }
    return found.map { ([String(words[$0].joined(separator: " ").prefix(40))], $0) }
  }
}
