import Testing
import TextModels

@testable import Nutrition

@Suite struct PortionResolverTests {
  private static func portion(
    _ name: String, _ value: Double?, _ unit: MeasureUnit?, _ size: MeasureUnit? = nil
  ) throws -> Portion {
    let table = FoodTable.builtIn
    let stems = name.split(separator: " ").map { Stemmer.stem($0.lowercased()) }
    let match = try #require(table.longestMatch(stems, at: 0, upTo: stems.count))
    return PortionResolver(food: table[match.food]).portion(value: value, unit: unit, size: size)
  }

  /// The best available source: a weight, the food's own measure, its density, the piece.
  @Test(
    arguments: [
      ("rice", 150, .gram, nil, 150), ("rice", 2, .ounce, nil, 56.7), ("banana", 2, nil, nil, 236),
      ("banana", 1, nil, .small, 101), ("egg", 2, nil, nil, 100), ("olive oil", 1, .tablespoon, nil, 13.5),
      ("whole milk", 100, .milliliter, nil, 103), ("white rice", 1, .cup, nil, 158),
    ] as [(String, Double, MeasureUnit?, MeasureUnit?, Double)])
  func weighs(_ name: String, _ value: Double, _ unit: MeasureUnit?, _ size: MeasureUnit?, _ grams: Double) throws {
    let portion = try Self.portion(name, value, unit, size)
    #expect(abs(portion.grams - grams) <= grams * 0.02, "\(portion.grams)")
    #expect(portion.confidence > 0.8)
  }

  /// Measures of the survey that are more than their unit and size: the small coffee, the small box, the whole sausage.
  @Test(
    arguments: [
      ("coffee", .cup, .small, 360), ("tea", .cup, .large, 600), ("whole milk", .cup, .small, 183),
      ("raisins", .box, .small, 43), ("pork sausage", .piece, nil, 75), ("bread", .piece, nil, 28),
    ] as [(String, MeasureUnit?, MeasureUnit?, Double)])
  func knowsSizesOfTheFood(_ name: String, _ unit: MeasureUnit?, _ size: MeasureUnit?, _ grams: Double) throws {
    let portion = try Self.portion(name, 1, unit, size)
    #expect(abs(portion.grams - grams) <= grams * 0.02, "\(portion.grams)")
  }

