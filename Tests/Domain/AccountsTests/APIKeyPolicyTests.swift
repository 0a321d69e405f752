import API
import Accounts
import HTTPCodec
import HTTPServer
import Testing

@Suite struct APIKeyPolicyTests {
  @Test(
    arguments: [
      ("/api/v1/meal-logs", [], nil, true), ("/api/v1/meal-logs", [""], nil, true),
      ("/api/v1/meal-logs", ["one", "two"], nil, false), ("/api/v1/meal-logs", ["one", "two"], "two", true),
      ("/api/v1/meal-logs/", ["one"], "", false), ("/api/v1/meal-logs", ["one"], "on", false),
      ("/api/v1/consultations/5/ws", ["one"], nil, false), ("/ws/consultation", ["one"], nil, false),
      ("/ws/consultation/", ["one"], nil, false), ("/ws/consultation", ["one"], "one", true),
      ("/ws", ["one"], nil, true), ("/ws/meal-logs", ["one"], nil, true), ("/ws/mobile/sync/", ["one"], nil, true),
      ("/api/auth/login", ["one"], nil, true), ("/health", ["one"], nil, true),
    ] as [(String, [String], String?, Bool)])
  func guardsTheDocumentedAddresses(_ path: String, _ keys: [String], _ key: String?, _ isGood: Bool) {
    var fields = HTTPFields()
    if let key { fields.append("x-api-key", key) }
    let request = Request(method: "GET", path: path, fields: fields)
    if isGood {
      #expect(throws: Never.self) { try APIKeyPolicy(keys: keys).check(request) }
    } else {
      #expect(throws: Problem.self) { try APIKeyPolicy(keys: keys).check(request) }
    }
  }
}
