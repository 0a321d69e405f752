import HealthModels
import Testing

@testable import Nutrition

/// Lists in brackets and after colons, and the weights of whole foods.
@Suite struct ListTests {
  @Test(arguments: [
    ("sushi: 6 nigiri, 1 tuna roll", "sushi ( 6 nigiri, 1 tuna roll)"),
    ("a salad: lettuce, tomato. Then tea", "a salad ( lettuce, tomato). Then tea"),
    ("lunch: salad: egg, ham; drinks: cola, tea", "lunch: salad ( egg, ham); drinks ( cola, tea)"),
    ("sushi: 8 pcs salmon nigiri", "sushi ( 8 pcs salmon nigiri)"), ("toast: 1 tbsp butter", "toast: 1 tbsp butter"),
    // No food before the colon, only an amount or one food after it, times.
    ("lunch: egg, ham", "lunch: egg, ham"), ("rice: 150 g, ham: 20 g, egg", "rice: 150 g, ham: 20 g, egg"),
    ("tea: green", "tea: green"), ("12:30: eggs, ham", "12:30: eggs, ham"), ("::::", "::::"), ("eggs", "eggs"),
  ])
  func putsHeadingsInFrontOfBrackets(_ line: String, _ expected: String) {
    #expect(InlineHeading(table: .builtIn).bracketed(line) == expected)
  }

  @Test(arguments: [
    ("salad (egg, ham)", [1: 5]), ("eggs (2, fried)", [:]), ("ham (150 g)", [:]), ("milk (oat or almond)", [:]),
    ("salad (egg, ham (cooked), rice) (30 g)", [1: 10]), ("salad (egg, ham", [1: 5]), (")))(((", [:]), ("egg", [:]),
    ("salad (no egg, ham or rice)", [:]),
  ])
  func findsBracketsThatListFoods(_ text: String, _ ends: [Int: Int]) {
    let tokens = Tokenizer.tokens(text)
    #expect(ListBrackets.ends(tokens, tokens.stems, .builtIn) == ends)
  }

  /// "A glass of red (175)" was 175 glasses.
  @Test(arguments: [
    ("a glass of wine (175)", 175.0), ("chicken (grilled, 150)", 150), ("rice (200)", 200), ("eggs (2)", 100),
    ("2 slices of bread (60 g)", 60),
  ])
  func aLargeNumberInBracketsIsAWeight(_ text: String, _ grams: Double) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("no food")
      return
    }
    #expect(items.map(\.grams) == [grams])
  }

  @Test func distinguishesQuantifiedLists() {
    func lists(_ text: String) -> [ListKind?] {
      Segmenter.segments(Tokenizer.tokens(text), table: .builtIn).map(\.list)
    }
    #expect(lists("salad (egg, ham) and tea") == [.unquantified, nil, nil, nil])
    #expect(lists("salad (egg, 20 g ham)") == [.quantified, nil, nil])
    #expect(lists("(egg, ham)") == [nil, nil])
  }

  private func food(_ name: String, _ category: String, _ measures: [MeasureUnit: Double]) -> Food {
    Food(name: name, category: category, reference: "test", per100Grams: .zero, measures: measures)
  }

  @Test func determinesTheWeightOfWholeFoods() {
    #expect(WholeFood.wholeGrams(food("Roast Chicken", "meat", [.piece: 60])) == 600)
    #expect(WholeFood.wholeGrams(food("Chicken Breast", "meat", [.piece: 60])) == nil)
    #expect(WholeFood.wholeGrams(food("Ham Pizza", "dish", [.piece: 80, .slice: 80, .small: 350])) == 350)
    #expect(WholeFood.wholeGrams(food("Plum Cake", "sweet", [.piece: 100])) == 800)
    #expect(WholeFood.wholeGrams(food("Rice Cake", "sweet", [.piece: 100])) == nil)
    #expect(WholeFood.grams(food("Rye", "bread", [.slice: 30]), .loaf, nil) == 540)
    #expect(WholeFood.grams(food("Rye", "bread", [.slice: 30]), .loaf, .small) == 90)
    #expect(WholeFood.grams(food("Gourd", "vegetable", [.slice: 7, .piece: 7, .medium: 200]), .whole, nil) == 200)
  }

  @Test(arguments: [
    ("whole wheat", true, true), ("a multigrain bun", true, false), ("toasted rye bread", true, true),
    ("a plate", false, false), ("rye and ham", false, false), ("", false, false),
  ])
  func knowsWordsOfBread(_ text: String, _ isBread: Bool, _ isLoaf: Bool) {
    let words = Tokenizer.tokens(text).compactMap(\.text).map { SegmentWord($0) }
    #expect(Lexicon.areBread(words) == isBread)
    #expect(Lexicon.areBread(words, isLoaf: true) == isLoaf)
  }

  @Test(arguments: [
    ("pizza shared between 2", "pizza, 1/2 of it,"), ("pizza split with a friend and tea", "pizza, 1/2 of it, and tea"),
    ("we shared a pizza with 2 friends", "we a pizza, 1/3 of it,"), ("shared by three people", ", 1/3 of it,"),
    // Names of foods, and meals that were not shared.
    ("banana split with a friend", "banana split with a friend"), ("split pea soup", "split pea soup"),
    ("shared with love", "shared with love"), ("shared a table, with my wife", "shared a table, with my wife"),
    ("shared between 1", "shared between 1"), ("shared between 99", "shared between 99"), ("shared", "shared"),
  ])
  func readsSharedPortions(_ text: String, _ expected: String) {
    let tokens = SharedPortions.rewritten(Tokenizer.tokens(text), table: .builtIn)
    let shown = tokens.map { token in token == .separator ? "," : token.text ?? "" }.joined(separator: " ")
    #expect(shown.split(separator: " ").joined(separator: " ").replacing(" ,", with: ",") == expected)
  }
}
