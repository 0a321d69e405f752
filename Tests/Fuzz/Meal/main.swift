// The meal parser: any text gives either a reason with suggestions or items with plausible nutrients. The result is
// deterministic and does not depend on surrounding white space.
import FuzzSupport
import Glibc
import HealthModels

@testable import Nutrition

let parser = EmbeddedMealParser()

func check(_ item: ParsedItem) {
  let nutrients = item.nutrients
  let figures = [
    nutrients.energyKilocalories, nutrients.protein, nutrients.carbohydrate, nutrients.fat, nutrients.fiber,
    nutrients.sugar,
  ]
  require((0...PortionResolver.maxGrams).contains(item.grams), "\(item.name) of \(item.grams) g")
  // A gram of food has at most 9 kcal, and a food has no more of a nutrient than its weight.
  require(nutrients.energyKilocalories <= item.grams * 9.1 + 1, "\(item.name) of \(nutrients.energyKilocalories) kcal")
  require(figures.allSatisfy { $0.isFinite && $0 >= 0 }, "\(item.name) with \(figures)")
  require(figures.dropFirst().allSatisfy { $0 <= item.grams * 1.01 + 0.1 }, "\(item.name) with \(figures)")
  require(item.quantityValue.isFinite && item.quantityValue >= 0, "\(item.quantityValue) of \(item.name)")
  require((0...1).contains(item.confidence), "a confidence of \(item.confidence)")
  require(item.notes.utf8.count < 4000 && !item.name.isEmpty, "a text over its bounds")
  require(item.name.count <= 200 && item.unit.count <= 50, "a name over its bounds")
}

exit(
  fuzz { input in
    let text = String(decoding: input, as: UTF8.self)
    let parse = parser.parse(text)
    require(parser.parse(text) == parse, "one text, two meals")
    switch parse {
    case .failure(let reason, let suggestions):
      require(!reason.isEmpty && !suggestions.isEmpty, "a failure without reason or suggestions")
      require(reason.utf8.count < 4000 && suggestions.count <= 10, "a failure over its bounds")
    case .items(let items):
      require((1...EmbeddedMealParser.maxItems).contains(items.count), "\(items.count) items")
      for item in items { check(item) }
      require(items.reduce(0) { $0 + $1.grams }.isFinite, "a weight that is not plausible")
      guard text.utf8.count + 2 <= EmbeddedMealParser.maxTextBytes else { return }
      require(parser.parse(" \(text)\n") == parse, "white space changes the meal")
    }
  })
