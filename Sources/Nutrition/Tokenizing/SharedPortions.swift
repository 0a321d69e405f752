/// Rewrites "shared between 2" and "split with a friend" as "half of it".
enum SharedPortions {
  /// One pass; after such a verb at most a dozen tokens are examined.
  static func rewritten(_ tokens: [Token], table: FoodTable) -> [Token] {
    guard tokens.contains(where: { verbs.contains($0.text ?? "") }) else { return tokens }
    var result: [Token] = []
    var share: (people: Double, start: Int, next: Int)?
    var index = 0
    while index < tokens.count {
      if let found = share, found.start == index {
        result += [
          .separator, .number(1 / found.people, "1/" + NumberFormat.text(found.people)), .word("of"), .word("it"),
          .separator,
        ]
        index = found.next
        share = nil
        continue
      }
      if share == nil, verbs.contains(tokens[index].text ?? ""), !isInName(tokens, index, table) {
        share = self.share(tokens, after: index)
      }
      if share == nil || !verbs.contains(tokens[index].text ?? "") { result.append(tokens[index]) }
      index += 1
    }
    return result
  }

  /// Whether the verb is part of a food name: "banana split", "split pea soup".
  private static func isInName(_ tokens: [Token], _ index: Int, _ table: FoodTable) -> Bool {
    let stems = tokens[max(0, index - 1)..<min(tokens.count, index + 3)].map { $0.stem ?? "\u{0}" }
    let place = index == 0 ? 0 : 1
    return (table.longestMatch(stems, at: place, upTo: stems.count)?.length ?? 0) > 1
      || place == 1 && (table.longestMatch(stems, at: 0, upTo: stems.count)?.length ?? 0) > 1
  }

  /// The phrase that says with whom, directly after the verb or after the shared food.
  private static func share(_ tokens: [Token], after verb: Int) -> (people: Double, start: Int, next: Int)? {
    for start in (verb + 1)..<max(verb + 1, min(tokens.count, verb + 12)) {
      guard tokens[start] != .separator else { return nil }
      if let found = share(tokens, start) { return (found.people, start, found.next) }
    }
    return nil
  }

  private static func share(_ tokens: [Token], _ start: Int) -> (people: Double, next: Int)? {
    guard let preposition = tokens[start].text,
      ["between", "with", "by", "among", "amongst"].contains(preposition)
    else { return nil }
    var index = start + 1
    func word(_ index: Int) -> String? { index < tokens.count ? tokens[index].text : nil }
    var isOne = false
    if ["a", "an", "my", "our", "the", "another"].contains(word(index) ?? "") {
      isOne = true
      index += 1
    }
    // "with two friends" are three people, "between two" are two.
    let others: Double = preposition == "with" ? 1 : 0
    if let count = number(index < tokens.count ? tokens[index] : nil), (1...12).contains(count) {
      let isNamed = people.contains(word(index + 1) ?? "")
      guard isNamed || others == 0, count + others >= 2 else { return nil }
      return (count + others, index + (isNamed ? 2 : 1))
    }
    guard others == 1, people.contains(word(index) ?? ""), isOne || alone.contains(word(index) ?? "") else {
      return nil
    }
    return (2, index + 1)
  }

  private static func number(_ token: Token?) -> Double? {
    switch token {
    case .number(let value, _) where value == value.rounded(): value
    case .word(let word): AmountReader.numbers[word]
    default: nil
    }
  }

  private static let verbs = Lexicon.words("share-verb")
  private static let alone = Lexicon.words("share-one")
  private static let people = alone.union(Lexicon.words("share-people"))
}
