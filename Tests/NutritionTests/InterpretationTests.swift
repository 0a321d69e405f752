import Testing

@testable import Nutrition

@Suite struct InterpretationTests {
  /// The role of each clause in the chosen interpretation.
  private func roles(_ text: String) -> [String] {
    let segments = Segmenter.segments(Tokenizer.tokens(text), table: .builtIn)
    let best = InterpretationSearch.best(segments, table: .builtIn).found.first
    return best?.steps.map(\.role.rawValue) ?? []
  }

  @Test(arguments: [
    ("2 eggs and a banana", ["item", "item"]), ("tea, without sugar", ["item", "excluded"]),
    ("a burrito filled with beans", ["item", "named"]),
    ("a bagel with cream cheese and jam", ["item", "item", "item"]),
    ("a jelly doughnut and tea, the doughnut was great", ["item", "item", "repetition"]),
    ("200 ml of gatorade, a sports drink", ["item", "repetition"]),
    ("fried rice alongside chicken", ["item", "named"]),
    ("fish with boiled potatoes", ["item", "item"]), ("a latte with milk", ["item", "part"]),
    ("2 eggs, actually 3", ["item", "quantity"]), ("rice, brown", ["item", "named"]),
    ("milk, 200 ml", ["item", "completion"]),
    ("tea or coffee", ["item", "alternative"]), ("a pizza, half of it", ["item", "share"]),
    ("salad (egg, ham)", ["item", "part", "part"]), ("gruffalo", ["unknown"]), ("", []),
  ])
  func findsTheRoleOfEachClause(_ text: String, _ expected: [String]) { #expect(roles(text) == expected) }

  @Test func ranksInterpretationsByScore() {
    let segments = Segmenter.segments(Tokenizer.tokens("a taco filled with beans and 20 g cheese"), table: .builtIn)
    let found = InterpretationSearch.best(segments, table: .builtIn).found
    #expect(found.count > 1)
    #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
  }

  @Test func explainsTheChoice() {
    let text = EmbeddedMealParser().explanation(of: "200 g tofu and a burrito with beans")
    #expect(text.hasPrefix("tokens\n  200 g tofu and a burrito with beans\nspans\n  1 next: 200g | tofu\n"))
    for part in [
      "name \"tofu\" Tofu", "3 addition: beans", "interpretation 1, score ", "2 item Bean Burrito +", "3 named +",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(EmbeddedMealParser().explanation(of: "рис").contains("not supported"))
  }
}
