import TextModels

/// Rewrites "shared between 2" and "split with a friend" as "half of it".
enum SharedPortions {
  /// One pass; after such a verb at most a dozen tokens are examined.
  static func rewritten(_ tokens: [Token], table: FoodTable) -> [Token] {
    guard tokens.contains(where: isVerb) else { return tokens }
    var result: [Token] = []
    var share: (people: Double, start: Int, next: Int)?
    var index = 0
    while index < tokens.count {
      if let found = share, found.start == index {
        let people = TextFormat.decimal(found.people)
        result += [.separator, .number(1 / found.people, "1/" + people), .word("of"), .word("it"), .separator]
        (index, share) = (found.next, nil)
        continue
      }
      if share == nil, isVerb(tokens[index]), !isInName(tokens, index, table) {
        share = self.share(tokens, after: index)
      }
      if share == nil || !isVerb(tokens[index]) { result.append(tokens[index]) }
      index += 1
    }
    return result
  }

  /// Whether the verb is part of a food name: "banana split", "split pea soup".
  private static func isInName(_ tokens: [Token], _ index: Int, _ table: FoodTable) -> Bool {
    let stems = Array(tokens[max(0, index - 1)..<min(tokens.count, index + 3)]).stems
    return (0...min(index, 1)).contains { start in
      (table.longestMatch(stems, at: start, upTo: stems.count)?.length ?? 0) > 1
    }
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
    guard let preposition = tokens.word(start), ["between", "with", "by", "among", "amongst"].contains(preposition)
    else { return nil }
    let hasArticle = ["a", "an", "my", "our", "the", "another"].contains(tokens.word(start + 1))
    let index = start + (hasArticle ? 2 : 1)
    let person = tokens.word(index)
    // "with two friends" are three people, "between two" are two.
    let others: Double = preposition == "with" ? 1 : 0
    // Bounded, because the text may have many verbs.
    let rest = Array(tokens.dropFirst(index).prefix(6))
    if let (amount, length) = AmountReader(tokens: rest).amount(at: 0), (1...12).contains(amount.value) {
      let (people, isNamed) = (amount.value + others, isPerson(tokens.word(index + length)))
      guard isNamed || others == 0, people >= 2, people == people.rounded() else { return nil }
      return (people, index + length + (isNamed ? 1 : 0))
    }
    return others == 1 && isPerson(person) && (hasArticle || person?.has(.shareOne) == true) ? (2, index + 1) : nil
  }

  private static func isVerb(_ token: Token) -> Bool { token.text?.has(.shareVerb) == true }

  private static func isPerson(_ one: String?) -> Bool { one.map { $0.has(.shareOne) || $0.has(.sharePeople) } == true }
}
