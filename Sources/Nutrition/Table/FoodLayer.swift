/// Foods in addition to the built-in table, indexed by the stems of their names and aliases.
///
/// Designed for hundreds of foods, not thousands: every spelling is a string of its own.
package struct FoodLayer: Sendable {
  /// A layer without foods.
  package static let empty = FoodLayer([])

  /// The foods in the order of precedence.
  package let foods: [Food]
  /// Positions in `foods` by the stems of a name or alias, joined by spaces.
  private let phrases: [String: Int]
  /// Positions in `foods` by `FoodKey`, for words in another order.
  private let keys: [String: Int]
  /// Stems of at least three letters by first letter, sorted.
  let vocabulary: [UInt8: [[UInt8]]]

  /// Indexes the foods.
  ///
  /// - Parameters:
  ///   - foods: of two with the same spelling the first is found.
  ///   - isLoose: whether users do not know the names. Such a name never matches across a connector or number of the
  ///     text: "bread and butter" may be the name of a pickle.
  package init(_ foods: [Food], isLoose: Bool = false) {
    var phrases: [String: Int] = [:]
    var keys: [String: Int] = [:]
    var stems: Set<String> = []
    for (position, food) in foods.enumerated() {
      for spelling in [food.name] + food.aliases {
        let words = Tokenizer.keyStems(spelling)
        guard !words.isEmpty, words.count <= FoodTable.maxPhraseWords else { continue }
        if !isLoose || !Self.hasConnectorOrNumber(words) {
          let phrase = words.joined(separator: " ")
          phrases[phrase] = phrases[phrase] ?? position
        }
        let key = FoodKey.of(words)
        keys[key] = keys[key] ?? position
        stems.formUnion(words)
      }
    }
    self.foods = foods
    self.phrases = phrases
    self.keys = keys
    var vocabulary: [UInt8: [[UInt8]]] = [:]
    for stem in stems.sorted() where stem.utf8.count >= 3 {
      guard let first = stem.utf8.first else { continue }
      vocabulary[first, default: []].append(Array(stem.utf8))
    }
    self.vocabulary = vocabulary
  }

  /// Whether the layer has no foods.
  package var isEmpty: Bool { foods.isEmpty }

  private static func hasConnectorOrNumber(_ words: [String]) -> Bool {
    words.contains { $0.utf8.first.map { (0x30...0x39).contains($0) } ?? false || connectors.contains($0) }
  }

  private static let connectors: Set<String> = ["and", "with", "or", "on", "in", "no", "without", "plu"]

  /// Position of the food whose name or alias has exactly these stems, joined by spaces.
  func food(phrase: String) -> Int? { phrases.isEmpty ? nil : phrases[phrase] }

  /// Position of the food whose name or alias has this `FoodKey`.
  func food(key: String) -> Int? { keys.isEmpty ? nil : keys[key] }
}
