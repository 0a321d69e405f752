import JSONCodec
import Storage
import Testing

@testable import Accounts

@Suite struct ProfileNameTests {
  /// Zero width space, soft hyphen, Braille blank, Hangul fillers, grapheme joiner, variation selector, tag, word joiner,
  /// byte order mark, blank hieroglyph, and mixtures of them with spaces.
  static let invisible = [
    "\u{200B}", "\u{AD}", "\u{2800}", "\u{3164}", "\u{115F}", "\u{1160}", "\u{FFA0}", "\u{34F}", "\u{FE0F}",
    "\u{E0041}", "\u{2060}", "\u{FEFF}", "\u{13441}", " \u{200B} \u{200D}", "\u{3164}\u{3164}", "\u{E000}",
  ]

  static let unsafe = ["Ada\u{202E}evil", "\u{2066}Ada\u{2069}", "\u{202A}Ada", "Ada\u{2028}Lovelace", "Ada\nLovelace"]

  @Test(arguments: invisible + unsafe) func displayNameIsRefused(_ name: String) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let registration: JSONValue = ["email": "ada@example.com", "password": "Secret12", "name": .string(name)]
    let registered = await service.send("POST", "/api/v1/auth/register", registration)
    #expect(registered.status == 400 && registered.code == "VALIDATION_ERROR")
    let rule = registered.text("error", "details", "name")
    #expect(rule != nil && rule != "invalid")
    _ = try await service.commands.createUser(username: "ada", password: "Secret12", name: "Ada")
    let token = try await service.commands.issueToken(login: "ada").access
    let changed = await service.send("PATCH", "/api/v1/users/me", ["name": .string(name)], token: token)
    #expect(changed.status == 400)
    #expect(await service.send("GET", "/api/v1/users/me", token: token).text("data", "name") == "Ada")
  }

  @Test(arguments: [
    "Ada", "\u{5D0}\u{5D3}\u{5D4}", "\u{645}\u{6CC}\u{200C}\u{62E}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
    "\u{2764}\u{FE0F}",
    "Ada \u{AD}Lovelace", "",
  ])
  func displayNameIsKept(_ name: String) throws {
    #expect(try ProfilePolicy.name(name) == name)
  }

  @Test func displayNameOfSpacesIsEmpty() throws {
    #expect(try ProfilePolicy.name(" \t ") == "")
  }

  @Test(arguments: invisible.filter { !$0.hasPrefix(" ") }) func usernameIsRefused(_ character: String) {
    #expect(throws: (any Error).self) { try ProfilePolicy.username("ada" + character + "x") }
    #expect(throws: (any Error).self) { try ProfilePolicy.username(character + character + character) }
  }
}
