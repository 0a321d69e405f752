import Accounts
import Bytes
import JSONCodec
import JWT
import Storage
import TestSupport
import Testing

@Suite struct LoginTests {
  @Test(arguments: ["ada", "nobody"], [1, 3])
  func throttlesAnAddressAtAnAccountWhetherItExistsOrNot(_ login: String, threads: Int) async throws {
    let harness = try AccountsHarness()
    var configuration = AccountsService.Configuration()
    configuration.loginAttempts = 3
    configuration.hashThreads = threads
    let service = try harness.service(configuration)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let wrong: JSONValue = ["username": .string(login), "password": "wrong"]
    // In parallel: none may exceed the limit while others are being checked.
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask { await service.send("POST", "/api/auth/login", wrong, from: "2001:db8::\(number)").status }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 401 }.count == 3)
    #expect(statuses.filter { $0 == 429 }.count == 5)
    let blocked = await service.send("POST", "/api/v1/auth/login", wrong, from: "2001:db8::9")
    #expect(blocked.code == "RATE_LIMIT")
    #expect(blocked.fields["Retry-After"] == "300")
    // Another client is not concerned.
    #expect(await service.send("POST", "/api/auth/login", wrong, from: "2001:db8:0:1::1").status == 401)
    harness.clock.advance(by: .seconds(300))
    #expect(await service.send("POST", "/api/auth/login", wrong, from: "2001:db8::9").status == 401)
  }

  @Test(arguments: ["ada", "nobody"])
  func delaysNewAddressesAfterFailuresFromManyWhetherTheAccountExistsOrNot(_ login: String) async throws {
    let harness = try AccountsHarness()
    var configuration = AccountsService.Configuration()
    configuration.accountAttempts = 3
    configuration.hashThreads = 2
    let service = try harness.service(configuration)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let wrong: JSONValue = ["username": .string(login), "password": "wrong"]
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask { await service.send("POST", "/api/auth/login", wrong, from: "192.0.2.\(number)").status }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 401 }.count == 3)
    #expect(statuses.filter { $0 == 429 }.count == 5)
    let refused = await service.send("POST", "/api/auth/login", wrong, from: "198.51.100.1")
    #expect(refused.status == 429 && refused.code == "RATE_LIMIT")
    let wait = try #require(refused.fields["Retry-After"].flatMap { Int($0) })
    #expect((1...30).contains(wait))
    harness.clock.advance(by: .seconds(wait))
    #expect(await service.send("POST", "/api/auth/login", wrong, from: "198.51.100.1").status == 401)
  }

  @Test func theOwnerIsNotDelayedAtAKnownAddressOrWithASession() async throws {
    let harness = try AccountsHarness()
    var configuration = AccountsService.Configuration()
    configuration.accountAttempts = 2
    let service = try harness.service(configuration)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let right: JSONValue = ["username": "ada", "password": "Secret12"]
    let tokens = await service.send("POST", "/api/auth/login", right, from: "198.51.100.1")
    for number in 0..<2 {
      let wrong: JSONValue = ["username": "ada", "password": "wrong"]
      #expect(await service.send("POST", "/api/auth/login", wrong, from: "192.0.2.\(number)").status == 401)
    }
    #expect(await service.send("POST", "/api/auth/login", right, from: "203.0.113.1").status == 429)
    #expect(await service.send("POST", "/api/auth/login", right, from: "198.51.100.1").status == 200)
    let change = await service.send(
      "PUT", "/api/auth/password", ["current_password": "Secret12", "new_password": "Better123"],
      token: tokens.text("access_token"), from: "203.0.113.2")
    #expect(change.status == 200)
  }

  @Test func throttlesAnAddressAcrossAccounts() async throws {
    let harness = try AccountsHarness()
    var configuration = AccountsService.Configuration()
    configuration.addressAttempts = 2
    let service = try harness.service(configuration)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    for name in ["one", "two"] {
      _ = await service.send("POST", "/api/auth/login", ["username": .string(name), "password": "wrong"])
    }
    let right: JSONValue = ["username": "ada", "password": "Secret12"]
    #expect(await service.send("POST", "/api/auth/login", right).status == 429)
    #expect(await service.send("POST", "/api/auth/login", right, from: "198.51.100.1").status == 200)
  }

  @Test func forgetsFailuresAfterASuccess() async throws {
    let harness = try AccountsHarness()
    var configuration = AccountsService.Configuration()
    configuration.loginAttempts = 2
    let service = try harness.service(configuration)
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    for password: JSONValue in ["wrong", "Secret12", "wrong", "Secret12"] {
      let answer = await service.send("POST", "/api/auth/login", ["username": "ada", "password": password])
      #expect(answer.status == (password == "wrong" ? 401 : 200))
    }
  }

  @Test func disablingAnAccountRevokesItsSessionsPermanently() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let user = try await service.commands.createUser(username: "ada", password: "Secret12")
    let tokens = try await service.commands.issueToken(login: "ada")
    try await service.commands.setDisabled(true, login: "ADA")
    let right: JSONValue = ["username": "ada", "password": "Secret12"]
    #expect(await service.send("POST", "/api/auth/login", right).code == "INVALID_CREDENTIALS")
    #expect(try await service.authenticator.authenticate(tokens.access) == nil)
    #expect(await service.send("POST", "/api/auth/refresh", ["refresh_token": .string(tokens.refresh)]).status == 401)
    await #expect(throws: AccountCommandError.self) { try await service.commands.issueToken(login: "ada") }
    #expect(harness.signedOutUsers == [user.id])
    try await service.commands.setDisabled(false, login: "ada")
    #expect(try await service.authenticator.authenticate(tokens.access) == nil)
    #expect(await service.send("POST", "/api/auth/login", right).status == 200)
  }

  @Test func opensNoSessionAfterAConcurrentPasswordChange() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let checked = try await service.commands.createUser(username: "ada", password: "Secret12")
    try await service.commands.setPassword("Better123", login: "ada")
    await #expect(throws: (any Error).self) { try await service.sessions.open(checked, family: .chat) }
  }

  @Test func takesComposedAndDecomposedPasswordsAsOne() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "caf\u{E9}caf\u{E9}")
    let body: JSONValue = ["username": "ada", "password": "cafe\u{301}cafe\u{301}"]
    #expect(await service.send("POST", "/api/auth/login", body).status == 200)
  }

  @Test func expiresTokensAndForgetsTheirSessions() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let tokens = try await service.commands.issueToken(login: "ada", family: .chat)
    #expect(try await service.commands.checkToken(tokens.access).isLive)
    #expect(try await service.commands.checkToken(tokens.refresh).isRefreshToken)
    harness.clock.advance(by: .seconds(1806))
    #expect(try await service.authenticator.authenticate(tokens.access) == nil)
    await #expect(throws: JWTError.expired) { try await service.commands.checkToken(tokens.access) }
    harness.clock.advance(by: .seconds(7 * 86400))
    try await service.sessions.purge()
    let rows = try await harness.database.read { try $0.query("SELECT id FROM sessions", []) }
    #expect(rows.isEmpty)
  }

  @Test func createsTheDocumentedAccountsOnce() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    try await service.users.createDevelopmentAccounts()
    try await service.users.createDevelopmentAccounts()
    #expect(try await service.commands.listUsers().map(\.username) == ["admin", "testuser2", "user@example.com"])
    for (name, password) in [
      ("admin", "admin123"), ("testuser2", "password"), ("user@example.com", "password123"),
    ] {
      let body: JSONValue = ["username": .string(name), "password": .string(password)]
      #expect(await service.send("POST", "/api/auth/token/", body).status == 200)
    }
  }

  @Test func storesDigestsOnly() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let tokens = try await service.commands.issueToken(login: "ada")
    let rows = try await harness.database.read { connection in
      try connection.query("SELECT digest FROM refresh_tokens", [])
    }
    #expect(rows.compactMap { $0.text("digest")?.count } == [64])
    #expect(rows.allSatisfy { $0.text("digest") != tokens.refresh })
  }
}
