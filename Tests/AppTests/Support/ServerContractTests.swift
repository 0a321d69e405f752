import API
import HTTPServer
import JSONCodec
import Realtime
import TestSupport
import Testing

/// The comparisons that the clients of all tests make.
@Suite struct ServerContractTests {
  private static let food = Operation(
    "readFood", "GET", "/foods/{id}", authentication: .none, tag: "Foods", "Read a food",
    parameters: [.path("id", "The food.")],
    responses: [.json("A food.", .object([.string("name", "Its name.")], named: "Food"), example: ["name": "Egg"])])

  @Test func aClientRecordsResponsesThatAreNotDeclared() async throws {
    let routes = [
      Route(Self.food) { request in
        .json(request.parameter("id") == "1" ? ["name": "Egg"] : ["name": 7, "more": true])
      }
    ]
    try await withServer(routes: routes) { client in
      #expect(try client.request("GET", "/foods/1").status == 200)
      #expect(try client.request("GET", "/foods").status == 404)
      try withKnownIssue {
        _ = try client.request("GET", "/foods/2")
      } matching: { issue in
        issue.description.contains("name is not a string") && issue.description.contains("more is not declared")
      }
    }
  }

  @Test func aClientRecordsMessagesThatAreNotDeclared() async throws {
    try await withHearth { server in
      // Messages that a test chooses, on a path of these documents.
      ServerContracts.register(DocumentContract(Self.documents), port: server.port)
      let socket = try server.client.open("/ws/echo")
      try socket.send(json: ["type": "hi", "to": "anna"])
      #expect(try socket.receiveJSON()["to"] == "anna")
      try socket.send(json: ["type": "bye"])
      try withKnownIssue {
        _ = try socket.receiveJSON()
      } matching: { issue in
        issue.description.contains("/ws/{room} does not declare bye")
      }
    }
  }

  // MARK: - Documents

  private static let documents = ServerDocuments(
    openAPI: [
      "paths": [
        "/foods": [
          "get": [
            "operationId": "list", "tags": ["Foods"],
            "responses": [
              "200": ["content": ["application/json": ["schema": ["$ref": "#/components/schemas/Foods"]]]],
              "204": [:],
            ],
          ]
        ]
      ],
      "components": ["schemas": ["Foods": ["type": "array", "items": ["type": "string", "maxLength": 3]]]],
    ],
    asyncAPI: [
      "channels": [
        "ws": [
          "address": "/ws/{room}", "x-close-codes": [["code": 1000]],
          "x-handshake-errors": [["status": 426, "code": "UPGRADE_REQUIRED"]],
          "messages": [
            "server.hi": [
              "payload": [
                "type": "object", "required": ["type", "to"],
                "properties": ["type": ["enum": ["hi"]], "to": ["type": ["string", "null"]]],
              ]
            ]
          ],
        ]
      ]
    ])

  struct Row: Sendable {
    var target: String
    var method = "GET"
    var status = 200
    var body: JSONValue? = nil
    var violations: [String]
  }

  @Test(arguments: [
    Row(target: "/app/foods?limit=1", body: ["egg"], violations: []),
    Row(target: "/app/foods", body: ["bread"], violations: ["list 200[] has 5 characters"]),
    Row(target: "/app/foods", body: [7], violations: ["list 200[] is 7"]),
    Row(target: "/app/foods", status: 204, violations: []),
    Row(target: "/app/foods", status: 201, violations: ["list 201 is not declared"]),
    Row(target: "/app/foods", method: "POST", status: 405, violations: []),
    Row(
      target: "/app/foods", method: "POST", status: 200, body: [:], violations: ["POST /foods is not in /openapi.json"]),
    Row(target: "/app/other", status: 200, body: [:], violations: ["/other is not in /openapi.json"]),
    Row(target: "/elsewhere", status: 404, violations: []),
    Row(target: "/app/ws/lab", status: 101, violations: []),
    Row(target: "/app/ws/lab", status: 400, violations: ["/ws/{room} does not declare 400 "]),
  ]) func documentsDescribeResponses(_ row: Row) {
    let fields = row.body == nil ? [] : [WireResponse.Field(name: "Content-Type", value: "application/json")]
    let response = WireResponse(
      status: row.status, reason: "", fields: fields, body: row.body?.encoded ?? [], keepsAlive: true)
    let contract = DocumentContract(Self.documents, basePath: "/app")
    #expect(contract.violations(of: response, to: row.method, row.target) == row.violations)
  }

  @Test func documentsDescribeMessagesAndCloseCodes() {
    let contract = DocumentContract(Self.documents)
    func violations(_ frame: JSONValue) -> [String] { contract.violations(of: frame, .sent, on: "/ws/lab?since=1") }
    #expect(violations(["type": "hi", "to": nil]) == [])
    #expect(violations(["type": "hi"]) == ["hi.to is missing"])
    #expect(violations(["type": "hi", "to": "x", "more": 1]) == ["hi.more is not declared"])
    #expect(violations(["type": "bye"]) == ["/ws/{room} does not declare bye"])
    #expect(contract.violations(ofClose: 1000, on: "/ws/lab") == [])
    #expect(contract.violations(ofClose: 4999, on: "/ws/lab") == ["/ws/{room} does not declare the close code 4999"])
  }
}
