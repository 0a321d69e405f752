import Testing

@testable import TextModels

/// Patterns of words, as tables of rules have them.
@Suite struct PatternTests {
  private func matches(_ pattern: String, _ text: String) -> Bool {
    var elements = PatternElements(classes: ["pain": "pain|ache*"], numberWords: ["two": 2]) { words, index in
      index + 1 == words.count || words[index + 1].text != "g"
    }
    let pattern = Pattern(pattern, &elements)
    return PatternMatch(WordSplitter.words(text), elements).matches(pattern)
  }

  @Test(arguments: [
    ("chest @pain", "Chest pain!", true), ("chest @pain", "chest aches", true),
    ("chest @pain", "chest, no pain", false),
    ("chest .. pain", "chest has a pain", true), ("chest .. pain", "chest. A pain", false),
    ("chest .. pain", "chest one two three four pain", false), ("pain & chest", "chest pain", true),
    ("bad ?chest pain", "bad pain", true), ("pain $", "the pain, it stays", true), ("pain $", "pain stays", false),
    ("cant_breathe", "cant breathe", true), ("#2-5 pills", "two pills", true), ("#2-5 pills", "6 pills", false),
    ("=38-45", "it is 40", true), ("=38-45", "40 g", false), ("=1-3", "two", false),
  ])
  func matchesWordsInTheirSentence(_ pattern: String, _ text: String, _ isMatch: Bool) {
    #expect(matches(pattern, text) == isMatch)
  }

  @Test func hidesTheWordsOfHarmlessPhrases() {
    var elements = PatternElements(classes: [:], numberWords: [:])
    let (harmless, danger) = (Pattern("heart of palm", &elements), Pattern("heart", &elements))
    var match = PatternMatch(WordSplitter.words("heart of palm"), elements)
    match.hide(match.all(harmless.parts[0]))
    #expect(!match.matches(danger))
  }
}
