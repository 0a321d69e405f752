import API
import HTTPCodec
import HTTPServer
import Testing

@Suite struct APIKeyTests {
  @Test(
    arguments: [
      ("/api/v1/meal-logs", nil, false), ("/api/v1/meal-logs", "two", true), ("/api/v1/meal-logs/", "", false),
      ("/api/v1/meal-logs", "on", false), ("/api/v1/consultations/5/ws", nil, false), ("/ws/consultation", nil, false),
      ("/ws/consultation/", nil, false), ("/ws/consultation", "one", true), ("/ws", nil, true),
      ("/ws/meal-logs", "three", true), ("/ws/mobile/sync/", nil, true), ("/api/auth/login", nil, true),
      ("/health", nil, true), ("/api/v1/\u{301}", nil, false),
    ] as [(String, String?, Bool)])
  func requiresAKeyOnTheDocumentedPaths(_ path: String, _ key: String?, _ isAllowed: Bool) throws {
    let member = try #require(APIKey(keys: ["one", "", "two"]))
    var fields = HTTPFields()
    if let key { fields.append("x-api-key", key) }
    let request = Request(method: "GET", path: path, fields: fields)
    var context = RequestContext(.none)
    if isAllowed {
      #expect(throws: Never.self) { try member.handle(request, &context) }
    } else {
      let problem = #expect(throws: Problem.self) { try member.handle(request, &context) }
      #expect(problem?.status == 401 && problem?.code == "INVALID_API_KEY")
    }
  }

  @Test(arguments: [[], ["", ""]])
  func requiresNoKeyIfNoneIsConfigured(_ keys: [String]) {
    #expect(APIKey(keys: keys) == nil)
  }
}
