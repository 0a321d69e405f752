import Accounts
import JSONCodec
import Storage
import TestSupport
import Testing

@Suite struct AuthRoutesTests {
  struct Family: Sendable, CustomTestStringConvertible {
    var login: String
    var refresh: String
    var access: [String]
    var refreshToken: [String]
    var refreshKey: String
    var expiresIn: Int64
    var testDescription: String { login }
  }

  static let families = [
    Family(
      login: "/api/auth/login", refresh: "/api/auth/refresh", access: ["access_token"],
      refreshToken: ["refresh_token"], refreshKey: "refresh_token", expiresIn: 1800),
    Family(
      login: "/api/auth/token", refresh: "/api/auth/token/refresh", access: ["access"], refreshToken: ["refresh"],
      refreshKey: "refresh", expiresIn: 3600),
    Family(
      login: "/api/v1/auth/login", refresh: "/api/v1/auth/refresh", access: ["data", "access_token"],
      refreshToken: ["data", "refresh_token"], refreshKey: "refreshToken", expiresIn: 86400),
  ]

  static func find(_ path: [String], in body: JSONValue) -> String? {
    path.reduce(Optional(body)) { $0?[$1] }?.stringValue
  }

  @Test(arguments: families)
  func signsInRotatesAndRevokesOnReuse(_ family: Family) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let user = try await service.commands.createUser(username: "Ada", email: "ada@example.com", password: "Secret12")
    for login: JSONValue in [
      ["username": "ADA", "password": "Secret12"], ["email": "Ada@Example.com", "password": "Secret12"],
      ["username": " ada@example.com ", "password": "Secret12"],
    ] {
      #expect(await service.send("POST", family.login, login).status == 200)
    }
    let first = await service.send("POST", family.login, ["username": "ada", "password": "Secret12"])
    let access = try #require(Self.find(family.access, in: first.body))
    let refresh = try #require(Self.find(family.refreshToken, in: first.body))
    #expect((first.body["expires_in"] ?? first.body["data"]?["expires_in"])?.integerValue == family.expiresIn)
    #expect(await service.send("GET", "/api/auth/me", token: access).status == 200)
    #expect(await service.send("GET", "/api/auth/me", token: refresh).status == 401)
    #expect(await service.send("POST", family.refresh, [family.refreshKey: .string(access)]).status == 401)

    let second = await service.send("POST", family.refresh, [family.refreshKey: .string(refresh)])
    #expect(second.status == 200)
    let newAccess = try #require(Self.find(family.access, in: second.body))
    let newRefresh = try #require(Self.find(family.refreshToken, in: second.body))
    #expect(newRefresh != refresh)
    #expect(harness.signedOutUsers.isEmpty)

