/// The foods that are known, indexed by the stems of their names and aliases.
package struct FoodTable: Sendable {
  /// Longest name in words; longer keys are cut off when the table is read.
  static let maxPhraseWords = 7

  /// The built-in foods. What is laid over them is found by `subscript` alone.
  package let foods: [Food]
  /// What is known beside `foods`: positions behind them, first the user's own.
  private(set) var further = FurtherFoods.none
  /// Stems of a name or alias joined by a space, to the position in `foods`.
  private let phrases: [String: Int]
  /// The same with the stems sorted, for "rice brown" and "breast of chicken".
  private let unordered: [String: Int]
  /// Stems that occur in any name, by first letter.
  private let vocabulary: [UInt8: [[UInt8]]]

  package init(foods: [Food]) {
    var phrases: [String: Int] = [:]
    var unordered: [String: Int] = [:]
    var stems: Set<String> = []
    phrases.reserveCapacity(foods.count * 5)
    unordered.reserveCapacity(foods.count * 5)
    for (position, food) in foods.enumerated() {
      for spelling in [food.name] + food.aliases {
        let key = Tokeniser.keyStems(spelling)
        guard !key.isEmpty, key.count <= Self.maxPhraseWords else { continue }
        // The first row wins, so that a clash never depends on hashing; `scripts/check-foods` reports clashes.
        let phrase = key.joined(separator: " ")
        if phrases[phrase] == nil { phrases[phrase] = position }
        let bag = Self.bag(key)
        if unordered[bag] == nil { unordered[bag] = position }
        stems.formUnion(key)
      }
    }
    self.foods = foods
    self.phrases = phrases
    self.unordered = unordered
    var vocabulary: [UInt8: [[UInt8]]] = [:]
    for stem in stems.sorted() where stem.utf8.count >= 3 {
      guard let first = stem.utf8.first else { continue }
      vocabulary[first, default: []].append(Array(stem.utf8))
    }
    self.vocabulary = vocabulary
  }

  /// The same table with other foods beside it.
  package func extended(by further: FurtherFoods) -> FoodTable {
    var table = self
    table.further = further
    return table
  }

  /// The food at a position that a lookup gave.
  subscript(position: Int) -> Food {
    if position < foods.count { return foods[position] }
    let place = position - foods.count
    return place < further.own.foods.count
      ? further.own.foods[place] : further.imported.foods[place - further.own.foods.count]
  }

  /// Whether the food is the user's own.
  func isOwn(_ position: Int) -> Bool {
    position >= foods.count && position < foods.count + further.own.foods.count
  }

  /// The food whose name or alias has exactly these stems in this order.
  func food(_ stems: some Collection<String>) -> Int? {
    let phrase = stems.joined(separator: " ")
    return layered(further.own.food(phrase: phrase), phrases[phrase], further.imported.food(phrase: phrase))
  }

  /// The food whose name or alias has exactly these stems in any order.
  func food(anyOrder stems: [String]) -> Int? {
    guard stems.count <= Self.maxPhraseWords else { return nil }
    let key = further.isEmpty ? "" : FoodKey.of(stems)
    return layered(further.own.food(key: key), unordered[Self.bag(stems)], further.imported.food(key: key))
  }

  /// The user's own food comes first, an imported one last.
  private func layered(_ own: Int?, _ builtIn: Int?, _ imported: Int?) -> Int? {
    own.map { foods.count + $0 } ?? builtIn ?? imported.map { foods.count + further.own.foods.count + $0 }
  }

  /// Stems of any name that begin with `letter`, those of the user's own foods behind the others.
  func vocabulary(_ letter: UInt8) -> [[UInt8]] {
    let builtIn = vocabulary[letter] ?? []
    return further.own.isEmpty ? builtIn : builtIn + (further.own.vocabulary[letter] ?? [])
  }

  /// The longest name that starts at `start` in `stems`: its food and the number of words.
  func longestMatch(_ stems: [String], at start: Int, upTo end: Int) -> (food: Int, length: Int)? {
    var length = min(Self.maxPhraseWords, end - start)
    while length > 0 {
      if let found = food(stems[start..<(start + length)]) { return (found, length) }
      length -= 1
    }
    return nil
  }

  private static func bag(_ stems: [String]) -> String {
    stems.filter { $0 != "of" && $0 != "and" && $0 != "with" }.sorted().joined(separator: " ")
  }
}
