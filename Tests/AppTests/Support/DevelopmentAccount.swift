import JSONCodec
import TestSupport
import Testing

/// The documented accounts of a server with `--dev`.
enum DevelopmentAccount {
  /// - Returns: an access token. Blocking.
  static func logIn(
    _ port: UInt16, _ username: String = "admin", _ password: String = "admin123"
  ) throws -> String {
    let answer = try HTTPTestClient(port: port).request(
      "POST", "/api/auth/login", json: ["username": .string(username), "password": .string(password)])
    return try #require(try JSONValue(parsing: answer.body)["access_token"]?.stringValue)
  }
}
