import JSONCodec
import TestSupport
import Testing

/// The documented account `admin` of a server with `--dev`.
enum DevelopmentAccount {
  /// - Returns: an access token. Blocking.
  static func logIn(_ port: UInt16) throws -> String {
    let answer = try HTTPTestClient(port: port).request(
      "POST", "/api/auth/login", json: ["username": "admin", "password": "admin123"])
    return try #require(try JSONValue(parsing: answer.body)["access_token"]?.stringValue)
  }
}
