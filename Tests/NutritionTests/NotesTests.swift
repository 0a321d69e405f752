import Testing

@testable import Nutrition

@Suite struct NotesTests {
  private func items(_ text: String) -> [ParsedItem] {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return [] }
    return items
  }

  @Test(arguments: [
    ("banana", "assumed 1 medium, 118 g"), ("2-3 eggs", "2 to 3 taken as 2.5"),
    ("a couple of eggs", "\"a couple\" taken as 2"), ("tea or coffee", "or Coffee"),
    ("salad, no dressing", "without dressing"),
    ("2 eggs and a gruffalo", "\"gruffalo\" was not recognised"),
    ("a gruffalo and 2 eggs", "\"gruffalo\" was not recognised"),
    ("chiken breast 100g", "\"chiken\" read as Chicken Breast"), ("0 eggs", "amount is zero"),
    ("1e308 eggs", "not a plausible amount"), ("4 kg rice", "unusually large"),
    ("kale pancakes", "\"kale\" not taken into account"),
  ])
  func saysWhatWasAssumed(_ text: String, _ note: String) {
    let notes = items(text).map(\.notes).joined(separator: " | ")
    #expect(notes.contains(note), "\(notes)")
  }

  @Test func trustsWeightsMoreThanGuesses() {
    let confidence = ["120g rice", "1 cup rice", "rice", "1e308 eggs"].map {
      items($0).first?.confidence ?? -1
    }
    #expect(confidence == confidence.sorted(by: >), "\(confidence)")
    #expect(confidence.allSatisfy { (0...1).contains($0) })
  }

  @Test(arguments: ["beer", "2 cups of coffee", "250 ml milk", "orange juice"])
  func tellsDrinks(_ text: String) { #expect(items(text).first?.isDrink == true) }

  @Test func tellsWater() {
    #expect(items("a glass of water").first?.kind == .water)
    #expect(items("toast").first?.isDrink == false)
  }

  @Test(arguments: ["xyz123abc", "asdf qwer", "I had a lovely day", "12345", "for breakfast", "my car and a gruffalo"])
  func inventsNoFood(_ text: String) {
    guard case .failure(let reason, let suggestions) = EmbeddedMealParser().parse(text) else {
      Issue.record("found food in \(text)")
      return
    }
    #expect(!reason.isEmpty && suggestions.count >= 3)
  }

  @Test func suggestsNearFoods() {
    guard case .failure(_, let suggestions) = EmbeddedMealParser().parse("pineaple juyce drnk zpinach") else { return }
    #expect(suggestions.first?.hasPrefix("Did you mean") == true)
  }

  @Test func sumsItems() {
    let totals = NutrientTotals(items("100g rice and 100g chicken breast"))
    #expect(totals.grams == 200)
    #expect(abs(totals.nutrients.energyKilocalories - 295) < 0.001)
    #expect(NutrientTotals().nutrients == .zero)
  }
}
