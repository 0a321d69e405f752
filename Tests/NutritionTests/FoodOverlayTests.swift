import HealthModels
import Testing

@testable import Nutrition

@Suite struct FoodOverlayTests {
  static func food(_ name: String, kilocalories: Double, aliases: [String] = [], piece: Double? = nil) -> Food {
    Food(
      name: name, aliases: aliases, reference: "test-\(name)",
      per100Grams: Nutrients(
        energyKilocalories: kilocalories, protein: 1, carbohydrate: 2, fat: 3, fiber: 0, sugar: 0),
      servingMeasure: piece == nil ? nil : .piece, servingGrams: piece ?? 100,
      measures: piece.map { [.piece: $0] } ?? [:])
  }

  static let overlay = FoodOverlay(
    own: FoodLayer([
      food("Grandma's Apple Cake", kilocalories: 301, aliases: ["apfelkuchen"], piece: 90),
      food("Coffee", kilocalories: 55), food("Snack", kilocalories: 444, piece: 40),
      food("Zorblax & Quonk", kilocalories: 123),
    ]),
    imported: FoodLayer([
      food("Cheese, flumbert", kilocalories: 333), food("Egg", kilocalories: 1), food("Coffee", kilocalories: 2),
      food("NUTTY SPREADO", kilocalories: 540),
    ]))

  static let texts: [(String, String, Double)] = [
    ("100 g grandmas apple cake", "Grandma's Apple Cake", 301.0),
    ("2 pieces of Grandma’s apple cake", "Grandma's Apple Cake", 301 * 1.8),
    ("apple cake grandmas, 100g", "Grandma's Apple Cake", 301), ("100g apfelkuchen", "Grandma's Apple Cake", 301),
    ("100g apfelkuhcen", "Grandma's Apple Cake", 301), ("100 g zorblax and quonk", "Zorblax & Quonk", 123),
    ("1 snack", "Snack", 444 * 0.4), ("100 g coffee", "Coffee", 55), ("100 g egg", "Egg", 143),
    ("100g cheese flumbert", "Cheese, flumbert", 333), ("100 g flumbert cheese", "Cheese, flumbert", 333),
    ("50g nutty spreado", "NUTTY SPREADO", 270),
  ]

  /// The server crashed at "cookie double" if a user had a food with that name.
  @Test func ownFoodsMayHaveTheNameOfAnAmount() {
    let overlay = FoodOverlay(own: FoodLayer([Self.food("Double", kilocalories: 50)]), imported: FoodLayer([]))
    guard case .items(let items) = EmbeddedMealParser().parse("cookie double, tea", additionalFoods: overlay) else {
      Issue.record("not read")
      return
    }
    #expect(items.map(\.name).contains("Double"))
  }

  @Test(arguments: texts)
  func ranksCustomFoodsFirstAndImportedFoodsLast(_ text: String, _ name: String, _ kilocalories: Double) throws {
    guard case .items(let items) = EmbeddedMealParser().parse(text, additionalFoods: Self.overlay) else {
      Issue.record("\(text) is not read")
      return
    }
    #expect(items.map(\.name) == [name])
    #expect(abs((items.first?.nutrients.energyKilocalories ?? 0) - kilocalories) < 0.01)
  }

  @Test func knowsThemForThatParseAlone() {
    let parser = EmbeddedMealParser()
    _ = parser.parse("100g zorblax and quonk", additionalFoods: Self.overlay)
    guard case .items(let items) = parser.parse("100g zorblax") else {
      Issue.record("nothing is read")
      return
    }
    #expect(items.map(\.reference) == [""], "a food of another parse was found")
  }

  @Test func correctsWordsThatAreInBothLayers() {
    let overlay = FoodOverlay(own: FoodLayer([Self.food("Broccoli Surprise", kilocalories: 1)]))
    guard case .items(let items) = EmbeddedMealParser().parse("100 g brocoli", additionalFoods: overlay) else {
      Issue.record("the word is not corrected")
      return
    }
    #expect(items.first?.name.contains("Broccoli") == true)
  }

  static let names: [(String, String?)] = [
    ("Cheese, cheddar", "cheddar chees"), ("cheddar cheese", "cheddar chees"), ("Milk 2%", "2% milk"), ("", nil),
    ("a b c d e f g h", nil), ("Mac & Cheese", "chees mac"),
  ]

  @Test(arguments: names)
  func givesOneKeyToOneName(_ name: String, _ key: String?) {
    #expect(FoodKey.of(name: name) == key)
  }

  @Test(arguments: ["120g of Cheese, cheddar", "bread with cheddar cheese and milk", "Cheddar\u{A0}Cheeses"])
  func findsTheKeysOfNamesInTexts(_ text: String) throws {
    let key = try #require(FoodKey.of(name: "cheddar cheese"))
    let keys = FoodKey.candidates(in: text)
    if text.contains(",") {
      #expect(keys.contains("chees") && keys.contains("cheddar"))
    } else {
      #expect(keys.contains(key))
    }
  }

  @Test func boundsTheKeysOfLongTexts() {
    let text = String(repeating: "cheddar cheese mild ", count: 400)
    #expect(FoodKey.candidates(in: text).count <= 7)
    let letters = Array("bcdfghjklmnpqrtvwxyz")
    let words = (0..<2000).map { number in
      let word: [Character] = [letters[number % 20], "a", letters[number / 20 % 20], "a", letters[number / 400 % 20]]
      return String(word)
    }
    #expect(FoodKey.candidates(in: words.joined(separator: " ")).count <= 400 * 7)
  }
}
