import Bytes
import JSONCodec
import Net
import Storage
import TestSupport
import Testing

@testable import Accounts

/// Modes, rate and invitations of sign-ups.
@Suite struct SignUpTests {
  private static let routes = ["/api/auth/signup", "/api/v1/auth/register"]

  private static func body(_ name: String, _ change: [String: JSONValue] = [:]) -> JSONValue {
    let body: JSONValue = [
      "username": .string(name), "email": .string("\(name)@example.org"), "password": "Secret12",
    ]
    return body.merging(change)
  }

  private static func configuration(
    _ mode: SignUpMode = .open, perHour: Int = 20
  ) -> AccountsService.Configuration {
    var configuration = AccountsService.Configuration()
    configuration.signUp = mode
    configuration.signUpsPerHour = perHour
    return configuration
  }

  private static func admin(_ service: AccountsService) async throws -> String {
    _ = try await service.commands.createUser(username: "root", password: "Secret12", role: "admin")
    return try await service.commands.issueToken(login: "root").access
  }

  @Test(arguments: routes) func aClosedServerCreatesNoAccount(route: String) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(.closed))
    for body in [Self.body("ada"), Self.body("ada", ["invitation": "x"]), [1]] as [JSONValue] {
      let answer = await service.send("POST", route, body)
      #expect(answer.status == 403 && answer.code == "SIGNUP_CLOSED")
    }
    #expect(try await service.commands.listUsers().isEmpty)
    // The command line still creates accounts.
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
  }

  @Test(arguments: zip(routes, ["invitation", "invite_code"]))
  func anInvitationIsUsedOnce(route: String, field: String) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(.invite))
    let missing = await service.send("POST", route, Self.body("ada"))
    #expect(missing.status == 403 && missing.code == "INVITATION_REQUIRED")
    let unknown = await service.send("POST", route, Self.body("ada", [field: "unknown"]))
    #expect(unknown.status == 403 && unknown.code == "INVITATION_INVALID")
    let code = try await service.invitations.create().code
    #expect(code.utf8.count == 32)
    let answer = await service.send("POST", route, Self.body("ada", [field: .string(code)]))
    #expect([200, 201].contains(answer.status), "\(answer.body.text)")
    let again = await service.send("POST", route, Self.body("bob", [field: .string(code)]))
    #expect(again.status == 403 && again.code == "INVITATION_INVALID")
    #expect(try await service.commands.listUsers().count == 1)
  }

  @Test(arguments: routes) func aFailedSignUpKeepsTheInvitation(route: String) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(.invite))
    _ = try await service.commands.createUser(username: "ada", email: "ada@example.org", password: "Secret12")
    let code = JSONValue.string(try await service.invitations.create().code)
    let taken = await service.send("POST", route, Self.body("ada", ["invitation": code]))
    #expect(["USERNAME_TAKEN", "EMAIL_TAKEN"].contains(taken.code))
    // The transaction refuses the name, too, when another sign-up took it after the first check.
    let user = NewUser(username: "ada", password: "Secret12")
    await #expect(throws: UserRepository.nameTaken) {
      try await service.users.create(
        user, remoteAddress: "192.0.2.1", invitation: Invitation.digest(of: code.stringValue ?? ""))
    }
    let answer = await service.send("POST", route, Self.body("bob", ["invitation": code]))
    #expect([200, 201].contains(answer.status))
  }

  @Test func twoSignUpsAtOnceCannotUseOneInvitation() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(.invite))
    let code = JSONValue.string(try await service.invitations.create().code)
    let answers = await withTaskGroup(of: Answer.self) { group in
      for number in 0..<4 {
        group.addTask {
          await service.send("POST", "/api/auth/signup", Self.body("user\(number)", ["invitation": code]))
        }
      }
      return await group.reduce(into: [Answer]()) { $0.append($1) }
    }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.code == "INVITATION_INVALID" }.count == 3)
    #expect(try await service.commands.listUsers().count == 1)
  }

  @Test func anInvitationExpires() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(.invite))
    let code = JSONValue.string(try await service.invitations.create().code)
    harness.clock.advance(by: .seconds(7 * 86400))
    let late = await service.send("POST", "/api/auth/signup", Self.body("ada", ["invitation": code]))
    #expect(late.code == "INVITATION_INVALID")
    #expect(
      try await service.invitations.page(limit: 10).rows.map { $0.state(at: harness.clock.environment.now()) } == [
        .expired
      ])
    harness.clock.advance(by: .seconds(30 * 86400 + 1))
    try await service.invitations.purge()
    #expect(try await service.invitations.page(limit: 10).total == 0)
  }

  @Test func anAdminCreatesListsAndRevokesInvitations() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(.invite))
    let token = try await Self.admin(service)
    let path = "/api/v1/invitations"
    let created = await service.send("POST", path, ["note": "for Ann", "expires_in": 3600], token: token)
    #expect(created.status == 201)
    let code = try #require(created.text("data", "code"))
    let id = try #require(created.text("data", "id"))
    let list = await service.send("GET", path, token: token)
    let row = list.body["data"]?["invitations"]?.arrayValue?.first
    #expect(row?["note"] == "for Ann" && row?["state"] == "open" && row?["id"] == .string(id))
    #expect(!list.body.text.contains(code))
    let rows = try await harness.database.read { try $0.query("SELECT * FROM invitations", []) }
    #expect(!"\(rows)".contains(code))
    #expect(await service.send("DELETE", path + "/" + id, token: token).status == 204)
    #expect(await service.send("DELETE", path + "/" + id, token: token).status == 404)
    let refused = await service.send("POST", "/api/auth/signup", Self.body("ada", ["invitation": .string(code)]))
    #expect(refused.code == "INVITATION_INVALID")
    for body in [["expires_in": 59], ["expires_in": "1"], ["expires_in": 99_999_999], ["note": 1]] as [JSONValue] {
      #expect(await service.send("POST", path, body, token: token).status == 400)
    }
  }

  @Test(arguments: ["POST", "GET", "DELETE"]) func onlyAdminsManageInvitations(method: String) async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    let token = try await service.commands.issueToken(login: "ada").access
    let path = "/api/v1/invitations" + (method == "DELETE" ? "/x" : "")
    #expect(await service.send(method, path, token: token).status == 403)
    #expect(await service.send(method, path).status == 401)
  }

  @Test func openInvitationsAreLimited() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service()
    let now = harness.clock.now
    try await harness.database.write { connection in
      for number in 0..<Invitation.maxOpen {
        try InvitationRepository.insert(
          id: "i\(number)", digest: "d\(number)", note: "", createdBy: nil, now: now,
          expiresAt: now.advanced(by: .seconds(60)), in: connection)
      }
    }
    let token = try await Self.admin(service)
    let refused = await service.send("POST", "/api/v1/invitations", token: token)
    #expect(refused.status == 429 && refused.code == "INVITATION_LIMIT")
    harness.clock.advance(by: .seconds(60))
    #expect(await service.send("POST", "/api/v1/invitations", token: token).status == 201)
  }

  @Test func anAddressSignsUpAFewTimesAnHour() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(perHour: 2))
    let address = "2001:db8:0:1::1"
    let bodies = ["ada", "bob", "eve"].map { Self.body($0) }
    // What has the wrong form costs nothing and is not counted.
    #expect(await service.send("POST", Self.routes[0], ["username": "x"], from: address).status == 400)
    #expect(await service.send("POST", Self.routes[0], bodies[0], from: address).status == 200)
    #expect(await service.send("POST", Self.routes[1], bodies[1], from: address).status == 201)
    for (route, other) in zip(Self.routes, [address, "2001:db8:0:1:ffff::2"]) {
      let refused = await service.send("POST", route, bodies[2], from: other)
      #expect(refused.status == 429 && refused.code == "RATE_LIMIT")
      #expect(refused.fields["Retry-After"] == "3600")
    }
    #expect(try await service.commands.listUsers().count == 2)
    #expect(await service.send("POST", Self.routes[0], bodies[2], from: "2001:db8:0:2::1").status == 200)
    harness.clock.advance(by: .seconds(3600))
    #expect(await service.send("POST", Self.routes[0], Self.body("joe"), from: address).status == 200)
  }

  /// A sign-up says whether a name exists; guessing names is limited as well.
  @Test func attemptsWithTakenNamesCountTowardsTheLimit() async throws {
    let harness = try AccountsHarness()
    let service = try harness.service(Self.configuration(perHour: 1))
    _ = try await service.commands.createUser(username: "ada", password: "Secret12")
    #expect(await service.send("POST", Self.routes[0], Self.body("ada")).code == "USERNAME_TAKEN")
    #expect(await service.send("POST", Self.routes[0], Self.body("ada")).code == "RATE_LIMIT")
  }
}

