import HealthModels
import Testing

@testable import Nutrition

@Suite struct NearestNamesTests {
  private static let table = FoodTable(foods: [
    food("Apple"), food("Apple Pie"), food("Apricot"), food("Courgette", "zucchini"), food("Pineapple"),
    food("Pineapple Juice"), food("Tomato"), food("Tomato Soup"),
  ])

  private static func food(_ name: String, _ aliases: String...) -> Food {
    Food(name: name, aliases: aliases, reference: "sr-00001", per100Grams: .zero)
  }

  @Test(arguments: [
    (["pinapple"], 3, ["Pineapple", "Pineapple Juice"]), (["aple"], 1, ["Apple"]), (["aple"], 0, []),
    // A prefix of a word, an alias, and the nearest word.
    (["toma"], 3, ["Tomato", "Tomato Soup"]), (["zuchini"], 3, ["Courgette"]),
    (["tomatoe", "aprikot"], 3, ["Tomato", "Tomato Soup", "Apricot"]),
    // No similar name, and no words.
    (["gruffalo"], 3, []), (["zz"], 3, []), (["x"], 3, []), ([], 3, []),
    ([String(repeating: "a", count: 500)], 3, []),
  ])
  func findsTheNearestNames(_ words: [String], _ limit: Int, _ names: [String]) {
    #expect(NearestNames(table: Self.table).names(of: words, limit: limit) == names)
  }
}
