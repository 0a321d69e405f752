import JSONCodec
import TestSupport
import Testing

/// Sign-ups on the real program: modes, invitations of the command line, and the limit of an address.
@Suite(.timeLimit(.minutes(2))) struct SignUpWireTests {
  private static func signUp(
    _ server: ServerProcess, _ name: String, _ change: [String: JSONValue] = [:]
  ) throws -> WireResponse {
    let body: JSONValue = ["username": .string(name), "password": "correct horse"]
    return try HTTPTestClient(port: server.port).request("POST", "/api/auth/signup", json: body.merging(change))
  }

  private static func register(_ server: ServerProcess, _ name: String) throws -> WireResponse {
    try HTTPTestClient(port: server.port).request(
      "POST", "/api/v1/auth/register",
      json: ["email": .string("\(name)@example.org"), "password": "Secret12", "name": "New"])
  }

  @Test func aClosedServerAnswers403() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_AUTH_SIGNUP": "closed"])
      for answer in [try Self.signUp(server, "ada"), try Self.register(server, "ada")] {
        #expect(answer.status == 403 && answer.json?["error"]?["code"] == "SIGNUP_CLOSED", "\(answer.text)")
      }
    }
  }

  @Test func anInvitationOfTheCommandLineAllowsOneSignUp() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let server = try ServerProcess(folder: folder, environment: ["HEARTH_AUTH_SIGNUP": "invite"])
      #expect(try Self.signUp(server, "ada").json?["error"]?["code"] == "INVITATION_REQUIRED")
      let created = try CommandRun("user", "invite", "--expires", "1h", "--note", "for Ann", in: folder)
      #expect(created.exit == .code(0), "\(created.errors)")
      let code = try #require(created.output.split(separator: "\n").last?.split(separator: " ").last.map(String.init))
      let listed = try CommandRun("user", "invitations", in: folder).output
      #expect(listed.contains("  open  ") && listed.contains("\"for Ann\"") && !listed.contains(code), "\(listed)")
      #expect(try Self.signUp(server, "ada", ["invitation": .string(code)]).status == 200)
      let again = try Self.signUp(server, "bob", ["invitation": .string(code)])
      #expect(again.status == 403 && again.json?["error"]?["code"] == "INVITATION_INVALID")
      #expect(try CommandRun("user", "invitations", in: folder).output.contains("  used  "))
    }
  }

  @Test func aRevokedInvitationAllowsNone() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let created = try CommandRun("user", "invite", in: folder).output.split(separator: "\n")
      let id = try #require(created.first?.split(separator: " ").dropFirst().first?.dropLast())
      #expect(try CommandRun("user", "revoke-invitation", String(id), in: folder).exit == .code(0))
      let again = try CommandRun("user", "revoke-invitation", String(id), in: folder)
      #expect(again.exit == .code(1) && again.errors == "Error: there is no invitation \(id)\n")
      let wrong = try CommandRun("user", "invite", "--expires", "soon", in: folder)
      #expect(wrong.errors == "Error: --expires: \"soon\" is not a duration (example: 7d)\n")
      let short = try CommandRun("user", "invite", "--expires", "1s", in: folder)
      #expect(short.errors == "Error: An invitation lasts from 60 seconds to 365 days.\n")
    }
  }

  @Test func anAddressIsLimitedOnBothRoutes() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_AUTH_SIGNUPS_PER_HOUR": "2"])
      #expect(try Self.signUp(server, "ada").status == 200)
      #expect(try Self.register(server, "bob").status == 201)
      for answer in [try Self.signUp(server, "eve"), try Self.register(server, "eve")] {
        #expect(answer.status == 429 && answer.json?["error"]?["code"] == "RATE_LIMIT", "\(answer.text)")
        #expect((3500...3600).contains(answer["Retry-After"].flatMap { Int($0) } ?? 0))
      }
    }
  }

  /// Twenty an hour, for development servers none: their tests sign up many accounts from one address.
  @Test(arguments: [([], 429), (["--dev"], 400)]) func theDefaultLimitIsTwenty(
    arguments: [String], status: Int
  ) async throws {
    try await runBlocking {
      let server = try ServerProcess(arguments: arguments)
      #expect(try Self.signUp(server, "ada").status == 200)
      // A taken name counts and costs no hash.
      for _ in 0..<19 { #expect(try Self.signUp(server, "ada").status == 400) }
      #expect(try Self.signUp(server, "ada").status == status)
    }
  }
}
