import Testing
import TextModels

@testable import Nutrition

/// Foods that a text mentions and the writer did not eat. The texts are no rows of the files `mentions*.jsonl`.
@Suite struct FoodMentionTests {
  @Test(arguments: [Languages.english] + Languages.all)
  func aClassifierIsEmbedded(for language: Language) throws {
    let classifier = try #require(language.mentions)
    #expect(classifier.classes == [FoodMention.uneaten] && classifier.bits == 16)
  }

  @Test(arguments: [
    ("I had the soup, my husband got the pancakes", ["Soup"]),
    ("toast and jam. Gave my banana to Theo", ["Toast", "Jam"]),
    ("Porridge for me. The kids had pizza.", ["Oatmeal"]),
    ("2 eggs on toast, coffee", ["Egg", "Toast", "Coffee"]),
    ("Kinder hatten Nudeln, ich nur einen Salat", ["Salad"]),
    ("2 Äpfel und eine Banane", ["Apple", "Banana"]),
    ("quería pastel pero al final comí una manzana", ["Apple"]),
    ("j'ai mangé la soupe, Paul a pris les frites", ["Soup"]),
    ("comi a sopa, o Pedro comeu a pizza", ["Soup"]),
    ("ho mangiato una mela, la banana l'ho data a mio figlio", ["Apple"]),
  ])
  func countsWhatTheWriterAte(_ text: String, _ wanted: [String]) {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else { return #expect(wanted.isEmpty) }
    #expect(items.map(\.name) == wanted)
  }

  @Test func aNoteNamesWhatIsNotCounted() {
    guard case .items(let items) = EmbeddedMealParser().parse("I had the soup, my husband got the pancakes") else {
      Issue.record("no items")
      return
    }
    #expect(items.last?.notes.contains("not counted, because it seems not to have been eaten: \"pancakes\"") == true)
  }

  @Test func theOnlyFoodOfATextCounts() {
    guard case .items(let items) = EmbeddedMealParser().parse("gave my banana to Theo") else {
      Issue.record("no items")
      return
    }
    #expect(items.map(\.name) == ["Banana"] && !items[0].notes.contains("not counted"))
  }

  /// The words around a name are those of the text, not of its translation.
  @Test func readsWhatSurroundsANameInAnotherLanguage() throws {
    let parser = EmbeddedMealParser()
    let mention = try #require(parser.mentions(in: "Suppe. Er nahm 3 große Bananen", language: "de").last)
    let text = mention.context.text.words
    #expect(text[mention.context.name] == ["bananen"] && text.contains("nahm"))
    #expect(mention.circumstances.contains("food Banana") && mention.circumstances.contains("amount number"))
  }

  @Test func readsWhatSurroundsAName() throws {
    let mention = try #require(EmbeddedMealParser().mentions(in: "soup, he took 3 big bananas").last)
    #expect(mention.context.text.words[mention.context.name] == ["bananas"])
    #expect(mention.circumstances.contains("amount number") && !mention.circumstances.contains("first"))
  }
}
