import Testing

@testable import LanguageModel

@Suite struct EndpointAddressTests {
  @Test(arguments: [
    ("https://api.example.com/v1", "https://api.example.com/v1/chat/completions", false),
    ("https://api.example.com/v1/", "https://api.example.com/v1/chat/completions", false),
    ("https://api.example.com", "https://api.example.com/chat/completions", false),
    ("HTTP://127.0.0.1:11434/v1//", "http://127.0.0.1:11434/v1/chat/completions", true),
    ("http://[::1]:8080/a/b", "http://[::1]:8080/a/b/chat/completions", true),
    ("http://model_server:80", "http://model_server:80/chat/completions", true),
  ])
  func parsesValidAddresses(_ row: (base: String, completions: String, isClearText: Bool)) throws {
    let address = try #require(EndpointAddress(base: row.base))
    #expect(address.completions == row.completions)
    #expect(address.isClearText == row.isClearText)
  }

  @Test(arguments: [
    "", "api.example.com", "ftp://example.com", "file:///etc/passwd", "https://", "https:///v1", "https://:80",
    "https://user@example.com", "https://user:word@example.com/v1", "https://example.com/v1?key=1",
    "https://example.com/v1#a", "https://example.com:0", "https://example.com:65536", "https://example.com:8a",
    "https://example.com/a b", "https://example.com/\r\nX: 1", "https://exämple.com", "https://example.com/../v1",
    "https://example.com/./v1", "https://[::1", "https://[]/v1", "https://[::1]x", "gopher://example.com",
    "https://{a,b}.example.com", "https://a%2eb/", "https://example.com:+80", "http:/example.com",
    "https://" + String(repeating: "a", count: 1024),
  ])
  func rejectsInvalidInput(_ base: String) {
    #expect(EndpointAddress(base: base) == nil)
  }
}