@Suite struct SignUpLimiterTests {
  private static let start = Timestamp(seconds: 1_768_478_400)

  @Test func zeroIsNoLimit() {
    let limiter = SignUpLimiter(limit: 0)
    for _ in 0..<100 { #expect(limiter.reserve(ClientNetwork(clientAddress: "192.0.2.1"), now: Self.start) == nil) }
    #expect(limiter.count == 0)
  }

  @Test func releasedReservationsCanBeReused() {
    let limiter = SignUpLimiter(limit: 1)
    let client = ClientNetwork(clientAddress: "192.0.2.1")
    for _ in 0..<3 {
      #expect(limiter.reserve(client, now: Self.start) == nil)
      limiter.release(client)
    }
    #expect(limiter.reserve(client, now: Self.start) == nil)
    #expect(limiter.reserve(client, now: Self.start.advanced(by: .seconds(1))) == 3599)
  }

  @Test func settingTheClockBackBlocksNoSignUps() {
    let limiter = SignUpLimiter(limit: 1)
    let client = ClientNetwork(clientAddress: "192.0.2.1")
    #expect(limiter.reserve(client, now: Self.start) == nil)
    #expect(limiter.reserve(client, now: Self.start.advanced(by: .seconds(-86400))) == nil)
  }

  @Test func memoryIsBounded() {
    let limiter = SignUpLimiter(limit: 1, capacity: 10)
    for number in 0..<1000 {
      _ = limiter.reserve(ClientNetwork(clientAddress: "2001:db8:0:\(String(number, radix: 16))::1"), now: Self.start)
      #expect(limiter.count <= 20)
    }
  }
}
