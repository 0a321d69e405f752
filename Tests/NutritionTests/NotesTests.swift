import HealthModels
import Testing

@testable import Nutrition

@Suite struct NotesTests {
  private func items(_ text: String) -> [ParsedItem] {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return [] }
    return items
  }

  @Test(arguments: [
    ("4 large or 6 small leeks", "the first of two amounts is counted"),
    ("banana", "assumed 1 medium, 118 g"), ("2-3 eggs", "2 to 3 taken as 2.5"),
    ("a couple of eggs", "\"a couple\" taken as 2"), ("tea or coffee", "or Coffee"),
    ("salad, no dressing", "without dressing"),
    ("2 eggs and a gruffalo", "\"gruffalo\" was not recognised"),
    ("a gruffalo and 2 eggs", "\"gruffalo\" was not recognised"),
    ("chiken breast 100g", "\"chiken\" read as Chicken Breast"), ("0 eggs", "amount is zero"),
    ("99999999 eggs", "not a plausible amount"), ("4 kg rice", "unusually large"),
    ("kale pancakes", "\"kale\" not taken into account"),
  ])
  func notesAssumptions(_ text: String, _ note: String) {
    let notes = items(text).map(\.notes).joined(separator: " | ")
    #expect(notes.contains(note), "\(notes)")
  }

  @Test func trustsWeightsMoreThanGuesses() {
    let confidence = ["120g rice", "1 cup rice", "rice", "99999999 eggs"].map {
      items($0).first?.confidence ?? -1
    }
    #expect(confidence == confidence.sorted(by: >), "\(confidence)")
    #expect(confidence.allSatisfy { (0...1).contains($0) })
  }

  @Test(arguments: ["beer", "2 cups of coffee", "250 ml milk", "orange juice"])
  func recognizesDrinks(_ text: String) { #expect(items(text).first?.isDrink == true) }

  @Test func recognizesWater() {
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

  @Test(arguments: [
    // Unknown words with an amount are probably food and are an item.
    ("200 g zorblax", ["Zorblax 200g 200"]), ("2 eggs, 200 g zorblax", ["Egg 2 pieces 100", "Zorblax 200g 200"]),
    ("zorblax 200 g", ["Zorblax 200g 200"]), ("3 gruffalos", ["Gruffalos 3 servings 300"]),
    ("a bowl of gruffalo", ["Gruffalo 1 bowl 100"]),
    ("half a cup of zorblax and toast", ["Zorblax 0.5 cup 71", "Toast"]),
    ("99999999 zorblax", ["Zorblax 1000000 servings 5000"]), ("2 kg zorblax", ["Zorblax 2kg 2000"]),
    // Unknown words without a quantity, and counted nouns that are no food, are in the notes.
    ("2 eggs and a gruffalo", ["Egg 2 pieces 100"]), ("2 eggs after 3 hours", ["Egg 2 pieces 100"]),
    ("2 eggs or 3 gruffalos", ["Egg 2 pieces 100"]), ("2 eggs, no 3 gruffalos", ["Egg 2 pieces 100"]),
    ("xyz123abc", []), ("gruffalo", []), ("gruffalo 3 zorblax", []), ("gruffalo 300 g zorblax", ["Gruffalo 300g 300"]),
  ])
  func showsUnknownFoodsThatHaveAnAmount(_ text: String, _ wanted: [String]) {
    let found = items(text).map { "\($0.name) \($0.quantityText) \(Int($0.grams.rounded()))" }
    #expect(found.count == wanted.count && zip(found, wanted).allSatisfy { $0.hasPrefix($1) }, "\(found)")
  }

  @Test func countsNoNutrientsForUnknownFoods() throws {
    let item = try #require(items("200 g brocc").first)
    #expect(item.nutrients == .zero && item.confidence <= 0.1 && item.reference.isEmpty)
    #expect(item.notes.hasPrefix("not a known food: no nutrients are counted for it; did you mean Broccoli"))
  }

  @Test func asksForFewOfManyUnknownFoods() {
    let text = (0..<40).map { "20 g pineapplo\(UnicodeScalar(UInt8(97 + $0 % 26)))" }.joined(separator: ", ")
    #expect(items(text).count == 40)
    #expect(items(text).count { $0.notes.contains("did you mean") } <= 5)
  }
}
