import Bytes
import Testing

@Suite struct PercentEncodingTests {
  @Test(
    arguments: [
      ("", ""), ("plain", "plain"), ("%41", "A"), ("%2f%2F", "//"), ("%25", "%"), ("%2541", "%41"), ("%00", "\0"),
      ("%C3%A9", "é"), ("é", "é"), ("%F0%9F%8D%8E", "\u{1F34E}"), ("a%20b", "a b"), ("%2B", "+"),
    ])
  func decodes(_ text: String, _ expected: String) {
    #expect(PercentEncoding.decode(text, plusIsSpace: false) == expected)
    #expect(PercentEncoding.decode(text, plusIsSpace: true) == expected)
  }

  @Test func takesAPlusForASpaceOnlyWhereToldTo() {
    #expect(PercentEncoding.decode("a+b%2Bc", plusIsSpace: true) == "a b+c")
    #expect(PercentEncoding.decode("a+b%2Bc", plusIsSpace: false) == "a+b+c")
  }

  @Test(
    arguments: [
      "%", "a%", "%4", "%zz", "%4z", "%z4", "%%41", "% 41", "%+1", "%0x", "%u0041", "%\u{FF14}1",
      // Bytes that are no UTF-8: alone, overlong, surrogates, past the last character, cut short.
      "%FF", "%80", "%C3", "%C3A9", "%C0%AF", "%E0%80%AF", "%ED%A0%80", "%F4%90%80%80", "%F0%9F%8D",
    ])
  func refuses(_ text: String) {
    #expect(PercentEncoding.decode(text, plusIsSpace: false) == nil)
    #expect(PercentEncoding.decode(text, plusIsSpace: true) == nil)
  }
}
