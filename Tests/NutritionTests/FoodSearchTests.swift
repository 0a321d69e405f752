import HealthModels
import Testing

@testable import Nutrition

/// Search and look-up by name in a small table of its own.
@Suite struct FoodSearchTests {
  private static let table = FoodTable(foods: [
    food("Brown Rice", "whole grain rice"), food("Chicken Breast", "breast of chicken", "grilled chicken"),
    food("Chicken Soup"), food("Crème Brûlée", "creme brulee"), food("Fried Chicken Breast"), food("Rice"),
    food("Rice Pudding", "milk rice"),
  ])

  private static func food(_ name: String, _ aliases: String...) -> Food {
    Food(name: name, aliases: aliases, reference: "sr-00001", per100Grams: .zero)
  }

  @Test(arguments: [
    // The shortest names come first, ties in the order of the table.
    ("rice", 10, ["Rice", "Brown Rice", "Rice Pudding"]),
    ("chicken", 10, ["Chicken Breast", "Chicken Soup", "Fried Chicken Breast"]),
    ("chicken", 2, ["Chicken Breast", "Chicken Soup"]), ("chicken", 0, []), ("chicken", -1, []),
    // Every word must match, in any order and number.
    ("breast chicken", 10, ["Chicken Breast", "Fried Chicken Breast"]), ("chickens", 1, ["Chicken Breast"]),
    ("chicken rice", 10, []), ("rice rice", 1, ["Rice"]),
    // Aliases and accents count.
    ("GRAIN", 10, ["Brown Rice"]), ("creme", 10, ["Crème Brûlée"]), ("BRÛLÉE", 10, ["Crème Brûlée"]),
    // Without words.
    ("", 10, []), ("  \n", 10, []), ("?!", 10, []), ("zzz", 10, []),
  ])
  func findsFoodsWithEveryWord(_ text: String, _ limit: Int, _ names: [String]) {
    #expect(Self.table.search(text, limit: limit).map(\.name) == names)
  }

  @Test(arguments: [
    // Complete words before beginnings, names without further words before others.
    ("chick", ["Chick Peas", "Chicken", "Grilled Chicken", "Chicken Breast Roll", "Chicken Soup"]),
    ("ban", ["Banana", "Banana Bread"]), ("banana", ["Banana", "Banana Bread"]), ("bananas b", ["Banana Bread"]),
    // Plain foods before dishes.
    ("c", ["Cherry", "Chicken", "Chick Peas", "Grilled Chicken", "Chicken Breast Roll", "Chicken Soup"]),
    // Stems are not in the way: those of berries and cherry are "berri" and "cherri".
    ("berr", ["Berries"]), ("berrie", ["Berries"]), ("berry", ["Berries"]), ("cherr", ["Cherry"]),
    // Only the last word is incomplete, and a connecting word is not.
    ("chic soup", []), ("soup chic", ["Chicken Soup"]), ("soup of", ["Chicken Soup"]), ("zz", []), ("", []),
  ])
  func takesTheLastWordAsABeginning(_ text: String, _ names: [String]) {
    func food(_ name: String, _ category: String = "meat") -> Food {
      Food(name: name, category: category, reference: "sr-00001", per100Grams: .zero)
    }
    let table = FoodTable(foods: [
      food("Banana"), food("Banana Bread"), food("Berries"), food("Cherry"), food("Chick Peas"), food("Chicken"),
      food("Chicken Breast Roll"), food("Chicken Soup", "soup"), food("Grilled Chicken"),
    ])
    #expect(table.positions(FoodQuery(text)).map { table.foods[$0].name } == names)
  }

  @Test func limitsTheLengthOfASearchQuery() {
    let long = String(repeating: "rice ", count: 40) + String(repeating: "zzz ", count: 100_000)
    #expect(Self.table.search(long, limit: 1).map(\.name) == ["Rice"])
  }

  @Test(arguments: [
    ("rice", "Rice"), ("Rice, brown", "Brown Rice"), ("chicken breasts", "Chicken Breast"),
    ("Breast of Chicken", "Chicken Breast"), ("milk rice", "Rice Pudding"), ("creme brulee", "Crème Brûlée"),
  ])
  func knowsAFoodByItsNamesInAnyOrder(_ name: String, _ food: String) {
    #expect(Self.table.food(matching: name)?.name == food)
  }

  @Test(arguments: ["", "chicken", "chicken breast and rice soup", "!", "brown", "rice rice", "🍚"])
  func knowsNoFoodByAPartOfANameOrByMore(_ name: String) {
    #expect(Self.table.food(matching: name) == nil)
  }
}
