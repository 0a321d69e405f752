import Accounts
import JSONCodec
import Storage
import Testing

@Suite struct RegistrationTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var path: String
    var body: JSONValue
    var status: Int
    var code: String
    var testDescription: String { "\(path) \(body.text.prefix(90))" }

    static func register(_ change: [String: JSONValue], _ code: String, status: Int = 400) -> Refusal {
      let good: JSONValue = [
        "email": "new@example.com", "password": "Secret12", "name": "New", "date_of_birth": "1990-05-31",
      ]
      return Refusal(path: "/api/v1/auth/register", body: good.merging(change), status: status, code: code)
    }

    static func signup(_ username: JSONValue, _ password: JSONValue, _ code: String) -> Refusal {
      Refusal(
        path: "/api/auth/signup", body: ["username": username, "password": password], status: 400, code: code)
    }
  }

  static let refusals: [Refusal] =
    ["", "a", "a@b", "@example.com", "a@.com", "a@b..com", "a..b@example.com", "a b@example.com", "a@-b.com"].map {
      .register(["email": .string($0)], $0.isEmpty ? "VALIDATION_ERROR" : "INVALID_EMAIL")
    }
    + ["Short1", "alllower1", "ALLUPPER1", "NoDigits", "Aa1" + String(repeating: "x", count: 1024)].map {
      .register(["password": .string($0)], "WEAK_PASSWORD")
    } + [
      // The clock stands at 2026-01-15.
      .register(["date_of_birth": "2013-01-16"], "AGE_RESTRICTION"),
      .register(["date_of_birth": "2030-01-01"], "VALIDATION_ERROR"),
      .register(["date_of_birth": "1800-01-01"], "VALIDATION_ERROR"),
      .register(["date_of_birth": "1915-01-15"], "VALIDATION_ERROR"),
      .register(["date_of_birth": "1990-02-30"], "VALIDATION_ERROR"),
      .register(["date_of_birth": 5], "VALIDATION_ERROR"),
      .register(["name": 5], "VALIDATION_ERROR"),
      .register(["email": "ADA@example.com"], "EMAIL_TAKEN", status: 409),
      .signup("ADA", "password", "USERNAME_TAKEN"),
      .signup("ada@example.com", "password", "USERNAME_TAKEN"),
      // Full-width letters fold to the same name.
      .signup("\u{FF41}\u{FF44}\u{FF41}", "password", "USERNAME_TAKEN"),
      .signup("ab", "password", "VALIDATION_ERROR"),
      .signup("a\u{200B}da", "password", "VALIDATION_ERROR"),
      .signup("a da", "password", "VALIDATION_ERROR"),
      // Marks that stand alone fold to a space and the mark: such a name would be looked up under another one.
      .signup("\u{1FBF}ada", "password", "VALIDATION_ERROR"),
      .signup("ad\u{B4}a", "password", "VALIDATION_ERROR"),
      .signup("somebody", "short", "WEAK_PASSWORD"),
      .signup(7, "password", "VALIDATION_ERROR"),
      .signup("somebody", nil, "VALIDATION_ERROR"),
      Refusal(path: "/api/auth/signup", body: [1], status: 400, code: "INVALID_JSON"),
    ]

  @Test(arguments: refusals)
  func refuses(_ row: Refusal) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", email: "ada@example.com", password: "Secret12")
    let answer = await service.send("POST", row.path, row.body)
    #expect(answer.status == row.status)
    #expect(answer.code == row.code)
    #expect(answer.body["success"] == false)
    if row.path.hasPrefix("/api/auth/") { #expect(answer.text("detail") == answer.text("message")) }
    #expect(try await service.commands.listUsers().count == 1)
  }

  @Test func signUpNamesWhatIsTaken() async throws {
    let service = try AccountsHarness().service()
    _ = try await service.commands.createUser(username: "ada", email: "ada@example.com", password: "Secret12")
    for (username, email, taken, message) in [
      ("eve", "Ada@example.com", "email", "E-mail address already registered."),
      ("ada", "eve@example.com", "username", "Username already registered."),
    ] {
      let answer = await service.send(
        "POST", "/api/auth/signup",
        ["username": .string(username), "email": .string(email), "password": "password"])
      #expect(answer.status == 400 && answer.code == "USERNAME_TAKEN" && answer.text("message") == message)
      #expect(answer.body["error"]?["details"]?.objectValue.map { Array($0.keys) } == [taken])
    }
  }

  @Test func detailsStateTheRule() async throws {
    let service = try AccountsHarness().service()
    for (path, body, member) in [
      ("/api/auth/signup", ["username": "ab", "password": "password"], "username"),
      ("/api/v1/auth/register", ["email": "ada", "password": "Secret12"], "email"),
      ("/api/v1/auth/register", ["email": "a@b.org", "password": "Secret12", "name": "a\nb"], "name"),
      ("/api/v1/auth/register", ["email": "a@b.org", "password": "Secret12", "name": "\u{200B}"], "name"),
      ("/api/v1/auth/register", ["email": "a@b.org", "password": "Secret12", "date_of_birth": "x"], "date_of_birth"),
    ] as [(String, JSONValue, String)] {
      let rule = await service.send("POST", path, body).body["error"]?["details"]?[member]?.stringValue
      #expect(rule != nil && rule != "invalid", "\(body.text)")
    }
  }

  @Test func registersOnTheThirteenthBirthday() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let body: JSONValue = [
      "email": "kid@example.com", "password": "Secret12", "fullName": "Kid", "dateOfBirth": "2013-01-15",
    ]
    let answer = await service.send("POST", "/api/v1/auth/register", body)
    #expect(answer.status == 201)
    for key in ["user_id", "email", "name", "created_at", "access_token", "refresh_token", "accessToken"] {
      #expect(answer.text("data", key) != nil)
    }
    #expect(answer.text("data", "user", "id") == answer.text("data", "user_id"))
    #expect(answer.body["data"]?["expiresIn"]?.integerValue == 86400)
  }
}
