/// The foods that are known, indexed by the stems of their names and aliases.
package struct FoodTable: Sendable {
  /// Longest name in words; longer keys are cut off when the table is read.
  static let maxPhraseWords = 7

  package let foods: [Food]
  /// Stems of a name or alias joined by a space, to the position in `foods`.
  private let phrases: [String: Int]
  /// The same with the stems sorted, for "rice brown" and "breast of chicken".
  private let unordered: [String: Int]
  /// Stems that occur in any name, by first letter.
  let vocabulary: [UInt8: [[UInt8]]]

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

  /// The food whose name or alias has exactly these stems in this order.
  func food(_ stems: some Collection<String>) -> Int? {
    phrases[stems.joined(separator: " ")]
  }

  /// The food whose name or alias has exactly these stems in any order.
  func food(anyOrder stems: [String]) -> Int? {
    stems.count <= Self.maxPhraseWords ? unordered[Self.bag(stems)] : nil
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
