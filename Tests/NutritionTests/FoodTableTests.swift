import HealthModels
import Testing
import TextModels

@testable import Nutrition

@Suite struct FoodTableTests {
  /// Reads every row of the table.
  private func check(_ table: FoodTable) throws(FoodTable.RowError) {
    for position in table.foods.indices { _ = try table.foods.read(position) }
  }

  @Test func everyBuiltInRowIsReadable() throws {
    let table = FoodTable.builtIn
    try check(table)
    #expect(table.foods.count >= 3000)
    #expect(
      table.foods.map(\.name)
        == table.foods.map(\.name).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
  }

  @Test func everyNameAndAliasFindsItsFood() {
    let table = FoodTable.builtIn
    for (position, food) in table.foods.enumerated() {
      for spelling in [food.name] + food.aliases {
        #expect(table.food(Tokenizer.keyStems(spelling)) == position, "\(spelling)")
      }
    }
  }

  /// Tests every fifth name, because all of them take minutes without optimization.
  @Test func aNameIsReadAsThatFood() {
    let parser = EmbeddedMealParser()
    let foods = FoodTable.builtIn.foods
    for position in stride(from: 0, to: foods.count, by: 5) {
      let food = foods[position]
      guard case .items(let items) = parser.parse("100 g " + food.name) else {
        Issue.record("\(food.name) is not read")
        continue
      }
      #expect(items.map(\.name) == [food.name])
      #expect(items.first?.grams == 100, "\(food.name)")
    }
  }

  /// Dry grains and legumes have about three times the energy of cooked ones.
  @Test(arguments: [
    "uncooked macaroni", "dry jasmine rice", "raw quinoa", "uncooked black beans", "dry lentils", "raw wild rice",
    "yellow corn grain", "uncooked grits",
  ])
  func dryFoodHasItsOwnFigures(_ name: String) throws {
    guard case .items(let items) = EmbeddedMealParser().parse("100 g \(name)") else {
      Issue.record("\(name) is not read")
      return
    }
    #expect(items.count == 1)
    #expect(try #require(items.first).nutrients.energyKilocalories > 300)
  }

  /// "Dried beans, boiled" states how they were sold, not their weight.
  @Test(arguments: ["boiled dried kidney beans", "cooked dry chickpeas", "dried lentils, boiled", "cooked dried pasta"])
  func cookedDryFoodIsCooked(_ name: String) throws {
    guard case .items(let items) = EmbeddedMealParser().parse("100 g \(name)") else {
      Issue.record("\(name) is not read")
      return
    }
    #expect(try #require(items.first).nutrients.energyKilocalories < 200)
  }

