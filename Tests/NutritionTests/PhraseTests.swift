import Testing

@testable import Nutrition

/// Phrases of English that mean a word of names (`Resources/languages/en/phrases.tsv`).
@Suite struct PhraseTests {
  @Test(arguments: [
    ("120 g of spinach from the freezer", "Frozen Spinach"), ("200 g of peas out of a can", "Canned Peas"),
    ("80 g of waffles made without gluten", "Gluten Free Waffle"),
    ("30 g of Caesar dressing without fat", "Fat Free Caesar Dressing"),
    ("30 g of Caesar dressing in a light version", "Light Caesar Dressing"),
    ("40 g of apricots that have been dried", "Dried Apricot"),
    ("100 g of corn from a can, cooked with some fat", "Cooked Canned Corn"),
    ("100 g of raw broccoli, chopped", "Raw Broccoli"), ("250 ml of cola with no caffeine", "Caffeine Free Cola"),
    ("100 g of zucchini cooked in oil", "Zucchini with Oil"),
    ("120 g of frozen spinach that was cooked in oil", "Frozen Spinach with Oil"),
    ("80 g of carrot cake, uniced", "Carrot Cake without Icing"),
    ("120 g of peach pie with only a bottom crust", "One Crust Peach Pie"),
    ("30 g of pretzels with a peanut butter filling", "Peanut Butter Pretzels"),
    ("40 g of toffee with a chocolate coating", "Skor Bar"), ("200 g of chicken lo mein noodles", "Chicken Lo Mein"),
    ("40 g of Cookie Crisp from General Mills", "Cookie Crisp"), ("250 ml of energy beverage", "Energy Drink"),
    ("250 g of kale that was cooked", "Cooked Kale"), ("100 g of fries from the school cafeteria", "School Fries"),
    ("120 g of a turkey thigh with the skin pulled off", "Skinless Turkey Thigh"),
    ("150 g of fried chicken thigh with the breading taken off", "Fried Chicken Thigh without Coating"),
    ("180 g of chicken thigh and drumstick", "Chicken Leg"),
    ("200 g of crab baked without adding any fat", "Baked Crab"),
    ("60 g of an egg fried using cooking spray", "Egg Fried with Cooking Spray"),
    ("60 g of roast beef between two slices of white bread", "Roast Beef Sandwich"),
    ("300 g of frozen dinner of turkey in gravy with potatoes and a vegetable", "Turkey Frozen Dinner"),
    ("80 g of tinned mackerel", "Canned Mackerel"), ("150 g of char-grilled whiting", "Grilled Whiting"),
    ("two cans of pears", "Canned Pears"), ("half a can of peaches", "Canned Peaches"),
    ("a can of pineapple juice", "Pineapple Juice"), ("ten walnut halves", "Walnuts"),
    ("220 g of a sub sandwich with roast beef", "Roast Beef Sub"),
    ("100 g of Gerber 3rd Foods carrots", "Carrot Baby Food"), ("a no-bake cookie", "No Bake Chocolate Oatmeal Cookie"),
    ("pasta night: 200 g of gnocchi", "Gnocchi"), ("the juice from one lime", "Lime Juice"),
    ("90 g of baked chicken thigh, leaving the skin", "Skinless Baked Chicken Thigh"),
    ("250 ml of Boost", "Boost Nutritional Drink"), ("30 g of Red Hots candy", "Red Hots"),
    ("100 g of infant formula, powder mixed with tap water", "Infant Formula"),
    // Narration, shops and occasions that resemble or follow a food.
    ("I slurped a bowl of ramen", "Ramen"), ("I bagged an 11 oz can of tomato soup", "Tomato Soup"),
    ("a fuzzy, ripe kiwi", "Kiwi"), ("breaded, fried cod", "Fried Cod"),
    ("from the sandwich shop I got a cup of coleslaw", "Coleslaw"), ("a scoop from the gelato stand", "Gelato"),
    ("a bagel from Dunkin' Donuts", "Bagel"), ("soup season, so I had a cup of lentil soup", "Lentil Soup"),
    ("Salad lunch: a cup of potato salad", "Potato Salad"), ("saved room for a brownie", "Brownie"),
    // Names that begin with a number, and clauses before a food.
    ("two Quarter Pounders with cheese", "Quarter Pounder with Cheese"),
    ("to warm up I had a large hot chocolate", "Hot Chocolate"), ("a Mac Jr.", "Big Mac"),
    // A description of a food is no further food.
    ("a bag of trail mix, the kind with nuts and seeds", "Nut Trail Mix"), ("a muesli bar, mostly oats", "Muesli Bar"),
    ("a grilled cheese sandwich with Swiss on wheat", "Cheddar Grilled Cheese on Wheat"),
    ("a hamburger, plain bun, one small patty", "Hamburger"), ("a pear, one whole fruit", "Pear"),
    ("grilled cheese on rye, one sandwich", "Grilled Cheese Sandwich"),
    ("a bologna sandwich on white bread, regular bologna", "Bologna Sandwich"),
    ("a glass of horchata, the rice drink", "Horchata"), ("two slices of a large pepperoni", "Pepperoni Pizza"),
    ("a ripe and dripping mango", "Mango"),
    // Ice in a drink is not counted.
    ("a glass of lemonade with lots of ice", "Lemonade"), ("a cup of water over ice", "Water"),
    ("3 cubes of ice", "Ice"), ("una limonada con mucho hielo", "Lemonade"),
    ("un bicchiere di latte con ghiaccio", "Lighter Milk"), ("ein Glas Wasser mit Eis", "Water"),
    ("un jus de pomme avec des glaçons", "Apple Juice"), ("um copo de leite com gelo", "Milk"),
    ("240 g of minestrone at Olive Garden", "Minestrone"), ("a Sprite at Burger King", "Lemon-Lime Soda"),
    ("a taco at Taco Bell", "Taco Bell Taco"), ("90 g of kolache with sausage", "Meat Pastry"),
    ("360 ml of a sweet malt cooler", "Sweet Malt Beverage"),
    ("a grilled cheese with cheddar on wheat", "Cheddar Grilled Cheese on Wheat"),
    ("60 g of chicken fries from the freezer bag", "Chicken Fries"), ("90 g of vanilla ice cream cone", "Cornetto"),
    ("30 g of chocolate rice cereal", "Cocoa Pebbles"), ("a croissant with sausage", "Sausage Croissant"),
  ])
  func readsPhrasesAsWordsOfNames(_ text: String, _ name: String) { #expect(names(text) == [name]) }

  /// A phrase after two names describes both, if the table has them together.
  @Test(arguments: [
    ("110 g of pineapple and pears for babies", "Baby Food Pears and Pineapple"),
    ("110 g of strained apricots with applesauce for infants", "Strained Baby Food Applesauce and Apricots"),
    ("110 g of apples for babies", "Apple Baby Food"),
    ("200 g of squid and rice cooked the Puerto Rican way", "Puerto Rican Rice with Squid"),
  ])
  func readsPhrasesOfTwoNames(_ text: String, _ name: String) { #expect(names(text) == [name]) }

  @Test func balsamicVinegarIsNoPlainVinegar() {
    #expect(names("15 ml vinegar, 15 ml balsamic vinegar") == ["Vinegar", "Balsamic Vinegar"])
  }

  @Test(arguments: [
    ("a smoothie, then I ruined it with a doughnut", ["Smoothie", "Doughnut"]),
    ("a salad, and I rewarded myself with a large milkshake", ["Salad", "Milkshake"]),
    ("waffle with ice cream", ["Waffle", "Ice Cream"]), ("Waffeln mit Eis", ["Waffle", "Ice Cream"]),
    ("pizza again and a glass of milk", ["Pizza", "Milk"]), ("it was so hot that I had a fudge bar", ["Fudgesicle"]),
    ("I could not resist a brownie", ["Brownie"]), ("stuck on a call, so just a pear", ["Pear"]),
    ("we went to a pizza place for a cheeseburger", ["Cheeseburger"]), ("don't judge me, I ate a pear", ["Pear"]),
    ("after I left the gym a pear", ["Pear"]), ("once we left the beach we got ice cream", ["Ice Cream"]),
    ("refused the cake but had coffee", ["Coffee"]), ("I didn't have time, just a pear", ["Pear"]),
    ("soup for lunch with a friend", ["Soup"]), ("soup for lunch with a", ["Soup"]),
    ("oatmeal for breakfast with a large cola", ["Oatmeal", "Cola"]),
  ])
  func readsFoodsAfterNarration(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }

  /// A kind of food without an amount is that of the food that follows.
  @Test(arguments: [
    ("Halloween candy again! One fun size Snickers", ["Snickers"]),
    ("the kids left pizza. I ate 2 cheese pizzas", ["Cheese Pizza"]),
    ("milk lover here. Two cartons of skim milk", ["Skim Milk"]),
    ("pizza, and a cup of chicken soup", ["Pizza", "Chicken Soup"]),
    ("candy, 2 cookies", ["Candy", "Cookie"]),
  ])
  func countsAKindOfFoodOnce(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }

  /// Foods that are eaten beside another or after it are items of their own.
  @Test(arguments: [
    ("a bowl of lentil soup with a medium flour tortilla", ["Lentil Soup", "Flour Tortilla"]),
    ("a banana, some Sun Chips", ["Banana", "Sun Chips"]),
    ("two tomatoes from the garden and some marshmallows", ["Tomato", "Marshmallow"]),
    ("a burrito with beans and drank some apple juice", ["Bean Burrito", "Apple Juice"]),
    ("a sandwich with ham, plus some cheddar cheese", ["Ham Sandwich", "Cheddar Cheese"]),
    ("2 rice cakes with peanut butter", ["Rice Cake", "Peanut Butter"]),
    ("tortilla chips with guacamole", ["Tortilla Chips", "Guacamole"]), ("toast / eggs", ["Toast", "Egg"]),
    ("a shortcake topped with whipped cream and some fruit", ["Shortcake with Whipped Cream and Fruit"]),
  ])
  func separatesWhatIsNoPart(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }

  /// Foods that were on the plate and not eaten.
  @Test(arguments: [
    ("fruit instead of the usual fries", ["Fruit"]), ("soup instead of a big sandwich", ["Soup"]),
    ("a side salad, didn't touch the chips", ["Tossed Salad"]), ("soup, left the bread", ["Soup"]),
    ("gammon, swapped the chips for a baked potato", ["Grilled Gammon Rashers Ham", "Baked Potato"]),
    ("rice, picked out the peas", ["Rice"]),
    ("steak, swapped chips for a baked potato", ["Steak", "Baked Potato"]),
  ])
  func excludesWhatWasLeft(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }

  /// The short forms and counts of notes.
  @Test(arguments: [
    ("grilled chx breast", "Grilled Chicken Breast", 1), ("toast x2", "Toast", 2),
    ("beyond sausages 2", "Vegetarian Sausage", 2),
    ("gf bread 2 slices", "Gluten Free Bread", 2), ("choc milk", "Chocolate Milk", 1),
    ("my gf made 2 pancakes", "Pancakes", 2), ("2 margs", "Margarita", 2), ("yorkshire tea", "Tea", 1),
  ])
  func readsNotes(_ text: String, _ name: String, _ count: Double) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("no items")
      return
    }
    #expect(items.map(\.name) == [name] && items.map(\.quantityValue) == [count])
  }

  /// The noun before "of", and the maker after "by".
  @Test(arguments: [
    ("300 g of soup of tomatoes", "Tomato Soup"),
    ("150 g of a casserole of broccoli and rice", "Broccoli Rice Casserole"),
    ("40 g of Corn Bursts by Malt-O-Meal", "Corn Bursts"), ("toast followed by an apple", "Toast, Apple"),
  ])
  func readsWhatFollowsPrepositions(_ text: String, _ name: String) {
    #expect(names(text).joined(separator: ", ") == name)
  }

  /// "Without sugar" is an exclusion of what has sugar, not a name.
  @Test(arguments: ["coffee without sugar", "milk by itself", "rice made with water", "bread from the bakery"])
  func keepsOtherPhrases(_ text: String) { #expect(names(text).count == 1) }

  private func names(_ text: String) -> [String] {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return [] }
    return items.map(\.name)
  }
}
