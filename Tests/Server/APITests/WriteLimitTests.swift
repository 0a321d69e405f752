import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Logging
import Runtime
import TestSupport
import Testing

/// Limits of what users write, in the dispatcher.
@Suite struct WriteLimitTests {
  /// Admits a number of writes of any user, and records the users.
  private final class FirstOnes: WriteLimiter {
    let count: Int
    let users = Locked<[String]>([])

    init(_ count: Int) { self.count = count }

    func take(userID: String) -> RateLimit {
      let used = users.withLock { users in
        users.append(userID)
        return users.count
      }
      return RateLimit(
        limit: count, remaining: max(0, count - used), resetSeconds: 17, isExceeded: used > count)
    }
  }

  private func send(
    _ method: String, _ path: String, token: String? = "u1", origin: String? = nil, limiter: FirstOnes?
  ) async throws -> Response {
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    let routes =
      methods.map { Route($0, "/mine", authentication: .bearer) { _ in .noContent } }
      + [
        Route("POST", "/open", authentication: .none) { _ in .noContent },
        Route("POST", "/wrong", authentication: .bearer) { _ in throw Problem.badRequest("No.") },
      ]
    let dispatcher = Dispatcher(
      router: try Router(routes: routes, sockets: []),
      middleware: .standard(
        cors: CORSPolicy(allowedOrigins: ["https://a.example"]),
        authenticator: StubAuthenticator(clock: ManualClock()), writes: limiter),
      logger: .silent)
    var fields = HTTPFields()
    if let token { fields.append("Authorization", "Bearer " + token) }
    if let origin { fields.append("Origin", origin) }
    let request = Request(method: method, path: path, fields: fields)
    guard case .respond(let response) = await dispatcher.dispatch(request, segments: nil).outcome else {
      throw WireError.malformed("not answered")
    }
    return response
  }

  private func limits(_ response: Response) -> [String?] {
    ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"].map { name in
      response.fields.first { $0.name == name }?.value
    }
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func refusesAWriteOverTheLimitWithRetryFields(_ method: String) async throws {
    let limiter = FirstOnes(1)
    let first = try await send(method, "/mine", limiter: limiter)
    #expect(first.status == 204 && limits(first) == ["1", "0", "17", nil])
    let second = try await send(method, "/mine", limiter: limiter)
    #expect(second.status == 429 && limits(second) == ["1", "0", "17", "17"])
    let body = try JSONValue(parsing: second.body)
    #expect(body["error"]?["code"] == "RATE_LIMIT" && body["success"] == false)
    #expect(limiter.users.withLock { $0 } == ["u1", "u1"])
  }

  @Test func handlerErrorsIncludeTheLimitFields() async throws {
    let response = try await send("POST", "/wrong", limiter: FirstOnes(5))
    #expect(response.status == 400 && limits(response) == ["5", "4", "17", nil])
  }

  @Test(
    arguments: [
      ("GET", "/mine", "u1"), ("HEAD", "/mine", "u1"), ("POST", "/open", "u1"), ("POST", "/mine", nil),
    ] as [(String, String, String?)])
  func readsAndUnauthenticatedRequestsDoNotCount(_ method: String, _ path: String, _ token: String?) async throws {
    let limiter = FirstOnes(0)
    let response = try await send(method, path, token: token, limiter: limiter)
    #expect(response.status == (token == nil ? 401 : 204) && limits(response) == [nil, nil, nil, nil])
    #expect(limiter.users.withLock { $0 }.isEmpty)
  }

  @Test func writesAreUnlimitedWithoutALimiter() async throws {
    let response = try await send("POST", "/mine", limiter: nil)
    #expect(response.status == 204 && limits(response) == [nil, nil, nil, nil])
  }

  @Test func pagesOfOtherOriginsMayReadTheFields() async throws {
    let response = try await send("POST", "/mine", origin: "https://a.example", limiter: FirstOnes(0))
    let exposed = response.fields.first { $0.name == "Access-Control-Expose-Headers" }?.value ?? ""
    let names = Set(exposed.split(separator: ",").map { $0.drop { $0 == " " } })
    #expect(response.status == 429)
    #expect(names.isSuperset(of: ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"]))
  }
}
