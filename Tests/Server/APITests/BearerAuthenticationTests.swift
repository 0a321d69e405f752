import API
import HTTPCodec
import HTTPServer
import TestSupport
import Testing

@Suite struct BearerAuthenticationTests {
  private let member = BearerAuthentication(OneToken())

  private func request(_ credentials: String?) -> Request {
    var fields = HTTPFields()
    if let credentials { fields.append("Authorization", credentials) }
    return Request(method: "GET", path: "/", fields: fields)
  }

  @Test(
    arguments: [
      (.none, nil, false, nil), (.none, "Bearer good", true, "ann"), (.none, "Bearer bad", true, nil),
      (.optionalBearer, nil, false, nil), (.optionalBearer, "Bearer good", true, "ann"),
      (.optionalBearer, "Basic good", true, nil),
      (.bearer, "Bearer good", true, "ann"), (.admin, "Bearer good", true, "ann"),
    ] as [(Route.Authentication, String?, Bool, String?)])
  func setsTheIdentityOfAValidToken(
    _ authentication: Route.Authentication, _ credentials: String?, _ isNeeded: Bool, _ user: String?
  ) async throws {
    var request = request(credentials)
    var context = RequestContext(.route(Route("GET", "/", authentication: authentication) { _ in .noContent }))
    #expect(member.isNeeded(for: request, context) == isNeeded)
    try await member.handle(&request, &context)
    #expect(request.identity?.username == user)
  }

  @Test(arguments: [nil, "Bearer bad", "Basic good"], [.bearer, .admin] as [Route.Authentication])
  func refusesOtherRequestsOfProtectedRoutes(
    _ credentials: String?, _ authentication: Route.Authentication
  ) async throws {
    var request = request(credentials)
    var context = RequestContext(.route(Route("GET", "/", authentication: authentication) { _ in .noContent }))
    #expect(member.isNeeded(for: request, context))
    let problem = await #expect(throws: Problem.self) { try await member.handle(&request, &context) }
    #expect(problem?.status == 401 && problem?.fields["WWW-Authenticate"] == "Bearer")
  }

  @Test func leavesSocketsToTheirEndpoint() async throws {
    var request = request("Bearer good")
    var context = RequestContext(.socket)
    #expect(!member.isNeeded(for: request, context))
    try await member.handle(&request, &context)
    #expect(request.identity == nil)
  }
}
