/// Foods in addition to the built-in table, hundreds rather than thousands.
package struct FoodLayer: Sendable {
  /// A layer without foods.
  package static let empty = FoodLayer([])

  /// The foods in the order of precedence.
  package let foods: [Food]
  let names: NameIndex

  /// Indexes the foods.
  ///
  /// - Parameters:
  ///   - foods: of two with the same spelling the first is found.
  ///   - isLoose: whether users do not know the names. Such a name never matches across a connector or number of the
  ///     text: "bread and butter" may be the name of a pickle.
  package init(_ foods: [Food], isLoose: Bool = false) {
    var names = NameIndex()
    for (position, food) in foods.enumerated() {
      for spelling in [food.name] + food.aliases {
        let words = Tokenizer.keyStems(spelling)
        names.add(words, food: position, isOrdered: !isLoose || !Self.hasConnectorOrNumber(words))
      }
    }
    self.foods = foods
    self.names = names
  }

  /// Whether the layer has no foods.
  package var isEmpty: Bool { foods.isEmpty }

  private static func hasConnectorOrNumber(_ words: [String]) -> Bool {
    words.contains { $0.utf8.first.map { (0x30...0x39).contains($0) } ?? false || connectors.contains($0) }
  }

  private static let connectors: Set<String> = ["and", "with", "or", "on", "in", "no", "without", "plu"]
}
