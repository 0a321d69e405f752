import Testing
import TextModels

/// Lists after a heading in the same line.
@Suite struct InlineListTests {
  @Test(arguments: [
    (" 6 nigiri, 1 roll; tea", " 6 nigiri, 1 roll"), (" rice, peas. Later tea", " rice, peas"),
    (" 1.5 apples, dinner: rice", " 1.5 apples"), (" rice", " rice"), ("", ""),
  ])
  func endsWhereTheNextEntryBegins(_ text: String, _ scope: String) {
    #expect(InlineList.scope(text[...]) == scope)
  }

  @Test func clausesHaveNoSigns() {
    #expect(InlineList.clauses("rice, peas and beans & tea") == ["rice", " peas", "beans ", " tea"])
  }
}
