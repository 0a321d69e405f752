import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing

/// The real program with the documented account `admin` signed in. Blocking: use it within `runBlocking`.
struct SignedIn {
  let server: ServerProcess
  /// Of the account.
  let client: TestClient
  var token: String { client.token ?? "" }

  init(_ environment: [String: String] = [:], folder: TemporaryFolder? = nil) throws {
    server = try ServerProcess(folder: folder, environment: environment)
    client = try server.signIn()
  }

  /// Opens a socket without waiting for what it says.
  func open(_ path: String) throws -> WebSocketTestClient {
    try client.open(path)
  }

  /// Opens a socket that greets.
  func connect(_ path: String) throws -> WebSocketTestClient {
    let socket = try open(path)
    let greeting = try socket.receiveJSON()
    #expect(greeting["type"] == "connected", "\(greeting.text)")
    return socket
  }

  func request(_ method: String, _ path: String, _ json: JSONValue? = nil) throws -> WireResponse {
    try client.request(method, path, json)
  }

  /// Gives `testuser2` the role `admin`, so that the account, the only administrator, can be deleted.
  func appointAdministrator() throws {
    let found = try request("GET", "/api/v1/admin/users?search=testuser2")
    let id = try #require(found.json?["data"]?["items"]?.arrayValue?.first?["id"]?.stringValue)
    #expect(try request("PATCH", "/api/v1/admin/users/\(id)", ["role": "admin"]).status == 200)
  }

  /// Logs a meal in words. - Returns: the answer, 201.
  @discardableResult
  func log(_ text: String) throws -> WireResponse {
    let answer = try request(
      "POST", "/api/v1/meal-logs/natural", ["raw_input": .string(text), "meal_type": "lunch"])
    #expect(answer.status == 201)
    return answer
  }

  /// Gives way until `condition` holds. - Throws: `WireError.timedOut` after 20 seconds.
  static func until(_ what: String, _ condition: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try !condition() {
      guard .now < deadline else { throw WireError.timedOut(what: what, received: "") }
      sched_yield()
    }
  }
}
