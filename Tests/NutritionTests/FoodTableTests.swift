import Testing

@testable import Nutrition

@Suite struct FoodTableTests {
  @Test func everyBuiltInRowIsReadable() throws {
    let table = try FoodTable.checkedBuiltIn()
    #expect(table.foods.count >= 400)
    #expect(
      table.foods.map(\.name)
        == table.foods.map(\.name).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
  }

  @Test func everyNameAndAliasFindsItsFood() {
    let table = FoodTable.builtIn
    for (position, food) in table.foods.enumerated() {
      for spelling in [food.name] + food.aliases {
        #expect(table.food(Tokeniser.keyStems(spelling)) == position, "\(spelling)")
      }
    }
  }

  @Test func everyNameIsReadAsThatFood() {
    let parser = EmbeddedMealParser()
    for food in FoodTable.builtIn.foods {
      guard case .items(let items) = parser.parse("100 g " + food.name) else {
        Issue.record("\(food.name) is not read")
        continue
      }
      #expect(items.map(\.name) == [food.name])
      #expect(items.first?.grams == 100, "\(food.name)")
    }
  }

  /// Figures that people know, to notice a shifted column or a wrong reference.
  @Test(arguments: [
    ("Chicken Breast", "sr-05064", 165.0, 31.0), ("Raw Chicken Breast", "sr-05062", 120, 22.5),
    ("Raw Broccoli", "sr-11090", 34, 2.8), ("Olive Oil", "sr-04053", 884, 0), ("Egg", "sr-01123", 143, 12.6),
    ("Banana", "sr-09040", 89, 1.1), ("Rice", "sr-20045", 130, 2.7), ("Big Mac", "fndds-27510389", 261, 12.0),
  ])
  func holdsKnownFigures(_ name: String, _ reference: String, _ kilocalories: Double, _ protein: Double) throws {
    let food = try #require(FoodTable.builtIn.foods.first { $0.name == name })
    #expect(food.reference == reference)
    #expect(food.per100Grams.energyKilocalories == kilocalories)
    #expect(abs(food.per100Grams.protein - protein) < 0.5)
  }

  @Test(arguments: [
    ("Egg\ta", "count"), ("A\t\tx\tstone\tsr-00001\t1\t1\t1\t1\t1\t1\t100\t\t\t", "kind"),
    ("A\t\tx\tfood\tsr-00001\tmany\t1\t1\t1\t1\t1\t100\t\t\t", "kcal"),
    ("A\t\tx\tfood\tsr-00001\t1\t1\t1\t1\t1\t1\tcup\t\t\t", "serving"),
    ("A\t\tx\tfood\tsr-00001\t1\t1\t1\t1\t1\t1\t100\tcup=0\t\t", "measures"),
    ("A\t\tx\tfood\tsr-00001\t1\t1\t1\t1\t1\t1\t100\tcup=1;cup=2\t\t", "measures"),
  ])
  func refusesBadRows(_ row: String, _ column: String) {
    #expect(throws: FoodTable.RowError(line: 2, column: column)) {
      try FoodTable.read(Array("header\n\(row)\n".utf8))
    }
  }
}
