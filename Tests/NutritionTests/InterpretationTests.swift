import Testing

@testable import Nutrition

@Suite struct InterpretationTests {
  /// The role of each clause in the chosen interpretation.
  private func roles(_ text: String) -> [String] {
    let segments = Segmenter.segments(Tokenizer.tokens(text), table: .builtIn)
    let best = InterpretationSearch(segments, table: .builtIn).interpretations.first
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
    ("cooked lentils and ate 300 g of them", ["item", "completion"]),
    ("burger without pickles, onions or cheese", ["item", "excluded", "excluded", "excluded"]),
    ("160 g of beef, potatoes and carrots", ["item", "named", "named"]),
    ("2 bacon, egg and cheese biscuits", ["item", "named"]),
    // What a dish is made from is counted in its place, if it has an amount and the dish has none.
    ("porridge cooked from 60 g of porridge oats", ["heading", "item"]),
    ("waffles made from 90 g flour, 1 egg and 150 ml milk", ["heading", "item", "item", "item"]),
    ("a flour tortilla filled with 30 g ham and 20 g cheese", ["item", "item", "item"]),
    ("crackers from a small bag, a bottle of water", ["item", "completion", "item"]),
    ("a milkshake made with 1 banana and 250 ml milk", ["heading", "item", "item"]),
    ("a cup of pork and potatoes with peas and green beans", ["item", "named", "part", "part"]),
    ("a bologna sandwich with a large cookie", ["item", "item"]),
    ("a turkey sandwich on two slices of rye bread", ["item", "part"]),
    ("eggs on two slices of toast", ["item", "item"]),
    ("a slice of lemon pie, a quarter of a pie", ["item", "repetition"]),
    ("a cookie, neither raisins nor nuts", ["item", "excluded", "excluded"]),
    ("a doughnut, the glazed kind, and coffee", ["item", "named", "item"]),
    ("a cookie, the vanilla one with caramel", ["item", "part", "part"]),
    ("a tossed salad with tomatoes and red onions", ["item", "part", "part"]),
    ("taco or tostada with beef and cheese", ["item", "alternative", "named", "named"]),
    ("an ice cream bar with peanuts, oats and caramel", ["item", "part", "part", "part"]),
    ("a burger filled with cheddar cheese on whole wheat", ["item", "named", "part"]),
    ("chocolate milk made from dry mix and skim milk", ["item", "part"]),
    ("protein oats 60 g oats 200 ml milk", ["heading", "item", "item"]),
    // What a recipe has not is counted, unless the dish is weighed.
    ("chicken curry with boiled egg", ["item", "item"]), ("300 g of risotto with prawns", ["item", "part"]),
    ("jerk pork with rice", ["item", "item"]), ("fried egg and tomato", ["item", "item"]),
    // Two foods are no third one.
    ("peas and chips", ["item", "item"]), ("cheese toastie and lentil soup", ["item", "item"]),
    // What is served with a dish is counted, its ingredients are not.
    ("an egg sandwich with hash browns", ["item", "item"]), ("a burger with onion rings", ["item", "item"]),
    ("a ham sandwich with a pear", ["item", "item"]), ("french toast with bacon", ["item", "item"]),
    ("a taco with guacamole and salsa on the side", ["item", "item", "item"]),
    ("a chef salad with turkey, ham and egg", ["item", "part", "part", "part"]),
    ("trail mix with chocolate chips and nuts", ["item", "part", "named"]),
    ("a burger; it had lettuce, tomato and mayo", ["item", "part", "part", "part"]),
    ("pot pie, which came with coleslaw", ["item", "item"]), ("lasagna with meat sauce", ["item", "part"]),
    ("a salad of 60 g lettuce and 30 g tomato", ["heading", "item", "item"]),
    // Flavors after a comma, foods that are mentioned again, and eggs of an omelette are no foods of their own.
    ("a pudding, chocolate flavor, and tea", ["item", "named", "item"]),
    ("a granola bar, peanut butter flavored", ["item", "named"]),
    ("corn flakes, with 12 g sugar over the cereal", ["item", "item", "repetition"]),
    ("60 g salsa and chips, though the salsa was hot", ["item", "item", "repetition"]),
    ("a cheese omelette made with 2 eggs", ["item", "named"]),
    ("kung pao chicken with 158 g of rice, and the rice was sticky", ["item", "item", "repetition"]),
    ("an English muffin with peanut butter", ["item", "item"]),
    ("oatmeal with 20 g maple syrup, topped with pecans", ["item", "item", "item"]),
    ("two beef tacos with salsa, and nachos on the side", ["item", "item", "item"]),
  ])
  func findsTheRoleOfEachClause(_ text: String, _ expected: [String]) { #expect(roles(text) == expected) }

  /// Times, districts and words for several foods are no quantities.
  @Test(arguments: [
    ("at 9:15 a pear", ["1 piece"]), ("8.30 am: 2 eggs", ["2 pieces"]), ("7 p.m. 90 g bread, tea", ["90g", "1 cup"]),
    ("at 7 200 g yogurt", ["200g"]), ("around 10 almonds", ["10 pieces"]), ("lunch (12h30) 2 eggs", ["2 pieces"]),
    ("at 10 I had 150 g of yogurt", ["150g"]), ("breakfast at seven was a 25 g muffin", ["25g"]),
    ("in the Italian quarter I had 320 g of gelato", ["320g"]), ("half my sandwich", ["0.5 piece"]),
    ("soup with a medley of 80 g carrots", ["1 cup", "80g"]), ("8 Mars bars (the 50 g ones)", ["400g"]),
    ("before that 113 g of almonds", ["113g"]), ("I toasted a 40 g waffle", ["40g"]),
    ("40-50% juice drink, 200 ml", ["200ml"]), ("120 g of no sugar added apple juice", ["120g"]),
    ("pancakes, my share was 80 g", ["80g"]), ("a child/senior cola", ["1 child size"]),
    ("100 g each of ham, cheese, and bread with 5 g butter", ["100g", "100g", "100g", "5g"]),
    ("a cup each of rice and beans", ["1 cup", "1 cup"]),
    ("two slices of low calorie, high fiber wheat bread", ["2 slices"]),
    ("two slices from an extra large cheese pizza", ["2 slices"]),
    ("we split a large pepperoni pizza and I ate my half", ["0.5 large"]), ("a few sips of coke", ["3 sips"]),
  ])
  func readsQuantities(_ text: String, _ expected: [String]) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("no items")
      return
    }
    #expect(items.map(\.quantityText) == expected)
  }

  /// A weight after a description is that of the dish, unless it is rather that of the last part.
  @Test(arguments: [
    ("burrito with meat (270 g)", ["Meat Burrito 270"]), ("pasta with pesto (200 g)", ["Pasta with Pesto 200"]),
    ("pasta with pesto (15 g)", ["Pasta 124", "Pesto 15"]),
    ("burrito with cheese (30 g)", ["Burrito 220", "Cheese 30"]),
    ("an English muffin with sausage and cheese of 114 g", ["Sausage and Cheese on English Muffin 114"]),
    ("bagel with raisins of 105 g", ["Cinnamon Raisin Bagel 105"]),
    ("oats with milk (180 g)", ["Oats 40", "Milk 180"]),
    ("a burrito of 521 g with meat, beans and sour cream", ["Bean Burrito with Meat and Sour Cream 521"]),
    ("112 g peanut butter sandwich on wheat bread (2 slices)", ["Peanut Butter Sandwich on Wheat 112"]),
    ("meatloaf made with beef 100 g, apple", ["Meatloaf 100", "Apple 182"]),
    ("burrito with meat and an apple (150 g)", ["Meat Burrito 270", "Apple 150"]),
    ("2 brownies of 45 g", ["Brownie 90"]), ("a cup of hot chocolate of 206 g", ["Hot Chocolate 206"]),
  ])
  func weighsDishes(_ text: String, _ expected: [String]) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("no items")
      return
    }
    #expect(items.map { "\($0.name) \(Int($0.grams.rounded()))" } == expected)
  }

  @Test func ranksInterpretationsByScore() {
    let segments = Segmenter.segments(Tokenizer.tokens("a taco filled with beans and 20 g cheese"), table: .builtIn)
    let found = InterpretationSearch(segments, table: .builtIn).interpretations
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
