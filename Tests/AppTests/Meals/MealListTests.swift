import JSONCodec
import TestSupport
import Testing

/// Lists as people paste them from recipes, with the real program.
@Suite struct MealListTests {
  private static let lists = [
    """
    2 x 400g tins plum tomatoes
    1 (14 1/2-ounce) can coconut milk
    160ml/5fl oz single cream
    pinch of saffron
    juice of 1/2 lemon
    1/2 cup plus 2 tablespoons olive oil
    1 to 1 1/2 pounds monkfish, cubed
    one 3-inch piece of ginger, peeled
    3 tbsp gruffalo paste
    2 zorblax, split lengthwise
    a few sprigs thyme, leaves only
    4 large or 6 small leeks
    salt and pepper to taste
    """,
    "* 3 zorblax\n* 200 g gruffalo\n* 1 tsp flumbert", "2 quonks, peeled",
  ]

  @Test(arguments: lists) func completesWholeListsOfIngredients(_ list: String) async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
      _ = try socket.receiveJSON(type: "connected")
      let answer = try HTTPTestClient(port: server.port).request(
        "POST", "/api/v1/meal-logs/natural", token: token, json: ["raw_input": .string(list), "meal_type": "dinner"])
      let id = try #require(try JSONValue(parsing: answer.body)["id"])
      let frame = try socket.receiveJSON {
        ["meal_log.completed", "meal_log.failed"].contains($0["type"]?.stringValue) && $0["data"]?["id"] == id
      }
      #expect(frame["type"] == "meal_log.completed", "\(frame)")
      #expect((frame["data"]?["items"]?.arrayValue?.count ?? 0) >= list.split(separator: "\n").count)
    }
  }
}
