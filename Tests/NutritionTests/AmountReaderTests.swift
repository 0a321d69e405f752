import Testing

@testable import Nutrition

@Suite struct AmountReaderTests {
  @Test(
    arguments: [
      ("2 eggs", 2, "eggs"), ("two eggs", 2, "eggs"), ("twenty one grapes", 21, "grapes"), ("1 1/2 cups", 1.5, "cups"),
      ("1 and a half apples", 1.5, "apples"), ("half an apple", 0.5, "apple"), ("a quarter of a melon", 0.25, "melon"),
      ("a third of the pie", 0.33, "pie"), ("three quarters of a cup", 0.75, "cup"), ("a dozen eggs", 12, "eggs"),
      ("2 dozen eggs", 24, "eggs"), ("a couple of eggs", 2, "of eggs"), ("a few nuts", 3, "nuts"),
      ("2-3 eggs", 2.5, "eggs"),
      ("2 to 4 eggs", 3, "eggs"), ("between 2 and 4 eggs", 3, "eggs"), ("4 or 2 eggs", 3, "eggs"), ("an egg", 1, "egg"),
      ("1 half of a pear", 0.5, "pear"),
    ] as [(String, Double, String)])
  func readsAnAmountAndTheFollowingText(_ text: String, _ value: Double, _ rest: String) throws {
    let tokens = Tokenizer.tokens(text)
    let read = try #require(AmountReader(tokens: tokens).amount(at: 0))
    #expect(abs(read.amount.value - value) < 0.005)
    #expect(tokens[read.next...].compactMap(\.text).joined(separator: " ") == rest)
  }

  @Test(arguments: ["eggs", "of 2", "", "toast 2", "and a half"])
  func findsNoAmountIfNoneStartsAtTheIndex(_ text: String) {
    #expect(AmountReader(tokens: Tokenizer.tokens(text)).amount(at: 0) == nil)
  }

  @Test func notesTheInterpretationOfInexactAmounts() throws {
    func note(_ text: String) -> String? { AmountReader(tokens: Tokenizer.tokens(text)).amount(at: 0)?.amount.note }
    #expect(note("2-3 eggs") == "2 to 3 taken as 2.5")
    #expect(note("a few eggs") == "\"a few\" taken as 3")
    #expect(note("2 eggs") == nil)
  }

  @Test(arguments: [("cup and a half", 0.5), ("cup and a quarter", 0.25)])
  func readsATrailingFraction(_ text: String, _ value: Double) {
    let reader = AmountReader(tokens: Tokenizer.tokens(text))
    #expect(reader.fraction(after: 1, at: 1)?.value == value)
    #expect(reader.fraction(after: 1, at: 0) == nil)
  }
}
