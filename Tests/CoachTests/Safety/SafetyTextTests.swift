import Testing
import TextModels

@testable import Coach

@Suite struct SafetyTextTests {
  @Test(
    arguments: [
      ("I can't breathe!", ["i", "cant", "breathe"]), ("AÇÚCAR açúcar", ["acucar", "acucar"]),
      ("j'ai mal", ["ai", "mal"]), ("heeeelp", ["heelp"]), ("190/120", ["190", "/", "120"]),
      ("5'2\"", ["5", "ft", "2"]), ("", []), ("日本", []), ("e\u{301}te", ["ete"]),
    ] as [(String, [String])])
  func cutsAMessageIntoFoldedWords(_ text: String, _ words: [String]) {
    #expect(SafetyText(text).words.map(\.text) == words)
  }

  @Test(
    arguments: [
      ("38.5", 38.5), ("38,5", 38.5), ("2,000", 2000), ("52,", 52), ("52.", 52), ("1.234,5", nil),
      (String(repeating: "9", count: 5000), 1e32),
    ] as [(String, Double?)])
  func readsNumbers(_ text: String, _ number: Double?) throws {
    let read = try #require(SafetyText(text).words.first).number
    if let number, let read { #expect(abs(read - number) <= number * 1e-6) } else { #expect(read == number) }
  }

  @Test func countsSentencesAndClauses() {
    let words = SafetyText("one, two. three\nfour").words
    #expect(words.map(\.sentence) == [0, 0, 1, 2])
    #expect(Set(words.map(\.clause)).count == 4)
  }

  @Test func looksAtABoundedNumberOfWordsAndLetters() {
    // One word may stand for several ("dunno": "dont know").
    #expect(SafetyText(String(repeating: "word ", count: 5000)).words.count == WordSplitter.maxWords)
    #expect(SafetyText(String(repeating: "abc", count: 5000)).words[0].text.utf8.count <= WordSplitter.maxLetters)
  }
}
