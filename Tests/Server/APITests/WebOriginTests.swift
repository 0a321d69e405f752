import TestSupport
import Testing

@testable import API

@Suite struct WebOriginTests {
  @Test(arguments: [
    ("https://a.example", "https://a.example:443"), ("http://a.example", "http://a.example:80"),
    ("HTTPS://A.Example", "https://a.example"), ("wss://a.example", "https://a.example"),
    ("ws://a.example:8000", "http://a.example:8000"), ("http://[::1]:3000", "http://[0:0:0:0:0:0:0:1]:3000"),
    ("https://[2001:DB8::1]", "https://[2001:db8::1]:443"), ("wss://a.example:443", "https://a.example"),
  ])
  func comparesSchemeHostAndPort(first: String, second: String) throws {
    #expect(try #require(WebOrigin(first)) == #require(WebOrigin(second)))
  }

  @Test(arguments: [
    ("https://a.example", "http://a.example"), ("https://a.example", "https://a.example:8443"),
    ("https://a.example", "https://b.a.example"), ("http://a.example:443", "https://a.example"),
    ("https://a.example:80", "http://a.example"), ("capacitor://localhost", "http://localhost"),
    ("http://[::1]", "http://[::2]"), ("https://a.example.", "https://a.example"),
  ])
  func distinguishesOrigins(first: String, second: String) throws {
    #expect(try #require(WebOrigin(first)) != #require(WebOrigin(second)))
  }

  @Test(arguments: [
    "", "*", "null", "a.example", "https://", "https:///", "https://a.example/", "https://a.example/path", "://a",
    "https://a.example?x", "https://a.example#x", "https://user@a.example", "https://a.example:", "https://a.example:x",
    "https://a.example:65536", "https://a.example:+80", "https://*.example", "https://a b", "1http://a", "ht_tp://a",
    "https://a.example https://b.example", "http://[::1", "http://[::1]x", "http://[a]", "http://::1",
    "https://ex\u{E4}mple",
    "https://" + String(repeating: "a", count: 300),
  ])
  func rejectsInvalidOrigins(_ text: String) {
    #expect(WebOrigin(text) == nil)
    #expect(AllowedOrigins.isValid(text) == (text == "*"))
  }

  @Test(arguments: [
    ("http://localhost:3000", true), ("https://localhost", true), ("http://app.localhost:5173", true),
    ("http://127.0.0.1:8080", true), ("http://127.9.9.9", true), ("http://[::1]:3000", true), ("ws://localhost", true),
    ("http://localhost.evil.example", false), ("http://notlocalhost", false), ("http://128.0.0.1", false),
    ("http://[::2]", false), ("http://127.0.0.1.evil.example", false), ("capacitor://localhost", false),
    ("null", false), ("http://127.1", false),
  ])
  func knowsPagesOfThisMachine(_ text: String, _ isLoopback: Bool) {
    #expect((WebOrigin(text)?.isLoopback ?? false) == isLoopback)
    #expect(AllowedOrigins(allowsLoopback: true).allows(text) == isLoopback)
    #expect(!AllowedOrigins().allows(text))
  }
}
