import Bytes
import Testing

@Suite struct OptionalWhitespaceTests {
  @Test(
    arguments: [
      ("", ""), (" \t ", ""), ("a", "a"), ("\t a b \t", "a b"), ("a\t", "a"), (" \u{A0}a\n", "\u{A0}a\n"),
    ])
  func removesSpacesAndTabsAtBothEnds(_ text: String, _ expected: String) {
    #expect(Array(text.utf8).trimmingOptionalWhitespace().elementsEqual(expected.utf8))
    #expect(String(Substring(text.utf8.trimmingOptionalWhitespace())) == expected)
  }
}
