import Testing

@testable import HTTPServer

@Suite struct LogRedactionTests {
  private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"

  @Test(arguments: [
    ("/ws/chat/room?token=\(token)", "/ws/chat/room?token=[redacted]"),
    ("/ws/chat/room?token=opaque/with/slashes+and=", "/ws/chat/room?token=[redacted]"),
    ("/ws?a=1&token=x&b=2", "/ws?a=1&token=[redacted]&b=2"), ("/ws?Access_Token=x", "/ws?Access_Token=[redacted]"),
    ("/ws?refresh_token=x;api_key=y", "/ws?refresh_token=[redacted];api_key=[redacted]"),
    ("/ws?refreshToken=x", "/ws?refreshToken=[redacted]"), ("/ws?X-API-Key=x", "/ws?X-API-Key=[redacted]"),
    ("/room%3Ftoken%3Dsecret", "/room%3Ftoken%3D[redacted]"), ("/room%3Ftoken%3dsecret", "/room%3Ftoken%3d[redacted]"),
    ("/token=", "/token=[redacted]"), ("token=x", "token=[redacted]"),
    ("/ws/\(token)/messages", "/ws/[redacted]/messages"), ("/ws/a.\(token)", "/ws/[redacted]"),
    (token, "[redacted]"), ("/%\(token)", "/%[redacted]"),
  ])
  func removesTokens(_ text: String, _ shown: String) {
    #expect(LogRedaction.redacted(text) == shown)
  }

  @Test(arguments: [
    "", "/", "/health", "/api/v1/meal-logs/0b7d4f9e", "/a=b", "/tokens/7", "/files/a.b.c", "/eyJ/x", "/eyJ.txt",
    "/100%", "/a%3", "/%3D", "/\u{1F34E}=\u{1F34A}", "/tokenise=1",
  ])
  func doesNotRedactTextWithoutSecrets(_ text: String) {
    #expect(LogRedaction.redacted(text) == text)
  }

  /// The cost grows with the length only: 1 MiB of the worst input takes no time worth mention.
  @Test(arguments: ["=", "token=", "eyJ.", "%3D", "a.", "%"])
  func readsLongTextInOnePass(_ piece: String) {
    let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
    #expect(LogRedaction.redacted(text).utf8.count <= text.utf8.count + 20)
  }
}
