import API
import Accounts
import Bytes
import Crypto
import HTTPCodec
import HTTPServer
import JSONCodec
import JWT
import Logging
import Runtime
import Storage
import TestSupport
import Testing

/// The account routes on a database of their own, reached as the server reaches them.
final class AccountsHarness: SignOutListener {
  let clock = ManualClock()
  let database: any StorageEngine
  private let cuts = Locked<[String]>([])

  /// The users whose sockets were closed, in order.
  var signedOutUsers: [String] { cuts.withLock { $0 } }

  init(_ database: (any StorageEngine)? = nil) throws { self.database = try database ?? TestDatabase.make() }

  /// A request of a user whose token was valid.
  func request(userID: String) -> Request {
    var request = Request(method: "POST", path: "/")
    request.identity = Identity(
      userID: userID, username: "", email: nil, expiresAt: clock.now.advanced(by: .seconds(60)), sessionID: "s")
    return request
  }

  func signedOut(userID: String) { cuts.withLock { $0.append(userID) } }

  func service(
    _ configuration: AccountsService.Configuration = .init(), external: ExternalTokens? = nil
  ) throws -> AccountsService {
    var configuration = configuration
    configuration.hashLogN = PasswordHash.lowestLogN
    return try AccountsService(
      database: ScopeCheckingDatabase(database), key: [UInt8](repeating: 7, count: 32), issuer: "hearth",
      external: external,
      environment: clock.environment, configuration: configuration, listener: self)
  }
}

/// The response.
struct Answer {
  var status: Int
  var body: JSONValue
  var fields: [String: String]

  var code: String? { body["error"]?["code"]?.stringValue }
  func text(_ path: String...) -> String? {
    path.reduce(Optional(body)) { $0?[$1] }?.stringValue
  }
}

extension AccountsService {
  /// Sends one request through router, authentication and handler, and compares the response with the declaration of its
  /// operation.
  func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil, token: String? = nil,
    from address: String = "192.0.2.1", query: [(name: String, value: String)] = []
  ) async -> Answer {
    var fields = HTTPFields()
    if let token { fields.append("Authorization", "Bearer \(token)") }
    guard let router = try? Router(routes: AccountRoutes(accounts: self).routes, sockets: []) else {
      return Answer(status: 0, body: nil, fields: [:])
    }
    let dispatcher = Dispatcher(
      router: router, middleware: [BearerAuthentication(authenticator)], logger: Logger(label: "test"))
    var request = Request(
      method: method, path: path, fields: fields, body: body?.encoded ?? [], remoteAddress: address)
    request.query = query
    let result = await dispatcher.dispatch(request, segments: path.split(separator: "/").map(String.init))
    guard case .respond(let response) = result.outcome else { return Answer(status: 0, body: nil, fields: [:]) }
    if case .route(let route, _) = router.match(method: method, path: path) {
      let mediaType = response.fields.first { $0.name == "Content-Type" }?.value
      #expect(
        route.operation.violations(status: response.status, mediaType: mediaType, body: response.body).isEmpty,
        "\(route.operation.violations(status: response.status, mediaType: mediaType, body: response.body))")
    }
    let json = (try? JSONValue(parsing: response.body)) ?? .null
    return Answer(
      status: response.status, body: json, fields: Dictionary(response.fields.map { ($0.name, $0.value) }) { $1 })
  }
}
