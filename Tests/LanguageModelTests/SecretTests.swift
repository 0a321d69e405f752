import Testing

@testable import LanguageModel

@Suite struct SecretTests {
  private let key = "sk-test-0123456789abcdef"

  @Test func showsItselfNowhere() throws {
    let secret = try #require(Secret(key))
    var configuration = ModelCoachConfiguration()
    configuration.apiKey = secret
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in [
      "\(secret)", String(describing: secret), String(reflecting: secret), "\(configuration)", "\([secret])",
      String(reflecting: configuration), dumped, "\(Optional(secret) as Any)",
    ] {
      #expect(!text.contains("0123"), "\(text)")
      #expect(text.contains("redacted") || text == dumped)
    }
  }

  @Test(arguments: ["", " ", "a b", "a\r\nX-Other: 1", "schlüssel", "a\u{0}", String(repeating: "a", count: 4097)])
  func rejectsValuesThatAreInvalidInAHeaderField(_ text: String) {
    #expect(Secret(text) == nil)
  }

  @Test(arguments: [
    ("Incorrect API key provided: sk-test-0123456789abcdef.", "Incorrect API key provided: [redacted]."),
    ("key sk-test-0****cdef", "key [redacted]****cdef"),
    ("ends with 89abcdef", "ends with [redacted]"),
    ("a test of sk-te", "a test of sk-te"),
    ("", ""),
    ("sk-test-0123456789abcdefsk-test-0123456789abcdef", "[redacted][redacted]"),
  ])
  func redactsTheSecretAndPartsOfIt(_ row: (text: String, clean: String)) throws {
    #expect(try #require(Secret(key)).removed(from: row.text) == row.clean)
  }

  @Test func redactsAShortSecretOnlyAsAWhole() throws {
    #expect(try #require(Secret("abc")).removed(from: "an abc, ab") == "an [redacted], ab")
  }
}
