import TestSupport
import Testing

/// The documented accounts of a server with `--dev`.
enum DevelopmentAccount {
  /// - Returns: an access token. Blocking.
  static func logIn(
    _ port: UInt16, _ username: String = "admin", _ password: String = "admin123"
  ) throws -> String {
    try #require(try TestClient(port: port).signIn(username, password).token)
  }
}
