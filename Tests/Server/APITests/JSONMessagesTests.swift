import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Testing

@Suite struct JSONMessagesTests {
  private func problem(_ contentType: String?, _ body: String) throws -> Problem {
    var fields = HTTPFields()
    if let contentType { fields.append("Content-Type", contentType) }
    let request = Request(method: "POST", path: "/api/auth/login", fields: fields, body: Array(body.utf8))
    return try #require(throws: Problem.self) { try request.jsonObject() }
  }

  @Test(arguments: [
    ("application/x-www-form-urlencoded", "application/x-www-form-urlencoded"),
    ("Multipart/Form-Data; boundary=----x", "multipart/form-data"), ("text/plain ; charset=utf-8", "text/plain"),
  ])
  func aBodyOfAnotherTypeIsNamed(contentType: String, named: String) throws {
    let problem = try problem(contentType, "username=ada&password=Secret12")
    #expect(problem.status == 400 && problem.code == "INVALID_JSON")
    #expect(problem.message.contains("Content-Type \(named)."))
    #expect(problem.message.contains("application/json"))
  }

  @Test(arguments: [nil, "application/json", "application/json; charset=utf-8", "application/problem+json", "a\"b", ""])
  func otherTypesAreNotNamed(contentType: String?) throws {
    let problem = try problem(contentType, "[1]")
    #expect(problem.code == "INVALID_JSON")
    #expect(problem.message == "The request body must be one JSON object in UTF-8.")
  }

  @Test func aLongTypeIsNotRepeated() throws {
    #expect(try problem(String(repeating: "x", count: 5000), "x").message.utf8.count < 200)
  }

  /// `curl -d` labels every body as a form.
  @Test func jsonWithTheTypeOfAFormIsRead() throws {
    var fields = HTTPFields()
    fields.append("Content-Type", "application/x-www-form-urlencoded")
    let request = Request(method: "POST", path: "/", fields: fields, body: Array(#"{"username":"ada"}"#.utf8))
    #expect(try request.jsonObject()["username"] == "ada")
  }
}
