import Glibc
import JSONCodec
import Runtime
import TestSupport
import Testing

/// The accounts and the named values of one run of a ``Scenario``. Blocking, on one thread.
final class ScenarioContext {
  /// The accounts of a suite's server, which have cheap password hashes; each scenario takes some of them.
  static let accounts = (0..<400).map { "scenario\($0)" }
  private static let taken = Locked(0)
  private let server: TestClient
  private let name: String
  private var clients: [ScenarioRequest.Account: TestClient] = [:]
  private var values: [String: String] = [:]

  /// - Parameter name: of the scenario, for failures.
  init(_ server: TestClient, name: String) {
    self.server = server
    self.name = name
  }

  /// A value that requests and expected bodies may use as `{key}`.
  subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// The client of an account, signed in when it is first used. `{owner}` and `{stranger}` are their usernames.
  func client(_ account: ScenarioRequest.Account) throws -> TestClient {
    if let client = clients[account] { return client }
    let client: TestClient
    switch account {
    case .none: client = server
    case .admin: client = try server.signIn("admin", "admin123")
    case .owner, .stranger:
      let number = Self.taken.withLock { count in
        defer { count += 1 }
        return count
      }
      let username = Self.accounts[number % Self.accounts.count]
      values["\(account)"] = username
      client = try server.signIn(username, "correct horse")
    }
    clients[account] = client
    return client
  }

  /// Sends a request and checks its response. - Returns: the body; null if it is not JSON.
  @discardableResult
  func expect(
    _ request: ScenarioRequest, _ status: Int, contains: JSONValue? = nil, fields: [String: String] = [:],
    excludes: [String] = [], location: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let expected = ExpectedResponse(status: status, contains: contains, fields: fields, excludes: excludes)
    return try send(request, expected, location)
  }

  /// Repeats a request until its body contains `contained`, for results of jobs.
  /// - Throws: `WireError.timedOut` with the last body after 20 seconds.
  func waitUntil(_ request: ScenarioRequest, contains contained: JSONValue) throws {
    let (client, path) = (try client(request.account), resolved(request.path))
    let http = try client.connect()
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      let response = try http.request(request.method, path, token: client.token)
      if response.json?.differences(from: contained) == [] { return }
      guard .now < deadline else { throw WireError.timedOut(what: contained.text, received: response.text) }
      sched_yield()
    }
  }

  @discardableResult
  func send(
    _ request: ScenarioRequest, _ expected: ExpectedResponse, _ location: SourceLocation
  ) throws -> JSONValue {
    let client = try client(request.account)
    let body = request.body.map { Array(resolved($0).utf8) }
    var fields = request.fields.map { ($0.0, resolved($0.1)) }
    if body != nil { fields.insert(("Content-Type", "application/json"), at: 0) }
    let path = resolved(request.path)
    let response = try client.connect().request(
      request.method, path, fields: fields, token: client.token, body: body)
    let comment: Comment = "\(name): \(request.method) \(path) responded \(response.status) \(response.text)"
    #expect(response.status == expected.status, comment, sourceLocation: location)
    if let contains = expected.contains {
      let contained = try resolved(contains)
      let differences = response.json?.differences(from: contained) ?? ["the body is not JSON"]
      #expect(differences == [], comment, sourceLocation: location)
    }
    for (name, value) in expected.fields {
      #expect(response[name] == value, comment, sourceLocation: location)
    }
    for text in expected.excludes { #expect(!response.text.contains(text), comment, sourceLocation: location) }
    return response.json ?? .null
  }

  private func resolved(_ json: JSONValue) throws -> JSONValue {
    try JSONValue(parsing: Array(resolved(json.text).utf8))
  }

  /// Replaces each `{key}` whose value is known.
  private func resolved(_ text: String) -> String {
    var text = text
    for (key, value) in values { text.replace("{\(key)}", with: value) }
    return text
  }
}
