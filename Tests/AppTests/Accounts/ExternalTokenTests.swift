import Foundation
import JSONCodec
import TestSupport
import Testing

/// Tokens of another issuer on the real server.
@Suite struct ExternalTokenTests {
  private static func configure(_ keys: [[String: JSONValue]], in folder: TemporaryFolder) -> [String: String] {
    let path = folder.path + "/keys.json"
    let set = JSONValue.object(["keys": .array(keys.map(JSONValue.object))])
    _ = FileManager.default.createFile(atPath: path, contents: Data(set.encoded))
    return ["HEARTH_AUTH_JWK_SET_FILE": path, "HEARTH_AUTH_JWK_ISSUER": "https://id.example.org"]
  }

  private static func claims(_ subject: String) -> [String: JSONValue] {
    [
      "iss": "https://id.example.org", "sub": .string(subject),
      "exp": .integer(Int64(Date().timeIntervalSince1970) + 600),
    ]
  }

  private static let issuer = "https://id.example.org"

  @Test(arguments: [SignatureKeyPair.Kind.rs256, .es256, .edDSA])
  func opensRoutesAndSockets(kind: SignatureKeyPair.Kind) async throws {
    try await runBlocking {
      let pair = try SignatureKeyPair(kind)
      let folder = try TemporaryFolder()
      let server = try ServerProcess(
        folder: folder, environment: Self.configure([pair.jwk(id: "k")], in: folder))
      let http = try HTTPTestClient(port: server.port)
      let token = pair.token(Self.claims("admin"), header: ["kid": "k"])
      // The username alone opens nothing: the identity must be linked.
      let unlinked = try http.request("GET", "/api/v1/users/me", token: token)
      #expect(unlinked.status == 401 && unlinked.json?["error"]?["code"] == "IDENTITY_NOT_LINKED", "\(unlinked.text)")
      let link = try CommandRun("user", "link", Self.issuer, "admin", "admin", in: folder)
      #expect(link.exit == .code(0), "\(link.errors)")
      let profile = try http.request("GET", "/api/v1/users/me", token: token)
      #expect(profile.status == 200, "\(profile.text)")
      #expect(profile.text.contains("\"admin\""))
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
      #expect(try socket.receiveJSON()["type"] == "connected")

      let stranger = pair.token(Self.claims("nobody"), header: ["kid": "k"])
      #expect(try http.request("GET", "/api/v1/users/me", token: stranger).status == 401)
      let forged = try SignatureKeyPair(kind).token(Self.claims("admin"), header: ["kid": "k"])
      #expect(try http.request("GET", "/api/v1/users/me", token: forged).status == 401)
      let refused = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(forged)")
      #expect(try refused.receiveJSON()["error_code"] == "AUTH_FAILED")
      #expect(try refused.receiveClose().code == 4401)

      // The socket closes as after a sign-out, and a new one is refused.
      #expect(try CommandRun("user", "unlink", Self.issuer, "admin", in: folder).exit == .code(0))
      #expect(try socket.receiveClose().code == 1000)
      let late = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
      #expect(try late.receiveJSON()["error_code"] == "AUTH_FAILED")
      #expect(try late.receiveClose().code == 4401)
    }
  }

  /// The attack that links prevent: an attacker signs up with the name that another person has at the issuer.
  @Test(arguments: ["Anna", "anna", " ANNA", "\u{FF21}nna"])
  func reachesNoAccountThatAStrangerRegistered(subject: String) async throws {
    try await runBlocking {
      let pair = try SignatureKeyPair(.edDSA)
      let folder = try TemporaryFolder()
      let server = try ServerProcess(folder: folder, environment: Self.configure([pair.jwk(id: "k")], in: folder))
      let http = try HTTPTestClient(port: server.port)
      let body: JSONValue = ["username": "anna", "password": "correct horse"]
      let signedUp = try http.request("POST", "/api/auth/signup", json: body)
      let session = try #require(signedUp.json?["access_token"]?.stringValue)
      let token = pair.token(Self.claims(subject), header: ["kid": "k"])
      #expect(try http.request("GET", "/api/v1/users/me", token: token).status == 401)
      let refused = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
      #expect(try refused.receiveClose().code == 4401)
      // Only an act in the account's own session links it.
      let linked = try http.request(
        "POST", "/api/v1/users/me/identities", token: session, json: ["token": .string(token)])
      #expect(linked.status == 201, "\(linked.text)")
      #expect(try http.request("GET", "/api/v1/users/me", token: token).status == 200)
      let export = try http.request("GET", "/api/v1/users/me/export", token: session)
      #expect(export.text.contains(#""kind":"external_identity""#))
    }
  }

  @Test func createsAnAccountOnlyIfTheSettingsAllowIt() async throws {
    try await runBlocking {
      let pair = try SignatureKeyPair(.edDSA)
      let folder = try TemporaryFolder()
      var environment = Self.configure([pair.jwk(id: "k")], in: folder)
      environment["HEARTH_AUTH_EXTERNAL_ACCOUNTS"] = "create"
      let server = try ServerProcess(folder: folder, environment: environment)
      let http = try HTTPTestClient(port: server.port)
      let token = pair.token(Self.claims("admin"), header: ["kid": "k"])
      let profile = try http.request("GET", "/api/v1/users/me", token: token)
      #expect(profile.status == 200 && profile.json?["role"] == "user", "\(profile.text)")
      #expect(profile.json?["username"]?.stringValue?.hasPrefix("admin-") == true, "\(profile.text)")
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
      #expect(try socket.receiveJSON()["type"] == "connected")
      #expect(try http.request("DELETE", "/api/v1/users/me", token: token).status == 204)
      let gone = try http.request("GET", "/api/v1/users/me", token: token)
      #expect(gone.status == 401 && gone.json?["error"]?["code"] == "IDENTITY_NOT_LINKED", "\(gone.text)")
      #expect(try !CommandRun("user", "list", in: folder).output.contains("admin-"))
    }
  }

  @Test func rejectsAWeakKeySetWithAReason() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let environment = Self.configure([try SignatureKeyPair(.rs256, bits: 1024).jwk(id: "w")], in: folder)
      let error = #expect(throws: WireError.self) { try ServerProcess(folder: folder, environment: environment) }
      #expect(
        "\(String(describing: error))".contains("key \\\"w\\\": its modulus has 1024 bits"),
        "\(String(describing: error))")
    }
  }
}
