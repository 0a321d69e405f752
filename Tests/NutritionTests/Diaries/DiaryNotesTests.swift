import Testing

@testable import Nutrition

/// Times, prices, counts and remarks of notes in a diary.
@Suite struct DiaryNotesTests {
  private func items(_ text: String) -> [String] {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return [] }
    return items.map { "\($0.name) \($0.quantityText)" }
  }

  @Test(arguments: [
    ("10.30 cup of tea", ["Tea 1 cup"]), ("0630 2 bananas", ["Banana 2 medium"]),
    ("2300 chili 1 bowl", ["Chili con Carne 1 bowl"]),
    ("530a coffee, 9p apple", ["Coffee 1 cup", "Apple 1 medium"]), ("5.25 oz steak", ["Steak 5.25 oz"]),
    ("1.25 cups of rice", ["Rice 1.25 cups"]), ("12.50 g butter", ["Butter 12.5g"]),
    // Hours of entries of which others have a time; without one they are counts.
    ("7am toast / 10 banana / 1pm apple", ["Toast 1 piece", "Banana 1 medium", "Apple 1 medium"]),
    ("7am toast\n2 bananas\n1 apple", ["Toast 1 piece", "Banana 2 medium", "Apple 1 medium"]),
    // After a time a list of ingredients has ended.
    ("1pm salad made with egg / 4pm banana", ["Egg Green Salad 1 cup", "Banana 1 medium"]),
  ])
  func readsTimesBeforeEntries(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("chips £4.50, pickled egg", ["Potato Chips 1 serving", "Pickled Egg 1 piece"]),
    ("$5 hot dog", ["Hot Dog 1 piece"]), ("banana 0,80 €", ["Banana 1 medium"]), ("my 80th: 2 eggs", ["Egg 2 pieces"]),
    ("1/3rd cup rice", ["Rice 0.33 cup"]),
  ])
  func countsNoPricesAndOrdinals(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("eggs 3 bacon 4 toast 2", ["Egg 3 pieces", "Bacon 4 pieces", "Toast 2 pieces"]),
    ("banana 1 almonds 15 coffee", ["Banana 1 medium", "Almonds 15 pieces", "Coffee 1 cup"]),
    ("coffee 2 eggs", ["Coffee 1 cup", "Egg 2 pieces"]),
    ("tea 2 sugar", ["Tea 1 cup", "Sugar 2 pieces"]), ("milk 200, banana", ["Milk 200ml", "Banana 1 medium"]),
    ("sauce 330", ["Sauce 330g"]), ("cornflakes 50g, milk 200", ["Cornflakes 50g", "Milk 200ml"]),
    ("pasta 2 hours before the run at 7", ["Pasta 1 cup"]),
    ("soup / 2 eggs / tea", ["Soup 1 cup", "Egg 2 pieces", "Tea 1 cup"]),
    ("soup // 2 eggs //tea", ["Soup 1 cup", "Egg 2 pieces", "Tea 1 cup"]), ("160 ml / 5 fl oz milk", ["Milk 160ml"]),
  ])
  func findsTheFoodOfACount(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("half portion of leftover lasagne", ["Lasagna 0.5 serving"]),
    ("crackers with hummus x3", ["Crackers 3 pieces", "Hummus 1 serving"]),
    // Oats are weighed dry, cooked porridge is not.
    ("2 weetabix with milk", ["Weetabix 2 pieces", "Milk 0.5 cup"]),
    ("porridge 50g", ["Rolled Oats 50g"]), ("porridge 250g", ["Oatmeal 250g"]),
    ("double gin and tonic", ["Double Gin and Tonic 1 glass"]), ("bottle of heineken", ["Premium Lager 1 bottle"]),
    ("a quarter of white wine", ["White Wine 250ml"]), ("vegemite on toast", ["Marmite on Toast 1 serving"]),
  ])
  func readsAmountsOfNotes(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("scone with jam, cream I left. tea", ["Scone 1 piece", "Jam 1 tbsp", "Tea 1 cup"]),
    ("baguette, didn't eat it. soup", ["Soup 1 cup"]), ("peas untouched, apple", ["Apple 1 medium"]),
    ("after I left the gym a banana", ["Banana 1 medium"]), ("2 eggs, then I left the house", ["Egg 2 pieces"]),
    ("left most of the rice, apple", ["Apple 1 medium"]),
    ("an apple, I left the mash", ["Apple 1 medium"]), ("apple. i left half of the chips", ["Apple 1 medium"]),
    ("I left my peas and ate the apple", ["Apple 1 medium"]), ("I left a tip and ate an apple", ["Apple 1 medium"]),
    ("peas, rice, apple. Left the peas", ["Rice 1 cup", "Apple 1 medium"]),
    ("soup, ham, left half the ham", ["Soup 1 cup", "Ham 1 slice"]),
    ("soup, gave him my bread roll", ["Soup 1 cup"]),
  ])
  func excludesWhatWasLeft(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("a steak and chips. The steak was fantastic", ["Steak 1 piece", "Chip Shop Chips 1 serving"]),
    ("soup and bread. Ate half the bread", ["Soup 1 cup", "Bread 0.5 piece"]),
    ("a container of tabbouleh, ham. I had a cup of the tabbouleh", ["Ham 1 slice", "Tabbouleh 1 cup"]),
    ("2 nuggets. Later 3 nuggets at the counter", ["Chicken Nuggets 2 pieces", "Chicken Nuggets 3 pieces"]),
    ("coffee, toast, coffee", ["Coffee 1 cup", "Toast 1 piece", "Coffee 1 cup"]),
  ])
  func countsAFoodOnceThatIsMentionedAgain(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    ("2 toast coffee", ["Toast 2 pieces", "Coffee 1 cup"]),
    ("shepherds pie carrots", ["Shepherd's Pie 1 serving", "Carrot 1 medium"]),
    ("lunch with Charlie and Walter, soup", ["Soup 1 cup"]), ("2 nurses and James had a banana", ["Banana 1 medium"]),
    ("almond milk", ["Almond Milk 1 cup"]),
  ])
  func distinguishesFoodsAndNames(_ text: String, _ wanted: [String]) { #expect(items(text) == wanted) }

  @Test(arguments: [
    // The end of a sentence or a line ends a list of ingredients, and so does a place.
    (
      "kedgeree left from Sunday, a bowl.\nDinner: liver, onions, greens\nLater: Welsh rarebit",
      ["Fish and Rice in Cream Sauce", "Beef Liver", "Onion", "Cooked Greens", "Welsh Rarebit"]
    ),
    ("lasagna made with beef. Peas, rice", ["Lasagna", "Peas", "Rice"]),
    ("2 waffles from the canteen, strawberries, nutella", ["Waffle", "Strawberries", "Chocolate Hazelnut Spread"]),
    // A list of ingredients has an "and".
    ("pierogi fried in butter, kielbasa, sour cream", ["Pierogi", "Kielbasa", "Sour Cream"]),
    // A name does not continue in the next sentence.
    ("steamed chicken with peas. Rice", ["Chicken", "Peas", "Rice"]),
    ("half a cup of coffee. Flat white too", ["Coffee", "Flat White"]),
    ("banh mi extra pickles", ["Banh Mi", "Pickles"]),
    // A name takes nothing from the foods after it, unless an "and" ends the list.
    ("egg fried rice, curry sauce, prawn crackers", ["Fried Rice", "Curry Sauce", "Prawn Crackers"]),
    ("roll with sausage, brown sauce", ["Sausage Roll", "Steak Sauce"]),
    ("sausage, egg and cheese McMuffin", ["Sausage Egg and Cheese English Muffin"]),
    ("baked seaweed 1 pkt. dinner: fish ball noodle soup", ["Seaweed", "Fish Ball Noodle Soup"]),
  ])
  func endsDescriptions(_ text: String, _ wanted: [String]) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return #expect(wanted.isEmpty) }
    #expect(items.map(\.name) == wanted)
  }
}
