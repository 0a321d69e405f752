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

  private static let rule = "The request body must be one JSON object in UTF-8."

  @Test(
    arguments: [
      ("", "It is empty.", nil), ("[1]", "It is an array.", nil), ("null", "It is null.", nil),
      ("\"a\"", "It is a string.", nil), ("5", "It is a number.", nil),
      (#"{"a":1,}"#, "The character } is not allowed where it is.", "line 1, column 8"),
      ("{'a':1}", "The character ' is not allowed where it is.", "line 1, column 2"),
      ("{\n  \"a\": 1\n  \"b\": 2\n}", "The character \" is not allowed where it is.", "line 3, column 3"),
      (#"{"a":1"#, "It ends too early.", "line 1, column 7"), (#"{"a":"#, "It ends too early.", "line 1, column 6"),
      ("{\"a\":\"\t\"}", "A string has a control character without an escape.", "line 1, column 7"),
      (#"{"a":1e999}"#, "A number is out of range.", "line 1, column 11"),
      (#"{"a":1} {}"#, "The character { is not allowed where it is.", "line 1, column 9"),
    ] as [(String, String, String?)])
  func theReasonAndItsPositionAreNamed(_ body: String, _ reason: String, _ position: String?) throws {
    for type in [nil, "application/json", "application/x-www-form-urlencoded", "text/plain"] {
      let problem = try problem(type, body)
      #expect(problem.status == 400 && problem.code == "INVALID_JSON")
      #expect(problem.message == "\(Self.rule) \(reason)" + (position.map { " Position: \($0)." } ?? ""))
      #expect(problem.details == (position.map { ["position": $0] } ?? [:]))
    }
  }

  @Test(arguments: ["application/x-www-form-urlencoded", "Multipart/Form-Data; boundary=----x"])
  func aFormIsNamed(contentType: String) throws {
    let problem = try problem(contentType, "username=ada&password=Secret12")
    #expect(problem.code == "INVALID_JSON" && problem.message.hasPrefix(Self.rule + " It is a form ("))
  }

  @Test func bytesThatAreNoTextAreNamed() throws {
    let request = Request(method: "POST", path: "/", body: [0x7B, 0xFF])
    let problem = try #require(throws: Problem.self) { try request.jsonObject() }
    #expect(problem.message == Self.rule + " It is not valid UTF-8.")
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
