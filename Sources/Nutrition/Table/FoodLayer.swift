/// A few foods, indexed by the stems of their names and aliases: what is laid over the built-in table.
///
/// Made for hundreds of foods, not for thousands: it keeps every spelling apart.
package struct FoodLayer: Sendable {
  package static let empty = FoodLayer([])

  package let foods: [Food]
  /// Stems of a name or alias joined by a space, to the position in `foods`.
  private let phrases: [String: Int]
  /// `FoodKey`s, for the same words in another order.
  private let keys: [String: Int]
  /// Stems of three letters and more, by first letter, sorted.
  let vocabulary: [UInt8: [[UInt8]]]

  /// - Parameters:
  ///   - foods: of two with one spelling the first is found by it.
  ///   - isLoose: whether nobody of those who are read has seen the names. Such a name never swallows a joint or a number
  ///     of the text: "bread and butter" may be the name of a pickle.
  package init(_ foods: [Food], isLoose: Bool = false) {
    var phrases: [String: Int] = [:]
    var keys: [String: Int] = [:]
    var stems: Set<String> = []
    for (position, food) in foods.enumerated() {
      for spelling in [food.name] + food.aliases {
        let words = Tokenizer.keyStems(spelling)
        guard !words.isEmpty, words.count <= FoodTable.maxPhraseWords else { continue }
        if !isLoose || !Self.isBold(words) {
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

  package var isEmpty: Bool { foods.isEmpty }

  private static func isBold(_ words: [String]) -> Bool {
    words.contains { $0.utf8.first.map { (0x30...0x39).contains($0) } ?? false || joints.contains($0) }
  }

  private static let joints: Set<String> = ["and", "with", "or", "on", "in", "no", "without", "plu"]

  /// The food whose name or alias has exactly this phrase of stems.
  func food(phrase: String) -> Int? { phrases.isEmpty ? nil : phrases[phrase] }

  /// The food whose name or alias has this `FoodKey`.
  func food(key: String) -> Int? { keys.isEmpty ? nil : keys[key] }
}

/// Foods that one parse knows beside the built-in table.
package struct FoodOverlay: Sendable {
  package static let none = FoodOverlay()

  /// The user's own: where a name is theirs and another food's, theirs is meant.
  package var own: FoodLayer
  /// Those that were imported for everybody on the server: found where no other food has the name.
  package var imported: FoodLayer

  package init(own: FoodLayer = .empty, imported: FoodLayer = .empty) {
    self.own = own
    self.imported = imported
  }

  package var isEmpty: Bool { own.isEmpty && imported.isEmpty }
}
