import API
import HTTPServer
import Logging
import Runtime
import TestSupport

/// A socket that accepts and closes every connection.
struct ClosingEndpoint: WebSocketEndpoint {
  func refusal(of request: Request) async throws -> Response? { nil }

  func serve(_ session: WebSocketSession, _ request: consuming Request) async {}
}

/// Accepts the token "good" and fails on "broken".
struct OneToken: Authenticator {
  struct Broken: Error {
    var secret = "password=hunter2"
  }

  func authenticate(_ token: String) async throws -> Identity? {
    if token == "broken" { throw Broken() }
    guard token == "good" else { return nil }
    return Identity(
      userID: "1", username: "ann", email: nil, expiresAt: ManualClock().now, sessionID: "s")
  }

  func isAdmin(userID: String) async throws -> Bool { userID == "1" }
}

extension Logger {
  /// A logger without output.
  static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension [any Middleware] {
  /// The members that the dispatcher of the product runs.
  static func standard(
    cors: CORSPolicy = CORSPolicy(), origins: OriginPolicy = OriginPolicy(), apiKeys: [String] = [],
    authenticator: any Authenticator = OneToken(), writes: (any WriteLimiter)? = nil, logger: Logger = .silent
  ) -> [any Middleware] {
    MiddlewareChain(
      transport: TransportMiddleware(environment: ManualClock().environment, metrics: NoMetrics()),
      origins: OriginRules(cors: cors, sockets: origins, logger: logger), apiKeys: apiKeys,
      authenticator: authenticator, writes: writes
    ).members
  }
}

private struct NoMetrics: ServerMetrics {
  func answered(_ method: String, _ template: String, _ status: Int, nanoseconds: [Int64]) {}
  func refused(_ refusal: ConnectionRefusal) {}
}

/// Collects log lines with their metadata.
struct LineCollector: LogHandler {
  let lines: Locked<[String]>
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  init(lines: Locked<[String]>) { self.lines = lines }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
  }
}
