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

  @Test func decodesAPlusAsASpaceOnlyOnRequest() {
    #expect(PercentEncoding.decode("a+b%2Bc", plusIsSpace: true) == "a b+c")
    #expect(PercentEncoding.decode("a+b%2Bc", plusIsSpace: false) == "a+b+c")
  }

  @Test(arguments: [
    ("", ""), ("azAZ09-._~", "azAZ09-._~"), ("a b+c", "a%20b%2Bc"), ("/?#&=%<>\"", "%2F%3F%23%26%3D%25%3C%3E%22"),
    ("Ä\u{1F469}", "%C3%84%F0%9F%91%A9"), ("\r\n\u{0}", "%0D%0A%00"),
  ])
  func encodesAllButUnreservedCharacters(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded, plusIsSpace: true) == text)
  }

  @Test(
    arguments: [
      "%", "a%", "%4", "%zz", "%4z", "%z4", "%%41", "% 41", "%+1", "%0x", "%u0041", "%\u{FF14}1",
      // Invalid UTF-8: lone bytes, overlong forms, surrogates, code points past the last one, truncated characters.
      "%FF", "%80", "%C3", "%C3A9", "%C0%AF", "%E0%80%AF", "%ED%A0%80", "%F4%90%80%80", "%F0%9F%8D",
    ])
  func refuses(_ text: String) {
    #expect(PercentEncoding.decode(text, plusIsSpace: false) == nil)
    #expect(PercentEncoding.decode(text, plusIsSpace: true) == nil)
  }
}