  /// The words between the amount and the food: "whole" and adjectives before a unit, sizes with "size", and packages.
  @Test(arguments: [
    ("a whole cup of ketchup", 272), ("the whole bag of pretzels", 42), ("an entire cheese pizza", 480),
    ("a whole loaf of rye bread", 576), ("a large, foamy latte", 600), ("two fresh, juicy pears", 356),
    ("a bite-size slice of rye toast", 9), ("a snack-size cup of fruit cocktail in syrup", 113),
    ("a snack-size container of vanilla pudding", 110), ("a single-serve cup of sherbet", 75),
    ("a king-size pack of licorice", 120), ("a share-size bag of M&Ms", 90), ("a sharing-size bag of gumdrops", 240),
    ("a movie theater size box of chocolate covered raisins", 180), ("a kid-size ginger ale", 279),
    ("three mini corn dogs", 57), ("half a can of lentils", 125), ("a cup of small shrimp", 145),
    ("half of a griddle cake sandwich with sausage", 67.5), ("half a fried chicken", 300),
    ("an omelet of three eggs", 183), ("a jelly sandwich folded from one slice of bread", 50),
    ("a platter of nachos", 125), ("an ice-cold beer", 356),
    ("a cocktail-size turkey sausage", 10), ("two jars of stage 2 strained squash", 220),
    ("for a sweet bite I had one meringue", 22), ("my side dish was a cup of white rice", 158),
    ("one ice cube", 20), ("a one-slice PB&J on whole wheat", 56), ("a Grand Mac", 315),
    ("a slice of fuzzy, ripe peach", 20), ("a large, dripping wedge of watermelon", 432),
    ("two inches of a banana", 30), ("a square inch of vegetable lasagna", 21), ("a 2-inch square of cornbread", 36),
    ("a one-inch cube of Swiss cheese", 17), ("a 12-inch ham and cheese sub", 520), ("a 6-inch meatball sub", 270),
    ("a 12-inch cheese pizza", 691), ("one quarter pounder with cheese", 200), ("a 12\" roast beef sub", 480),
    ("a footlong Subway turkey sub with cheese", 520), ("a six-inch hoagie", 175),
    ("two triangles of beef quesadilla", 70),
    ("a twin-pack of Pop-Tarts", 108), ("a prepackaged bowl of Cheerios", 30), ("two pear halves packed in syrup", 152),
    ("a microwavable bowl of lentil soup", 440), ("a can of chicken noodle soup", 525), ("four cocktail wieners", 40),
    ("three soft caramels", 24), ("a Girl Scout Trefoil", 6.3), ("a scooter pie", 34),
    ("two whole wheat Bagel Thins", 92), ("a mini shrimp egg roll", 13), ("a packet of croutons", 12),
    ("a small whole-fruit smoothie without dairy", 540), ("one sausage McGriddle", 135), ("an ice cube", 20),
    ("a snack-size Kit Kat", 15), ("a snack-size pack of Milky Way", 17), ("a snack-size bag of corn chips", 28),
    ("two dipping cups of honey mustard dressing", 114), ("a container of tartar sauce", 28),
    ("a dark chocolate bar", 45), ("ten mini pretzels", 15), ("four pretzel sticks", 4), ("a thick pork chop", 180),
    ("a thin steak", 120), ("a fried chicken slider", 70), ("a mini cherry pie", 75),
    ("a breakfast-size link of Italian sausage", 20),
    ("three grape tomatoes", 24), ("a plum tomato", 60), ("half a cantaloupe", 275), ("two slices of watermelon", 572),
    ("a jigger of gin", 42), ("a slice of lime", 8), ("a medium baked potato", 285), ("three Brussels sprouts", 60),
    ("two pats of margarine", 10), ("two canned pear halves", 180), ("two ears of sweet corn", 210), ("six dates", 48),
    ("a can of chili", 425), ("two tall cans of lager", 950), ("a fried fish fillet", 90), ("a pot of coffee", 1200),
    ("half a family-size bag of tortilla chips", 113.4), ("a large pretzel", 143), ("four small meatballs", 56),
    ("a graham cracker", 15), ("two graham cracker squares", 14), ("a small order of nachos", 187.5),
    ("a piece of baked tilapia", 90), ("a whole trout", 270), ("two spicy tuna rolls", 360),
    ("six pieces of salmon roll", 180), ("a bowl of strawberries", 152), ("a large bowl of garden salad", 195),
    ("a pack of Twinkies", 90), ("a pack of gum", 42), ("five steamed shrimp", 50), ("two bagel pizzas", 186),
    ("six bagel bites", 132), ("a pepperoni French bread pizza", 174), ("two taco-size flour tortillas", 60),
    ("a burrito-size tortilla", 44), ("a packet of oatmeal", 148),
    ("a large serving of onion rings", 142), ("a double espresso", 60), ("a large tilapia fillet", 255),
    ("two mini bagel pizzas", 44), ("four slices of California roll", 120), ("a shrimp cocktail", 125),
    ("three lettuce leaves", 24), ("five fresh basil leaves", 2.5), ("a head of cauliflower", 575),
    ("two artichoke hearts", 60), ("an empty waffle cone", 29), ("two scoops of ice cream in a waffle cone", 254),
    ("a lobster tail", 100), ("a poblano pepper", 65), ("half a rutabaga", 192.5),
    ("a head of garlic", 40), ("a bunch of asparagus", 240), ("a dozen mussels", 96),
    ("a large portion of shrimp", 110.5), ("a medium order of onion rings", 117), ("a small side of tater tots", 48.75),
    ("a large order of sweet potato fries", 180), ("a small order of fries with chili", 169), ("a poke bowl", 400),
    ("a movie-theater box of Skittles", 228), ("a can of potato chips", 185),
    ("a short stack of pancakes", 100), ("a cup of melted cheddar", 244), ("two crescent rolls", 56),
    ("an unsalted soft pretzel", 115), ("two fudge brownies", 112), ("a jumbo corn dog", 113), ("a Cinnabon", 240),
    ("a snack cup of chocolate pudding", 110), ("a piece of medium crust cheese pizza from school lunch", 147),
    ("an apple dumpling", 190), ("half an English muffin pizza", 54), ("two granola bars", 86),
    ("a big portion of medium crust cheese pizza", 309.4), ("a large piece of rotisserie chicken breast", 156),
    ("six pretzel bites", 84), ("a big side of fries", 180), ("a large loaf of wheat bread", 504),
    ("a shepherd's pie", 250), ("two slices of canned mango", 50), ("ten vegetable chips", 20),
    ("a generous portion of shrimp", 85), ("a double order of fries", 220), ("a hearty serving of meatballs", 84),
    ("a medium-sized portion of shrimp", 85), ("a fun-size portion of 3 Musketeers", 15), ("a jar of salsa", 450),
    ("a double scoop ice cream cone", 240), ("an applesauce cup", 113), ("a small carton of milk", 244),
    ("three potato skins", 105), ("eight pecan halves", 12), ("two lamb chops", 180), ("a scoop of brown rice", 80),
  ])
  func weighsPhrases(_ text: String, _ grams: Double) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("no items")
      return
    }
    #expect(items.count == 1 && abs(items[0].grams - grams) < 1, "\(items.map { ($0.name, $0.grams) })")
  }

  @Test(arguments: [1e308, 75 * 100_000, .infinity])
  func cutsAmountsWithoutSense(_ value: Double) throws {
    let portion = try Self.portion("egg", value, nil)
    #expect(portion.grams == PortionResolver.maxGrams && portion.confidence == 0.1)
    #expect(portion.notes.contains { $0.hasSuffix("counted as 5 kg") })
  }

  @Test func notesItsAssumptions() throws {
    let assumed = try Self.portion("banana", nil, nil)
    #expect(assumed.grams == 118 && assumed.notes == ["assumed 1 medium, 118 g"])
    #expect(try Self.portion("egg", 0, nil).notes.contains("the amount is zero"))
    #expect(try Self.portion("rice", 3000, .gram).notes.contains("unusually large amount"))
  }

  /// Confidence decreases with the quality of the source.
  @Test func claimsLessForPoorerSources() throws {
    let claims = [
      try Self.portion("rice", 150, .gram).confidence, try Self.portion("rice", 1, .cup).confidence,
      try Self.portion("rice", nil, nil).confidence,
    ]
    #expect(claims == claims.sorted(by: >) && Set(claims).count == claims.count)
  }
}
