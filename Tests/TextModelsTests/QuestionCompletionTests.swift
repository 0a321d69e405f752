import Testing

@testable import TextModels

@Suite struct QuestionCompletionTests {
  private static let leads = PhraseTable(
    ["what about", "how about"].map { (Phrase($0.items(" ")), "") })

  private static func completion(_ text: String, isQuestion: Bool = false) -> QuestionCompletion? {
    QuestionCompletion(
      text.split(separator: " ").map(String.init), isQuestion: isQuestion, after: "is oatmeal good for cholesterol",
      isFiller: ["and", "ok", "so"].contains, leads: leads, asks: ["why", "is", "how"].contains)
  }

  @Test(arguments: [
    ("and shrimp", "shrimp"), ("ok what about smoked salmon", "smoked salmon"), ("for my wife", "for my wife"),
  ])
  func readsWhatIsAdded(_ text: String, _ added: String) {
    #expect(Self.completion(text)?.added.joined(separator: " ") == added)
  }

  @Test(arguments: ["", "and", "shrimp", "so why", "and is it cheap", "and i also went to the shop today"])
  func readsNothingElse(_ text: String) { #expect(Self.completion(text) == nil) }

  @Test func aWordWithAMarkIsAQuestion() { #expect(Self.completion("shrimp", isQuestion: true) != nil) }

  @Test func joinsBothQuestions() throws {
    let completion = try #require(Self.completion("and shrimp"))
    #expect(completion.whole(replacing: "oatmeal") == "is shrimp good for cholesterol?")
    #expect(completion.whole(replacing: nil) == "is oatmeal good for cholesterol shrimp?")
  }

  @Test func splitsSentences() {
    let text = "Take 100 g. Then rest, e.g. walk. Good!"
    #expect(TextFormat.sentences(text) == ["Take 100 g.", "Then rest, e.g. walk.", "Good!"])
    #expect(TextFormat.shortened("Eat fish. It is good.") == "Eat fish.")
  }
}
