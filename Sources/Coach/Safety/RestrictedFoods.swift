/// The foods of all restrictions.
struct RestrictedFoods: Sendable {
  /// A food of a text that a restriction excludes.
  struct Mention: Sendable, Equatable {
    var key: String
    var range: Range<Int>
  }

  static let shared = RestrictedFoods()

  /// The keys of the allergens of each name that users state.
  let names: PhraseTable<[String]>
  let keys: Set<String>
  /// The foods of each restriction, and the exceptions that only sound like one.
  private let foods: PhraseTable<(key: String, isFood: Bool)>

  private init() {
    let all = Restriction.allergens + Restriction.ofConditions
    foods = PhraseTable(
      all.flatMap { rule in
        rule.foods.map { (FoodPhrase.phrase($0), (key: rule.key, isFood: true)) }
          + rule.exceptions.map { (FoodPhrase.phrase($0), (key: rule.key, isFood: false)) }
      })
    let named = Restriction.allergens.flatMap { rule in rule.names.map { (FoodPhrase.words($0), rule.key) } }
    names = PhraseTable(Dictionary(grouping: named, by: \.0).map { (Phrase($0.key), $0.value.map(\.1)) })
    keys = Set(all.map(\.key))
  }

  /// Returns the foods of these restrictions in the order of the text, the longest first, without exceptions. A key that
  /// the tables do not have is the name of a food itself.
  func mentions(of wanted: Set<String>, in words: [String]) -> [Mention] {
    let others = PhraseTable(
      wanted.subtracting(keys).map { (phrase: FoodPhrase.phrase($0), value: (key: $0, isFood: true)) })
    var mentions: [Mention] = []
    var excepted: [String: Set<Int>] = [:]
    for index in words.indices {
      let named = foods.all(at: index, in: words).filter { wanted.contains($0.value.key) }
      for (phrase, (key, isFood)) in named + others.all(at: index, in: words) {
        let range = index..<index + phrase.words.count
        if isFood { mentions.append(Mention(key: key, range: range)) }
        if !isFood { excepted[key, default: []].formUnion(range) }
      }
    }
    return mentions.filter { excepted[$0.key]?.isSuperset(of: $0.range) != true }.sorted { left, right in
      (left.range.lowerBound, right.range.upperBound, left.key)
        < (right.range.lowerBound, left.range.upperBound, right.key)
    }
  }
}