  /// A piece of food that is sold by the piece is the whole, never a bite or a slice.
  @Test(arguments: [
    ("a Snickers bar", "Snickers", 57.0), ("a fun size Snickers", "Snickers", 17),
    ("a Hershey bar", "Chocolate Bar", 44),
    ("3 Hershey's kisses", "Hershey's Kiss", 13.8), ("a Kit Kat", "Kit Kat", 42),
    ("a blueberry bagel", "Blueberry Bagel", 105),
    ("a mini bagel", "Bagel", 26), ("a corn muffin", "Corn Muffin", 113), ("a slice of pecan pie", "Pecan Pie", 150),
    ("a Crunchwrap Supreme", "Crunchwrap Supreme", 254), ("a belgian waffle", "Belgian Waffle", 135),
    ("3 rice cakes", "Rice Cake", 27), ("a fried fish sandwich", "Fried Fish Sandwich", 130),
    ("2 breakfast sausage links", "Breakfast Sausage", 40), ("a cup of all-bran", "All-Bran", 62),
    ("a jar of pureed carrots", "Carrot Baby Food", 110), ("some grapes", "Grapes", 75),
    ("large fries", "French Fries", 180),
  ])
  func weighsPiecesAsTheyAreSold(_ text: String, _ name: String, _ grams: Double) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("\(text) is not read")
      return
    }
    #expect(items.map(\.name) == [name])
    #expect(abs((items.first?.grams ?? 0) - grams) < 0.5, "\(items)")
  }

  /// Preparations, exclusions and parts as people word them.
  @Test(arguments: [
    ("200 g of kidney beans out of a tin", "Canned Kidney Beans"),
    ("180 g of haddock cooked by steaming", "Steamed Haddock"),
    ("90 g of lentil soup with less salt", "Low Sodium Lentil Soup"),
    ("120 g of the neck of a turkey", "Turkey Neck"), ("250 g of soup of peas and ham", "Split Pea Soup with Ham"),
    ("150 g of frankfurter without a bun", "Frankfurter"), ("200 ml of milk without fat", "Skim Milk"),
    ("150 g of breaded cod from the oven, no fat added", "Baked Coated Cod without Fat"),
    ("150 g of steak trimmed of fat", "Lean Cooked Steak"), ("a hamburger with two patties", "Double Hamburger"),
    ("100 g of turkey meat", "Turkey"), ("200 g of a sandwich of egg and cheese", "Egg and Cheese Sandwich"),
    ("eggs, fried in butter", "Egg Fried in Butter"), ("80 g beef sausage with less fat", "Reduced Fat Beef Sausage"),
    ("100 g scrambled egg whites with cheese", "Egg White Omelette with Cheese"),
    ("100 g of tilapia baked using cooking spray", "Broiled Tilapia"),
    ("200 ml of PediaSure, a formula for children", "PediaSure"), ("100 g of pike fish", "Pike"),
    ("120 g of a sandwich of cheese", "Cheese Sandwich"), ("80 g of lentils cooked in oil", "Lentils with Fat"),
    ("150 g of salmon, coated and baked", "Baked Breaded Salmon"), ("200 g of curried lamb", "Lamb Curry"),
    ("150 g of curried shrimp over rice", "Fish Curry with Rice"),
    ("90 g of topping from a meat pizza", "Meat Pizza Topping"),
    ("200 g of pork and vegetables (no carrots, broccoli or greens)", "Pork and Vegetables"),
    ("250 g of pork chow mein without noodles", "Pork Chop Suey"),
    ("150 g of puerto rican liver stew", "Puerto Rican Stewed Liver"),
  ])
  func findsFoodsAsPeopleWordThem(_ text: String, _ name: String) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("no items")
      return
    }
    #expect(items.map(\.name) == [name])
  }

  @Test func everyHeadStandsForItsFood() {
    let table = FoodTable.builtIn
    var count = 0
    for (position, food) in table.foods.enumerated() {
      for head in food.heads {
        #expect(table.heads[Stemmer.stem(head)] == position, "\(head)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test(arguments: [
    ("soup", "Soup"), ("curry", "Chicken Curry"), ("berry", "Mixed Berries"), ("berries", "Mixed Berries"),
    ("cheese", "Cheese"), ("gruffalo", nil),
  ])
  func fallsBackOnTheCategory(_ word: String, _ name: String?) {
    let table = FoodTable.builtIn
    #expect(table.heads[Stemmer.stem(word)].map { table[$0].name } == name)
  }

  /// The fast path over bytes must give the stems of the tokenizer.
  @Test func indexesNamesByTheStemsOfTheTokeniser() {
    var stemmer = NameStemmer()
    for food in FoodTable.builtIn.foods {
      for spelling in [food.name] + food.aliases {
        guard let stems = stemmer.stems(Array(spelling.utf8)[...]) else { continue }
        #expect(stems == Tokenizer.keyStems(spelling))
      }
    }
  }

  @Test func findsByNameAlone() {
    let table = FoodTable.builtIn
    #expect(table.food(named: "big mac")?.name == "Big Mac")
    #expect(table.food(named: "bigmac") == nil)
    #expect(table.food(named: "") == nil)
    #expect(table.food(named: "gruffalo") == nil)
  }

  @Test func searchesNamesThatHoldAllWords() {
    let names = FoodTable.builtIn.search("chicken soup", limit: 5).map(\.name)
    #expect(names.first == "Chicken Soup" || names.first == "Chicken Noodle Soup")
    #expect(names.count == 5)
    #expect(FoodTable.builtIn.search("gruffalo soup", limit: 5).isEmpty)
    #expect(FoodTable.builtIn.search("soup", limit: 0).isEmpty)
  }

  @Test(arguments: [0, 1, 700, 5000]) func keepsManyNamesApart(_ count: Int) {
    let table = FoodTable(
      foods: (0..<count).map { Food(name: "Thing\(Self.word($0)) Stew", reference: "", per100Grams: .zero) })
    #expect(table.foods.count == count)
    for index in 0..<count {
      #expect(table.food(Tokenizer.keyStems("thing\(Self.word(index)) stew")) == index)
      #expect(table.food(anyOrder: Tokenizer.keyStems("stew thing\(Self.word(index))")) == index)
    }
    #expect(table.food(["stew"]) == nil && table.food([String]()) == nil && table.food(anyOrder: []) == nil)
  }

  /// A number as letters that the stemmer does not change.
  private static func word(_ number: Int) -> String {
    String(
      String(number).map { Character(["a", "b", "c", "d", "g", "h", "k", "m", "n", "o"][$0.wholeNumberValue ?? 0]) })
  }

  /// Well-known values, to detect a shifted column or a wrong reference.
  @Test(arguments: [
    ("Chicken Breast", "sr-05064", 165.0, 31.0), ("Raw Chicken Breast", "sr-05062", 120, 22.5),
    ("Raw Broccoli", "sr-11090", 34, 2.8), ("Olive Oil", "sr-04053", 884, 0), ("Egg", "sr-01123", 143, 12.6),
    ("Banana", "sr-09040", 89, 1.1), ("Rice", "sr-20045", 130, 2.7), ("Big Mac", "fndds-27510389", 261, 12.0),
    ("Chicken Karaage", "jp-11289", 307, 24.2), ("Semla", "se-1662", 333, 5.4), ("Picanha", "br-taco-381", 289, 26.4),
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
      try check(FoodTable(resource: Array("header\n\(row)\n".utf8)))
    }
  }
}
