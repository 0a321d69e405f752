import API
import HTTPCodec
import HTTPServer
import Testing

@Suite struct BearerTokenTests {
  @Test(
    arguments: [
      ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER   abc", "abc"), ("Bearer abc ", "abc"),
      ("Bearer abc \t", "abc"), ("Bearer \tabc", "abc"), (" Bearer abc", "abc"), ("Bearer a b", "a b"),
      ("Bearer", nil), ("Bearer ", nil), ("Bearer  \t", nil), ("Bearerabc", nil), ("Bearer\tabc", nil), ("abc", nil),
      ("Basic abc", nil), ("Bearers abc", nil), ("", nil), (nil, nil),
    ] as [(String?, String?)])
  func readsTheTokenOfTheBearerScheme(_ value: String?, _ token: String?) {
    var fields = HTTPFields()
    if let value { fields.append("Authorization", value) }
    #expect(BearerToken.of(Request(method: "GET", path: "/", fields: fields)) == token)
  }
}
