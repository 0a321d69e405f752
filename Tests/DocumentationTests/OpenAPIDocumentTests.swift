import API
import JSONCodec
import Testing

@testable import Documentation

/// The OpenAPI 3.1 document of two operations.
@Suite struct OpenAPIDocumentTests {
  private static let food = Schema.object([.string("name", "The name.")], named: "Food")
  private static let read = Operation(
    "readFood", "GET", "/api/v1/foods/{id}", authentication: .bearer, tag: "Foods", "Read a food",
    parameters: [.path("id", "The food."), .query(.integer("limit", in: 1...9, "Rows."))],
    responses: [.success("The food.", food, example: ["name": "Egg"])],
    errors: [ErrorDeclaration(404, "FOOD_GONE", "It was deleted.")])
  private static let create = Operation(
    "createFood", "POST", "/api/v1/foods", authentication: .bearer, tag: "Foods", "Create a food",
    body: .json([.string("name", length: 1...80, "The name.")], example: ["name": "Egg"]),
    responses: [.success("The food.", food, status: 201, example: ["name": "Egg"])])

  private func document(requiresAPIKey: Bool = false) -> JSONValue {
    OpenAPIDocument.make(
      [Self.read, Self.create],
      server: DescribedServer(version: "1.2.3", basePath: "/hearth", requiresAPIKey: requiresAPIKey))
  }

  /// The response of an operation to a status, which may be shared.
  private func response(_ status: String, of operation: JSONValue) throws -> JSONValue {
    let response = try #require(operation["responses"]?[status])
    guard let name = response["$ref"]?.stringValue?.split(separator: "/").last else { return response }
    return try #require(document()["components"]?["responses"]?[String(name)])
  }

  private func operation(_ path: String, _ method: String, _ document: JSONValue) throws -> JSONValue {
    try #require(document["paths"]?[path]?[method])
  }

  @Test func statesVersionServerAndTags() {
    let document = document()
    #expect(document["openapi"] == "3.1.0" && document["info"]?["version"] == "1.2.3")
    #expect(document["servers"] == [["url": "/hearth"]])
    #expect(document["tags"] == [["name": "Foods"]])
  }

  @Test func listsParametersWithTheirPlace() throws {
    let read = try operation("/api/v1/foods/{id}", "get", document())
    #expect(read["operationId"] == "readFood")
    #expect(
      read["parameters"] == [
        ["name": "id", "in": "path", "description": "The food.", "required": true, "schema": ["type": "string"]],
        [
          "name": "limit", "in": "query", "description": "Rows.", "required": false,
          "schema": ["type": "integer", "minimum": 1, "maximum": 9],
        ],
      ])
  }

  @Test func namesTheCodesOfEachStatus() throws {
    let read = try operation("/api/v1/foods/{id}", "get", document())
    let missing = try #require(read["responses"]?["404"])
    #expect(missing["description"]?.stringValue?.hasPrefix("`FOOD_GONE`: It was deleted.") == true)
    #expect(
      missing["content"]?["application/json"]?["schema"]?["allOf"]?.arrayValue?.last?["properties"]?["error"]?[
        "properties"]?["code"]?["enum"] == ["FOOD_GONE", "NOT_FOUND"])
    #expect(read["responses"]?["401"] != nil && read["responses"]?["503"] != nil && read["responses"]?["409"] == nil)
    #expect(try response("429", of: read)["description"]?.stringValue?.contains("changes") == false)
  }

  @Test func statesHeaderFields() throws {
    let read = try operation("/api/v1/foods/{id}", "get", document())
    #expect(read["responses"]?["200"]?["headers"]?.objectValue?.keys.sorted() == ["X-Request-ID"])
    #expect(try response("503", of: read)["headers"]?["Retry-After"] != nil)
    let create = try operation("/api/v1/foods", "post", document())
    #expect(create["responses"]?["201"]?["headers"]?["RateLimit-Remaining"] != nil)
    #expect(create["x-rate-limit"]?["requests"] == 600 && read["x-rate-limit"] == nil)
  }

  @Test func givesAnExampleOfEachError() throws {
    let read = try operation("/api/v1/foods/{id}", "get", document())
    let examples = read["responses"]?["404"]?["content"]?["application/json"]?["examples"]
    #expect(examples?.objectValue?.keys.sorted() == ["FOOD_GONE", "NOT_FOUND"])
    #expect(examples?["FOOD_GONE"]?["value"]?["error"]?["code"] == "FOOD_GONE")
  }

  @Test func describesTheBodyOfARequest() throws {
    let create = try operation("/api/v1/foods", "post", document())
    #expect(create["requestBody"]?["required"] == true)
    #expect(create["requestBody"]?["content"]?["application/json"]?["example"] == ["name": "Egg"])
    #expect(try response("429", of: create)["description"]?.stringValue?.contains("changes") == true)
    #expect(
      create["responses"]?["201"]?["content"]?["application/json"]?["schema"]?["properties"]?["data"]?["$ref"]
        == "#/components/schemas/Food")
  }

  @Test func requiresTheAPIKeyOnlyIfTheServerDoes() throws {
    #expect(try operation("/api/v1/foods", "post", document())["security"] == [["bearer": []]])
    let keyed = try operation("/api/v1/foods", "post", document(requiresAPIKey: true))
    #expect(keyed["security"] == [["bearer": [], "apiKey": []]])
  }
}
