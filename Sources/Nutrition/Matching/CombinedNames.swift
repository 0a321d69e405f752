/// Finds foods whose name has words of several segments ("coffee", "with milk").
struct CombinedNames {
  let table: FoodTable

  /// The food that both phrases name together. Its name has all words of the name in `first`, at least one of the last
  /// `added` words of `second`, and is a kind of the food in `first`.
  func food(_ first: [SegmentWord], _ second: [SegmentWord], added: Int) -> Int? {
    let (base, context) = (first.flatMap(\.parts), second.dropLast(added).flatMap(\.parts))
    let words = base + context + second.suffix(added).flatMap(\.parts)
    guard words.count <= 24 else { return nil }
    let stems = words.map(\.stem)
    guard let match = NameScanner(table: table).scan(Array(stems[..<base.count]), base).matches.last else {
      return nil
    }
    let required = match.range.filter { !Self.functionWords.contains(stems[$0]) }
    let optional = words.indices.reversed().filter {
      !match.range.contains($0) && (!Lexicon.isNarration(words[$0].text) || Lexicon.isOrigin(words[$0].text))
    }
    let known = Array(stems[match.range])
    if let name = NameSearch(table, stems: stems).longest(
      required: required, optional: optional, least: required.count + 1),
      name.positions.contains(where: { $0 >= base.count + context.count }),
      isKind(table[name.food], of: known, words: name.positions.map { stems[$0] })
    {
      return name.food
    }
    // "homemade pasta with tomato sauce": the longer name may lack the modifiers of the shorter one.
    guard let head = required.last, required.count > 1, required.dropLast().allSatisfy({ isModifier(words[$0]) })
    else { return nil }
    if let food = foodWithConnector(stems[head], Array(stems[base.count...])) { return food }
    guard
      let name = NameSearch(table, stems: stems).longest(required: [head], optional: optional, least: 2),
      name.positions.contains(where: { $0 >= base.count + context.count })
    else { return nil }
    return isKind(table[name.food], of: [stems[head]], words: name.positions.map { stems[$0] }) ? name.food : nil
  }

  /// The food whose name ends in the last word of `last` and has words of every phrase before it.
  func food(namedByAll before: [[SegmentWord]], _ last: [SegmentWord]) -> Int? {
    let phrases = before.map { $0.flatMap(\.parts) }
    let words = phrases.flatMap(\.self) + last.flatMap(\.parts)
    guard words.count <= 16, let head = words.indices.last else { return nil }
    let optional = words.indices.dropLast().reversed().filter { !isModifier(words[$0]) }
    let search = NameSearch(table, stems: words.map(\.stem))
    guard let name = search.longest(required: [head], optional: Array(optional), least: before.count + 1) else {
      return nil
    }
    var start = 0
    for phrase in phrases {
      guard name.positions.contains(where: (start..<(start + phrase.count)).contains) else { return nil }
      start += phrase.count
    }
    return name.food
  }

  /// The food named by the head, a connector, and the other words.
  private func foodWithConnector(_ head: String, _ others: [String]) -> Int? {
    guard !others.isEmpty, others.count < FoodTable.maxPhraseWords - 1 else { return nil }
    return ["with", "in", "and"].lazy.compactMap { table.food([head, $0] + others) }.first
  }

  private func isModifier(_ word: SegmentWord) -> Bool {
    Lexicon.isNarration(word.text) || Lexicon.isDescriptor(word.text)
  }

  /// Whether the food named by `words` is a kind of the food named by `base`: "ham sandwich" is a sandwich, "sandwich
  /// ham" is not; "mac and cheese with ham" begins with its kind.
  private func isKind(_ food: Food, of base: [String], words: [String]) -> Bool {
    let wanted = Set(words)
    let head = base.prefix { !Self.prepositions.contains($0) }.last
    return ([food.name] + food.aliases).contains { spelling in
      let stems = Tokenizer.keyStems(spelling)
      guard Set(stems).subtracting(Self.functionWords) == wanted else { return false }
      return stems.prefix { !Self.functionWords.contains($0) }.last == head || stems.last == head
        || begins(stems, with: base)
    }
  }

  /// Whether the name is the base followed by a function word, or begins with a base that contains one.
  private func begins(_ stems: [String], with base: [String]) -> Bool {
    guard stems.count > base.count, stems.starts(with: base) else { return false }
    return Self.functionWords.contains(stems[base.count]) || base.contains { Self.functionWords.contains($0) }
  }

  private static let prepositions: Set<String> = ["with", "in", "on"]
  private static let functionWords: Set<String> = ["and", "with", "of", "in", "on"]
}
