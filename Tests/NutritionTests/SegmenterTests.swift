import Testing
import TextModels

@testable import Nutrition

@Suite struct SegmenterTests {
  private func segments(_ text: String) -> [String] {
    Segmenter.segments(Tokenizer.tokens(text), table: .builtIn).map { segment in
      let quantities = segment.quantities.map { TextFormat.decimal($0.amount.value) + ($0.unit?.rawValue ?? "") }
      return (["\(segment.connector)"] + quantities + [segment.text]).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  static let rows: [(String, [String])] = [
    ("2 eggs and a banana", ["next 2 eggs", "next 1 banana"]),
    ("rice 150 g, salmon", ["next 150g rice", "next salmon"]),
    ("salmon with rice", ["next salmon", "addition rice"]),
    ("salmon paired with rice", ["next salmon", "beside rice"]),
    ("cake filled with cream", ["next cake", "attribute cream"]),
    ("salmon on toast", ["next salmon", "base toast"]),
    ("tea without milk", ["next tea", "excluded milk"]),
    ("tea or coffee", ["next tea", "alternative coffee"]),
    ("2 eggs, actually 3", ["next 2 eggs", "correction 3"]),
    ("2 eggs, sorry, I meant 3", ["next 2 eggs", "correction 3"]),
    ("mac and cheese", ["next mac and cheese"]),
    ("an apple to quench my thirst", ["next 1 apple"]),
    ("an apple to quench my thirst and a pear", ["next 1 apple", "next 1 pear"]),
    ("a medium wedge of melon", ["next 1 medium wedge melon"]),
    ("rice as well as beans", ["next rice", "next beans"]),
    ("milk instead of cream", ["next milk", "excluded cream"]),
    // A weight closes the food before it.
    ("an orange of 154 g and 372 g of cola", ["next 1 154g orange", "next 372g cola"]),
    ("a peach 130 g and 90 g of quark", ["next 1 130g peach", "next 90g quark"]),
    ("chicken, 150 g and 200 g of rice", ["next chicken", "next 150g", "next 200g rice"]),
    ("a bag of 500 g and 30 g of nuts", ["next 1bag 500g", "next 30g nuts"]),
    ("1 lb and 4 oz of nuts", ["next 1lb 4oz nuts"]),
    ("a salad of 100 g tomatoes", ["next 1 salad", "next 100g tomatoes"]),
    // A fraction after the food is added to its count.
    ("a banana and a half", ["next 1.5 banana"]), ("two pears and a half for lunch", ["next 2.5 pears"]),
    ("a banana and half an apple", ["next 1 banana", "next 0.5 apple"]),
    ("a banana and a half cup of milk", ["next 1 banana", "next 0.5cup milk"]),
  ]

  @Test(arguments: rows)
  func dividesTexts(_ text: String, _ expected: [String]) {
    let segments = segments(text).map { $0.split(separator: " ").filter { $0 != "of" }.joined(separator: " ") }
    #expect(segments == expected)
  }

  @Test(arguments: [
    ("- 2 eggs\n- toast", "2 eggs\ntoast", []), ("1. 2 eggs\n2. toast", "2 eggs\ntoast", []),
    ("Sandwich:\n - bread\n - ham", "bread\nham", ["Sandwich"]), ("2 eggs", "2 eggs", []),
    ("2. eggs", "2. eggs", []), ("[x] eggs\n[ ] ham", "eggs\nham", []), ("eggs:\nham", "eggs:\nham", []),
    (" \t2 eggs \r\n", "2 eggs", []), ("Sandwich:\n ham", "ham", ["Sandwich"]), (" \n", "", []),
    (" Sandwich:\n ham\n", "ham", ["Sandwich"]), ("sushi - 8 pcs nigiri", "sushi ( 8 pcs nigiri)", []),
  ])
  func readsLayout(_ text: String, _ expected: String, _ headings: [String]) {
    let layout = LineLayout.read(text, table: .builtIn)
    #expect(layout.text == expected)
    #expect(layout.headings == headings)
  }

  @Test(arguments: [
    ("2 thin slices of ham", "2 small slices of ham"), ("a regular slice", "a medium slice"),
    ("thick slices, thin", "large slices, thin"), ("thin crust pizza slice", "thin crust pizza slice"), ("", ""),
    ("lentils out of a can", "canned lentils"), ("hake cooked by steaming", "hake cooked steamed"),
    ("sour dough bread", "sourdough bread"), ("2 pan cakes", "2 pancakes"), ("egg plant, egg", "eggplant, egg"),
    ("russian tea cakes", "russian tea cakes"), ("ham with less salt", "reduced sodium ham"),
    ("a can of soda", "a can of soda"),
  ])
  func replacesPhrases(_ text: String, _ expected: String) {
    let replaced = Translator.english(Tokenizer.tokens(text), from: Languages.english, table: .builtIn)
    #expect(replaced == Tokenizer.tokens(expected))
  }

  @Test(arguments: [
    ("a warm and comforting bowl of soup", ["next 1 warm comforting bowl soup"]),
    ("tea and warm milk", ["next tea", "next warm milk"]), ("warm and tea", ["next warm", "next tea"]),
    ("pie, which was both tasty and filling", ["next pie", "attribute both tasty filling"]),
    ("pie for a treat and filling soup", ["next pie", "next filling soup"]),
  ])
  func joinsAdjectives(_ text: String, _ expected: [String]) {
    let segments = segments(text).map { $0.split(separator: " ").filter { $0 != "of" }.joined(separator: " ") }
    #expect(segments == expected)
  }
}
