import Testing
import TextModels

struct LettersTests {
  @Test(arguments: [
    ("Käse", ["käse"]), ("PÃO de queijo", ["pão", "de", "queijo"]), ("œuf dur ", ["œuf", "dur"]), ("", []),
  ])
  func dividesPhrasesOfLetters(_ phrase: String, _ words: [String]) { #expect(Letters.words(phrase) == words) }

  @Test(arguments: ["l'huile", "7 up", "half-fat", "l’huile", "3,5 %", "米饭"])
  func leavesOtherPhrasesToTheTokenizer(_ phrase: String) { #expect(Letters.words(phrase) == nil) }

  @Test(arguments: [("käse", "kase"), ("pão", "pao"), ("œuf", "oeuf"), ("straße", "strasse"), ("egg", "egg")])
  func foldsAccents(_ word: String, _ folded: String) { #expect(Letters.folded(word) == folded) }
}