    let reused = await service.send("POST", family.refresh, [family.refreshKey: .string(refresh)])
    #expect(reused.status == 401)
    #expect(reused.text("message")?.contains("revoked") == true)
    #expect(harness.signedOutUsers == [user.id])
    #expect(await service.send("GET", "/api/auth/me", token: newAccess).status == 401)
    let dead = await service.send("POST", family.refresh, [family.refreshKey: .string(newRefresh)])
    #expect(dead.status == 401)
    #expect(dead.text("message")?.contains("revoked") == true)
    #expect(harness.signedOutUsers == [user.id], "an old token cuts sockets once only")
  }

  private static let repeatable = {
    var configuration = AccountsService.Configuration()
    configuration.refreshRetryWindow = .seconds(300)
    return configuration
  }()

  /// A client that lost the response of a refresh repeats it.
  @Test func aRefreshCanBeRepeated() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.repeatable)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let first = try await service.commands.issueToken(login: "ada").refresh
    let lost = try await Self.refresh(service, first)
    harness.clock.advance(by: .seconds(299))
    let second = try await Self.refresh(service, first)
    #expect(Set([first, lost, second]).count == 3)
    #expect(harness.signedOutUsers.isEmpty)
    // From now on the first token is a stolen one.
    let third = try await Self.refresh(service, second)
    #expect(await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(first)]).code == "TOKEN_REVOKED")
    #expect(await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(third)]).code == "TOKEN_REVOKED")
    #expect(harness.signedOutUsers.count == 1)
  }

  /// A thief and the client cannot both continue with successors of one token.
  @Test func theOtherSuccessorOfARepeatedRefreshIsSpent() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.repeatable)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let first = try await service.commands.issueToken(login: "ada").refresh
    let other = try await Self.refresh(service, first)
    let used = try await Self.refresh(service, first)
    _ = try await Self.refresh(service, used)
    #expect(await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(other)]).code == "TOKEN_REVOKED")
  }

  @Test(arguments: [(300, 300), (1, 0), (0, 0)])
  func aSpentTokenIsRefusedAfterTheRetryWindow(_ seconds: Int, window: Int) async throws {
    let harness = try AccountsHarness()
    var configuration = AccountsService.Configuration()
    configuration.refreshRetryWindow = .seconds(window)
    let service = try harness.service(configuration)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let first = try await service.commands.issueToken(login: "ada").refresh
    _ = try await Self.refresh(service, first)
    harness.clock.advance(by: .seconds(seconds))
    #expect(await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(first)]).code == "TOKEN_REVOKED")
  }

  private static func refresh(_ service: AccountsService, _ token: String) async throws -> String {
    let answer = await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(token)])
    #expect(answer.status == 200)
    return try #require(answer.text("refresh_token"))
  }

  /// Tabs of one browser, or requests of one client, that refresh at the same time.
  @Test func parallelUsesOfARefreshTokenAreRepeats() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.repeatable)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let refresh = try await service.commands.issueToken(login: "ada").refresh
    let answers = await withTaskGroup(of: Answer.self) { group in
      for _ in 0..<8 {
        group.addTask { await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(refresh)]) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.allSatisfy { $0.status == 200 })
    #expect(Set(answers.compactMap { $0.text("refresh_token") }).count == 8)
  }

  @Test func letsOneOfManyParallelUsesOfARefreshTokenWinWithoutARetryWindow() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let refresh = try await service.commands.issueToken(login: "ada").refresh
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(refresh)]).status }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 200 }.count == 1)
    #expect(statuses.filter { $0 == 401 }.count == 7)
  }

  @Test func repeatsARefreshedPairAtTheTopLevelInBothSpellings() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let refresh = try await service.commands.issueToken(login: "ada").refresh
    let answer = await service.send("POST", "/api/v1/auth/refresh", ["refresh_token": .string(refresh)])
    for key in ["access_token", "accessToken", "refresh_token", "refreshToken"] {
      #expect(answer.text(key) != nil)
      #expect(answer.text(key) == answer.text("data", key))
    }
    #expect(answer.body["success"] == true)
    #expect(answer.body["error"] == .null)
  }

  @Test(arguments: ["/api/auth/logout", "/api/v1/auth/logout"])
  func logoutEndsTheSessionAndCutsSockets(_ path: String) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let user = try await service.commands.createUser(username: "ada", password: "Secret12")
    let byAccess = try await service.commands.issueToken(login: "ada")
    let byRefresh = try await service.commands.issueToken(login: "ada")
    let other = try await service.commands.issueToken(login: "ada")
    #expect(await service.send("POST", path).status == 401)
    #expect(await service.send("POST", path, token: byAccess.access).status == 200)
    #expect(await service.send("POST", path, ["refresh_token": .string(byRefresh.refresh)]).status == 200)
    #expect(await service.send("GET", "/api/v1/users/me", token: byAccess.access).status == 401)
    #expect(await service.send("GET", "/api/v1/users/me", token: byRefresh.access).status == 401)
    #expect(await service.send("GET", "/api/v1/users/me", token: other.access).status == 200)
    #expect(harness.signedOutUsers == [user.id, user.id])
  }

  @Test(arguments: [("PUT", "/api/auth/password", 200), ("PUT", "/api/v1/users/me/password", 204)])
  func passwordChangeEndsEverySession(_ method: String, _ path: String, _ status: Int) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let tokens = try await service.commands.issueToken(login: "ada")
    let wrong: JSONValue = ["current_password": "Secret13", "new_password": "Better123"]
    #expect(await service.send(method, path, wrong, token: tokens.access).code == "INVALID_CREDENTIALS")
    let right: JSONValue = ["current_password": "Secret12", "new_password": "Better123"]
    #expect(await service.send(method, path, right, token: tokens.access).status == status)
    #expect(await service.send("GET", "/api/v1/users/me", token: tokens.access).status == 401)
    let old = await service.send("POST", "/api/auth/login", ["username": "ada", "password": "Secret12"])
    #expect(old.code == "INVALID_CREDENTIALS")
    let new = await service.send("POST", "/api/auth/login", ["username": "ada", "password": "Better123"])
    #expect(new.status == 200)
    #expect(harness.signedOutUsers.count == 1)
  }

  @Test func returnsAnIntegerIDToTheChatAPIAndTextElsewhere() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let signup = await service.send("POST", "/api/auth/signup", ["username": "ada", "password": "password"])
    #expect(signup.status == 200)
    #expect(signup.text("token_type") == "bearer")
    #expect(signup.body["user"] == nil)
    let access = try #require(signup.text("access_token"))
    #expect(await service.send("GET", "/api/auth/me", token: access).body["id"]?.integerValue == 1)
    let me = await service.send("GET", "/api/v1/users/me", token: access)
    #expect(me.text("data", "id")?.count == 36)
    #expect(me.text("data", "email")?.isEmpty == true)
  }

  @Test func changesAndDeletesTheProfile() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let user = try await service.commands.createUser(username: "ada", password: "Secret12")
    let access = try await service.commands.issueToken(login: "ada").access
    let changed = await service.send(
      "PUT", "/api/v1/users/me", ["fullName": "Ada L.", "date_of_birth": "1990-12-10T00:00:00+05:00"], token: access)
    #expect(changed.text("data", "name") == "Ada L.")
    #expect(changed.text("data", "date_of_birth") == "1990-12-10")
    try await service.users.delete(userID: user.id)
    #expect(await service.send("GET", "/api/v1/users/me", token: access).status == 401)
    #expect(harness.signedOutUsers == [user.id])
  }
}
