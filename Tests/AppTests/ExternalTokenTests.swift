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

  @Test(arguments: [SignatureKeyPair.Kind.rs256, .es256, .edDSA])
  func opensRoutesAndSockets(kind: SignatureKeyPair.Kind) async throws {
    try await offPool {
      let pair = try SignatureKeyPair(kind)
      let folder = try TemporaryFolder()
      let server = try ServerProcess(
        folder: folder, environment: Self.configure([pair.jwk(id: "k")], in: folder))
      let http = try HTTPTestClient(port: server.port)
      let token = pair.token(Self.claims("admin"), header: ["kid": "k"])
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
    }
  }

  @Test func saysWhyASetIsNotTaken() async throws {
    try await offPool {
      let folder = try TemporaryFolder()
      let environment = Self.configure([try SignatureKeyPair(.rs256, bits: 1024).jwk(id: "w")], in: folder)
      let error = #expect(throws: WireError.self) { try ServerProcess(folder: folder, environment: environment) }
      #expect(
        "\(String(describing: error))".contains("key \\\"w\\\": its modulus has 1024 bits"),
        "\(String(describing: error))")
    }
  }
}
