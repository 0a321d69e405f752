import Testing

@testable import Development

/// Secrets never enter the traffic.
@Suite struct TrafficRedactionTests {
  private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"

  struct Row: Sendable {
    var text: String
    var redacted: String

    init(_ text: String, _ redacted: String) {
      self.text = text
      self.redacted = redacted
    }
  }

  @Test(arguments: [
    Row(#"{"password":"x","name":"a"}"#, #"{"password":"[redacted]","name":"a"}"#),
    Row(
      #"{ "access_token" : "x" , "refresh_token":"y"}"#,
      #"{ "access_token" : "[redacted]" , "refresh_token":"[redacted]"}"#),
    Row(
      #"{"accessToken":"x","refreshToken":"y","refresh":"z"}"#,
      #"{"accessToken":"[redacted]","refreshToken":"[redacted]","refresh":"[redacted]"}"#),
    Row(
      #"{"new_password":"a\"b","current_password":"\\"}"#,
      #"{"new_password":"[redacted]","current_password":"[redacted]"}"#),
    Row(
      #"{"data":{"token":"x"},"n":[1,{"api_key":"y"}]}"#,
      #"{"data":{"token":"[redacted]"},"n":[1,{"api_key":"[redacted]"}]}"#),
    Row(#"{"password":12345}"#, #"{"password":"[redacted]"}"#), Row(#"{"token":null}"#, #"{"token":null}"#),
    Row(#"{"tokens":["a"],"token":["a","b"]}"#, #"{"tokens":["a"],"token":["[redacted]","[redacted]"]}"#),
    // The server decodes escapes in names.
    Row(#"{"pass\u0077ord":"x"}"#, #"{"pass\u0077ord":"[redacted]"}"#),
    Row(#"{"PassWord":"x","API-Key":"y"}"#, #"{"PassWord":"[redacted]","API-Key":"[redacted]"}"#),
    // Cut off or malformed.
    Row(#"{"password":"secre"#, #"{"password":"[redacted]""#),
    Row(#"{"password":"a","token":"#, #"{"password":"[redacted]","token":"#),
    Row(#"{"a":1,,"password":"x"#, #"{"a":1,,"password":"[redacted]""#),
    // Tokens in other members.
    Row(#"{"content":"\#(token)"}"#, #"{"content":"[redacted]"}"#),
    Row(#"{"url":"http://h/ws?token=abc&x=1","n":"b"}"#, #"{"url":"http://h/ws?token=[redacted]&x=1","n":"b"}"#),
    Row(
      #"{"invitation":"AB-CD","sync_token":"12","token_type":"bearer"}"#,
      #"{"invitation":"[redacted]","sync_token":"12","token_type":"bearer"}"#),
    Row(#"["\#(token)","a"]"#, #"["[redacted]","a"]"#), Row("Bearer \(token)", "Bearer [redacted]"),
    Row("username=a&password=b", "username=a&password=[redacted]"), Row("two eggs", "two eggs"),
  ])
  func removesSecretsFromContent(_ row: Row) {
    let (body, isTruncated) = TrafficRedaction.content(Array(row.text.utf8), maxBytes: 1000)
    #expect(body == row.redacted && !isTruncated)
  }

  /// A cut at any place leaves no part of the secret.
  @Test(arguments: 0...60)
  func aCutLeavesNoPartOfASecret(_ length: Int) {
    let text = #"{"name":"a","password":"TOPSECRETTOPSECRET","token":"TOPSECRET"}"#
    let (body, isTruncated) = TrafficRedaction.content(Array(text.utf8), maxBytes: length)
    #expect(isTruncated && body?.contains("TOP") != true)
  }

  @Test func aCutKeepsCharactersWhole() {
    let bytes = Array("ab€".utf8)
    #expect(TrafficRedaction.content(bytes, maxBytes: 4).body == "ab")
    #expect(TrafficRedaction.content(bytes, maxBytes: 5).body == "ab€")
    #expect(TrafficRedaction.content([0xFF, 0xFE], maxBytes: 5).body == nil)
    #expect(TrafficRedaction.content([], maxBytes: 5).body == nil)
  }

  @Test(arguments: [
    Row("Authorization: Bearer abc", "Bearer [redacted]"), Row("authorization: abc", "[redacted]"),
    Row("Cookie: a=b", "[redacted]"), Row("Set-Cookie: a=b", "[redacted]"), Row("X-API-Key: abc", "[redacted]"),
    Row("Sec-WebSocket-Protocol: bearer, abc", "[redacted]"), Row("X-Auth-Token: abc", "[redacted]"),
    Row("Proxy-Authorization: Basic abc", "[redacted]"),
    Row("Referer: http://h/?token=abc", "http://h/?token=[redacted]"),
    Row("X-Other: \(token)", "[redacted]"), Row("Accept: text/html", "text/html"),
  ])
  func removesSecretsFromFields(_ row: Row) {
    let parts = row.text.split(separator: ": ", maxSplits: 1).map(String.init)
    #expect(TrafficRedaction.fields([(parts[0], parts[1])]).first?.value == row.redacted)
  }

  @Test func removesSecretsFromQueries() {
    let query = [("token", "a b"), ("since", "4"), ("access_token", "x"), ("q", Self.token)]
    #expect(
      TrafficRedaction.query(query) == "?token=%5Bredacted%5D&since=4&access_token=%5Bredacted%5D&q=%5Bredacted%5D")
    #expect(TrafficRedaction.query([]).isEmpty)
  }
}
