import Bytes
import Testing

@Suite struct DecimalParserTests {
  @Test(arguments: [
    ("12", 12.0), ("0.09", 0.09), ("76.37", 76.37), (".5", 0.5), ("12.", 12), ("", nil), (".", nil), ("1.2.3", nil),
    ("-1", nil), ("1e3", nil), ("1234567890123456", nil), ("inf", nil),
  ])
  func readsFigures(_ text: String, _ value: Double?) {
    #expect(DecimalParser.value(Array(text.utf8)[...]) == value)
  }
}
