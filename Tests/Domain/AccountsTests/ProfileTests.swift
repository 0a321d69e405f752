import Bytes
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import Accounts

/// The profile of body and goals.
@Suite struct ProfileTests {
  private static let path = "/api/v1/users/me"

  private func signedIn() async throws -> (harness: AccountsHarness, service: AccountsService, token: String) {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    return (harness, service, try await service.commands.issueToken(login: "ada").access)
  }

  @Test(arguments: ["PUT", "PATCH", "POST"])
  func acceptsAndReturnsSnakeCaseAndCamelCase(_ method: String) async throws {
    let (_, service, token) = try await signedIn()
    let empty = await service.send("GET", Self.path, token: token)
    for name in ["sex", "age", "height_cm", "weight_kg", "activity_level", "goal", "energy_target_kcal"] {
      #expect(empty.body["data"]?[name] == .null, "\(name)")
    }
    let told: JSONValue = [
      "sex": "female", "date_of_birth": "1990-05-31", "height_cm": 168, "weightKg": 70.5, "activityLevel": "moderate",
      "goal": "lose", "energy_target_kcal": 1700, "proteinTargetG": 110,
    ]
    #expect(await service.send(method, Self.path, told, token: token).status == 200)
    // What is absent stays.
    let changed = await service.send(method, Self.path, ["weight_kg": 70, "name": "Ada"], token: token)
    for body in [changed.body, await service.send("GET", Self.path, token: token).body] {
      for data in [body, try #require(body["data"])] {
        #expect(data["sex"] == "female" && data["goal"] == "lose" && data["name"] == "Ada")
        #expect(data["height_cm"] == 168 && data["heightCm"] == 168)
        #expect(data["weight_kg"] == 70 && data["weightKg"] == 70)
        #expect(data["activity_level"] == "moderate" && data["activityLevel"] == "moderate")
        #expect(data["energy_target_kcal"] == 1700 && data["energyTargetKcal"] == 1700)
        #expect(data["protein_target_g"] == 110 && data["proteinTargetG"] == 110)
      }
    }
    let forgotten = await service.send(method, Self.path, ["weight_kg": nil, "goal": nil], token: token)
    #expect(forgotten.body["data"]?["weight_kg"] == .null && forgotten.body["data"]?["goal"] == .null)
    #expect(forgotten.body["data"]?["height_cm"] == 168)
  }

  @Test func storesTheLanguageOfTheUser() async throws {
    let (_, service, token) = try await signedIn()
    #expect(await service.send("GET", Self.path, token: token).body["data"]?["language"] == .null)
    #expect(await service.send("PATCH", Self.path, ["language": "de"], token: token).body["language"] == "de")
    // What is absent stays, and null removes it.
    let changed = await service.send("PATCH", Self.path, ["name": "Ada", "weight_kg": 70], token: token)
    #expect(changed.body["data"]?["language"] == "de")
    #expect(await service.send("PUT", Self.path, ["language": nil], token: token).body["data"]?["language"] == .null)
  }

  @Test func storesTheTimeZoneOfTheUser() async throws {
    let (_, service, token) = try await signedIn()
    #expect(await service.send("GET", Self.path, token: token).body["data"]?["timezone"] == .null)
    for (sent, stored) in [("+9", "+09:00"), ("UTC", "UTC"), ("-0330", "-03:30")] {
      let changed = await service.send("PATCH", Self.path, ["timezone": .string(sent)], token: token)
      #expect(changed.body["timezone"] == .string(stored))
    }
    let other = await service.send("PATCH", Self.path, ["name": "Ada"], token: token)
    #expect(other.body["data"]?["timezone"] == "-03:30")
    #expect(await service.send("PUT", Self.path, ["timezone": nil], token: token).body["data"]?["timezone"] == .null)
  }

  @Test(
    arguments: [
      ("timezone", "Mars/Olympus"), ("timezone", ""), ("timezone", 9), ("language", "nl"), ("language", "de-AT"),
      ("language", ""), ("language", 1), ("height_cm", 99.9),
      ("height_cm", 251), ("height_cm", "168"), ("weight_kg", 24), ("weight_kg", 351),
      ("weight_kg", true), ("age", 12), ("age", 111), ("age", 30.5), ("sex", "f"), ("activity_level", "lazy"),
      ("goal", ""), ("energy_target_kcal", 799), ("energy_target_kcal", 8001), ("protein_target_g", 9),
      ("protein_target_g", [100]),
    ] as [(String, JSONValue)])
  func rejectsOutOfRangeValuesAndChangesNothing(_ name: String, _ value: JSONValue) async throws {
    let (_, service, token) = try await signedIn()
    let answer = await service.send("PUT", Self.path, ["name": "Other", name: value], token: token)
    #expect(answer.status == 400 && answer.code == "VALIDATION_ERROR")
    #expect(answer.body["error"]?["details"]?[name]?.stringValue?.isEmpty == false)
    #expect(await service.send("GET", Self.path, token: token).text("data", "name") != "Other")
  }

  @Test(arguments: [("height_cm", [100, 250]), ("weight_kg", [25, 350]), ("age", [13, 110])])
  func takesTheEndsOfRanges(_ name: String, _ values: [Int]) async throws {
    let (_, service, token) = try await signedIn()
    for value in values {
      let answer = await service.send("PUT", Self.path, [name: .integer(Int64(value))], token: token)
      #expect(answer.body["data"]?[name]?.doubleValue == Double(value))
    }
  }

  /// A stored age grows with time, and a date of birth has precedence.
  @Test func knowsTheAge() async throws {
    let (harness, service, token) = try await signedIn()
    func age() async -> JSONValue? { await service.send("GET", Self.path, token: token).body["data"]?["age"] }
    _ = await service.send("PUT", Self.path, ["age": 33], token: token)
    #expect(await age() == 33)
    let user = try #require(try await service.users.find(login: "ada"))
    let body = try await harness.database.read { try StoredBodyProfile.find(user.id, in: $0) }
    let year = try #require(Int(harness.clock.now.date.prefix(4)))
    let later = "\(year + 2)" + harness.clock.now.date.dropFirst(4)
    #expect(body.age(dateOfBirth: nil, today: later) == 35)
    _ = await service.send("PUT", Self.path, ["date_of_birth": "1990-05-31"], token: token)
    #expect(
      await age()
        == .integer(Int64(try #require(StoredBodyProfile.years(from: "1990-05-31", to: harness.clock.now.date)))))
  }

  @Test(
    arguments: [
      ("1990-05-31", "2026-05-30", 35), ("1990-05-31", "2026-05-31", 36), ("2026-01-01", "2026-12-31", 0),
      ("2026-02-01", "2026-01-01", 0), ("2027-01-01", "2026-01-01", nil), ("", "2026-01-01", nil),
    ] as [(String, String, Int?)])
  func countsFullYears(_ first: String, _ second: String, _ years: Int?) {
    #expect(StoredBodyProfile.years(from: first, to: second) == years)
  }

  @Test func deletingTheAccountDeletesTheProfile() async throws {
    let (harness, service, token) = try await signedIn()
    _ = await service.send("PUT", Self.path, ["weight_kg": 70], token: token)
    let user = try await harness.database.read { try $0.first("SELECT user_id FROM profiles", [])?.text("user_id") }
    try await service.users.delete(userID: try #require(user))
    let rows = try await harness.database.read { try $0.query("SELECT * FROM profiles", []) }
    #expect(rows.isEmpty)
  }
}
