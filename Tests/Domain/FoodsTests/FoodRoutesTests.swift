import API
import Foods
import HTTPServer
import JSONCodec
import Nutrition
import TestSupport
import Testing

@Suite struct FoodRoutesTests {
  private static func names(_ answer: WireResponse) -> [String] {
    answer.json?["data"]?["foods"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
  }

  @Test func createsUpdatesAndDeletesACustomFood() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let made = try await fixture.send("POST", "", FoodFixture.cake)
      #expect(made.status == 201)
      let id = try #require(made.json?["id"]?.stringValue)
      let data = try #require(made.json?["data"])
      #expect(data["source"] == "own" && data["can_be_edited"] == true && data["calories"] == 260)
      #expect(data["serving"]?["grams"] == 90 && data["serving"]?["calories"] == 234 && data["serving_unit"] == "slice")
      #expect(try await fixture.send("GET", "/" + id.uppercased()).json?["data"] == data)

      fixture.clock.advance(by: .seconds(1))
      let changed = try await fixture.send("PATCH", "/" + id, ["calories": 270])
      #expect(changed.status == 200 && changed.json?["data"]?["calories"] == 270)
      #expect(changed.json?["data"]?["fat_g"] == 10 && changed.json?["data"]?["aliases"] == ["apfelkuchen"])
      #expect(changed.json?["data"]?["created_at"] == data["created_at"])
      #expect(changed.json?["data"]?["updated_at"] != data["updated_at"])
      #expect(try await fixture.send("PUT", "/" + id, ["name": "Cake of Gran"]).json?["name"] == "Cake of Gran")

      #expect(try await fixture.send("DELETE", "/" + id).status == 204)
      #expect(try await fixture.send("GET", "/" + id).status == 404)
      #expect(try await fixture.send("DELETE", "/" + id).status == 404)
    }
  }

  @Test func hidesCustomFoodsFromOtherUsers() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let id = try #require(try await fixture.send("POST", "", FoodFixture.cake).json?["id"]?.stringValue)
      for (method, json) in [("GET", nil), ("PUT", ["name": "x"]), ("DELETE", nil)] as [(String, JSONValue?)] {
        #expect(try await fixture.send(method, "/" + id, json, user: "u2").status == 404)
      }
      #expect(Self.names(try await fixture.send("GET", "?query=apfelkuchen", user: "u2")).isEmpty)
      #expect(Self.names(try await fixture.send("GET", "/own", user: "u2")).isEmpty)
      // Each user may have a food with this name.
      #expect(try await fixture.send("POST", "", FoodFixture.cake, user: "u2").status == 201)
    }
  }

  @Test func findsImportedFoodsByTheirBarcode() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let folder = try TemporaryFolder()
      try folder.write("branded.json", DownloadFiles.branded)
      _ = try await FoodImporter(database: fixture.database).run(folder.path + "/branded.json") { _ in }
      for gtin in ["009800895007", "0009800895007", "00009800895007"] {
        let answer = try await fixture.send("GET", "/barcode/" + gtin)
        #expect(
          answer.status == 200 && answer.json?["id"] == "fdc-2000001" && answer.json?["data"]?["source"] == "imported")
      }
      #expect(try await fixture.send("GET", "/barcode/4006381333931").status == 404)
      let wrong = try await fixture.send("GET", "/barcode/009800895008")
      #expect(
        wrong.status == 400 && wrong.json?["error"]?["details"]?["gtin"]?.stringValue?.contains("check digit") == true)
    }
  }

  @Test func foodsOfOpenFoodFactsHaveItsNotice() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let folder = try TemporaryFolder()
      try folder.write("products.csv", ProductFiles.table([ProductFiles.biscuit]))
      _ = try await FoodImporter(database: fixture.database).run(folder.path + "/products.csv") { _ in }
      let food = try await fixture.send("GET", "/barcode/4006381333931")
      #expect(food.json?["id"] == "off-4006381333931" && food.json?["data"]?["source"] == "imported")
      #expect(food.json?["attribution"]?.stringValue?.contains("Open Food Facts") == true)
      #expect(try await fixture.send("GET", "/off-4006381333931").json?["data"] == food.json?["data"])
      let found = try await fixture.send("GET", "?query=zorbella").json?["data"]?["foods"]?.arrayValue
      #expect(found?.map { $0["attribution"] } == [food.json?["attribution"]])
      #expect(try await fixture.send("GET", "/olive-oil").json?["attribution"] == "")
    }
  }

  @Test func readsFiguresForAnyAmount() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let answer = try await fixture.send(
        "POST", "", ["food_name": "Bar", "per_grams": 40, "calories": 160, "protein": 8, "carbs": 16, "fat": 7])
      #expect(answer.json?["data"]?["calories"] == 400 && answer.json?["data"]?["carbs_g"] == 40)
      #expect(answer.json?["data"]?["fat_g"] == 17.5 && answer.json?["data"]?["per_grams"] == 100)
    }
  }

  @Test func showsBuiltInFoodsUnderTheirNames() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let answer = try await fixture.send("GET", "/olive-oil")
      #expect(answer.status == 200 && answer.json?["data"]?["source"] == "builtin")
      #expect(answer.json?["data"]?["calories"] == 884 && answer.json?["data"]?["can_be_edited"] == false)
      #expect(try await fixture.send("PATCH", "/olive-oil", ["calories": 1]).status == 403)
      #expect(try await fixture.send("DELETE", "/olive-oil").status == 403)
      #expect(try await fixture.send("GET", "/no-such-food").status == 404)
    }
  }

  @Test func findsEveryBuiltInFoodByItsID() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let all = try await fixture.foods.search("", origin: .builtIn, page: .init(limit: 100_000), userID: nil)
      #expect(all.total == FoodTable.builtIn.foods.count && all.foods.count == all.total)
      #expect(Set(all.foods.map(\.id)).count == all.total)
      for food in all.foods {
        #expect(try await fixture.foods.find(food.id, userID: nil)?.facts == food.facts, "\(food.id)")
      }
    }
  }

  @Test func listsTheUsersOwnFoodsFirst() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      _ = try await fixture.send("POST", "", ["name": "Olive oil of Crete", "calories": 890, "fat_g": 99])
      let found = try await fixture.send("GET", "?query=olive%20oil&limit=2")
      #expect(Self.names(found).first == "Olive oil of Crete" && Self.names(found).contains("Olive Oil"))
      let own = try await fixture.send("GET", "/own")
      #expect(Self.names(own) == ["Olive oil of Crete"] && own.json?["data"]?["total"] == 1)
      #expect(Self.names(try await fixture.send("GET", "?source=own&query=butter")).isEmpty)
      #expect(Self.names(try await fixture.send("GET", "?source=builtin&q=olive%20oil")).contains("Olive Oil"))
    }
  }

  @Test(arguments: [
    ("banan", "Banana"), ("chick", "Chick"), ("eg", "Egg"), ("strawb", "Strawberr"), ("olive%20oi", "Olive Oil"),
    ("chiken%20bre", "Chicken Breast"),
  ])
  func searchesWhileTheUserTypes(_ query: String, _ name: String) async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let found = Self.names(try await fixture.send("GET", "?source=builtin&q=" + query))
      #expect(found.first?.hasPrefix(name) == true, "\(found)")
    }
  }

  @Test func findsOwnAndImportedFoodsByTheBeginningOfAWord() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      for name in ["Zorbella waffle", "Zorb"] {
        _ = try await fixture.send("POST", "", ["name": .string(name), "calories": 100])
      }
      let folder = try TemporaryFolder()
      let plain = ProductFiles.biscuit(["code": "4006381333948", "product_name": "Zorbella"])
      try folder.write("products.csv", ProductFiles.table([ProductFiles.biscuit, plain]))
      _ = try await FoodImporter(database: fixture.database).run(folder.path + "/products.csv") { _ in }
      // The complete word first, then beginnings; own foods before imported ones; fewer words first.
      let found = try await fixture.send("GET", "?query=zorb")
      #expect(Self.names(found) == ["Zorb", "Zorbella waffle", "Zorbella", "Zorbella biscuits"])
      #expect(found.json?["data"]?["total"] == 4)
      let second = try await fixture.send("GET", "?query=zorb&limit=2&page=2")
      #expect(Self.names(second) == ["Zorbella", "Zorbella biscuits"] && second.json?["data"]?["has_more"] == false)
      #expect(Self.names(try await fixture.send("GET", "?query=zorb&limit=1&offset=3")) == ["Zorbella biscuits"])
      #expect(Self.names(try await fixture.send("GET", "?query=zorbella%20bisc")) == ["Zorbella biscuits"])
      #expect(Self.names(try await fixture.send("GET", "?query=bisc%20zorbella&source=imported")).isEmpty)
    }
  }

  @Test func givesPages() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      for name in ["Zorb One", "Zorb Two", "Zorb Three"] {
        _ = try await fixture.send("POST", "", ["name": .string(name), "calories": 100])
      }
      let first = try await fixture.send("GET", "?query=zorb&limit=2")
      #expect(Self.names(first) == ["Zorb One", "Zorb Three"])
      #expect(first.json?["data"]?["total"] == 3 && first.json?["data"]?["has_more"] == true)
      #expect(Self.names(try await fixture.send("GET", "?query=zorb&limit=2&page=2")) == ["Zorb Two"])
      #expect(Self.names(try await fixture.send("GET", "?query=zorb&limit=2&offset=9")).isEmpty)
    }
  }

  @Test(arguments: [
    "?limit=0", "?limit=1000", "?page=0", "?source=mars", "?query=" + String(repeating: "x", count: 201),
  ])
  func refusesBadQueries(_ query: String) async throws {
    try await withFixture(try await FoodFixture()) { fixture async throws in
      #expect(try await fixture.send("GET", query).status == 400)
    }
  }

  static let bad: [(JSONValue, String)] = [
    ([:], "name"), (["name": "x"], "calories"), (["name": "!!", "calories": 1], "name"),
    (["name": "one two three four five six seven eight", "calories": 1], "name"),
    (["name": "Гречка", "calories": 1], "name"),
    (["name": "x\u{0}", "calories": 1], "name"),
    (["name": .string(String(repeating: "x", count: 201)), "calories": 1], "name"),
    (["name": "Cake", "calories": "much"], "calories"), (["name": "Cake", "calories": -1], "calories"),
    (["name": "Cake", "calories": 1000], "calories"), (["name": "Cake", "calories": 100, "fat_g": 101], "fat_g"),
    (["name": "Cake", "calories": 100, "protein_g": 60, "carbs_g": 60], "carbs_g"),
    (["name": "Cake", "calories": 100, "carbs_g": 20, "sugar_g": 30], "sugar_g"),
    (["name": "Cake", "calories": 20, "fat_g": 90], "calories"),
    (["name": "Cake", "calories": 800, "carbs_g": 20], "calories"),
    (["name": "Cake", "calories": 100, "per_grams": 0], "per_grams"),
    (["name": "Cake", "calories": 100, "measures": [["unit": "furlong", "grams": 3]]], "measures[0].unit"),
    (["name": "Cake", "calories": 100, "measures": [["unit": "kg", "grams": 3]]], "measures[0].unit"),
    (["name": "Cake", "calories": 100, "measures": [["unit": "cup", "grams": 0]]], "measures[0].grams"),
    (
      ["name": "Cake", "calories": 100, "measures": [["unit": "cup", "grams": 1], ["unit": "cups", "grams": 2]]],
      "measures[1].unit"
    ),
    (["name": "Cake", "calories": 100, "serving_unit": "slice"], "serving_unit"),
    (["name": "Cake", "calories": 100, "food_type": "soap"], "food_type"),
    (["name": "Cake", "calories": 100, "aliases": ["a", 5]], "aliases"),
    (["name": "Cake", "calories": 100, "density": 50], "density"),
  ]

  @Test(arguments: bad)
  func reportsTheInvalidField(_ body: JSONValue, _ field: String) async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let answer = try await fixture.send("POST", "", body)
      #expect(answer.status == 400)
      #expect(answer.json?["error"]?["details"]?[field] != nil, "\(answer.text)")
      #expect(try await fixture.send("GET", "/own").json?["data"]?["total"] == 0)
    }
  }

  @Test(arguments: [
    (
      "one two three four five six seven eight",
      "name must be text of at most 7 words, without \"of\", \"and\" and \"with\"."
    ),
    ("Гречка", "name must be text with a word of Latin letters or a number, by which a meal can name it."),
  ])
  func saysWhyANameIsRefused(_ name: String, _ message: String) async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let answer = try await fixture.send("POST", "", ["name": .string(name), "calories": 100])
      #expect(answer.status == 400 && answer.json?["message"]?.stringValue == message)
    }
  }

  static let good: [JSONValue] = [
    ["name": "Vodka", "food_type": "drink", "calories": 231], ["name": "Erythritol", "calories": 20, "carbs_g": 100],
    ["name": "Bran", "calories": 216, "carbs_g": 65, "fiber_g": 43, "protein_g": 16, "fat_g": 4.3, "sugar_g": 0.4],
    ["name": "Ghee", "calories": 900, "fat_g": 99.5], ["name": "Tap water", "food_type": "water", "calories": 0],
    ["name": "Red wine", "food_type": "drink", "calories": 85, "carbs_g": 2.6],
    ["name": "Only energy", "calories": 123],
  ]

  @Test(arguments: good) func takesFoodsThatThereAre(_ body: JSONValue) async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let answer = try await fixture.send("POST", "", body)
      #expect(answer.status == 201, "\(answer.text)")
    }
  }

  @Test func refusesASecondFoodOfOneName() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      #expect(try await fixture.send("POST", "", FoodFixture.cake).status == 201)
      let again = try await fixture.send("POST", "", FoodFixture.cake.merging(["name": "apple cake, grandmas"]))
      #expect(again.status == 409 && again.json?["error"]?["code"] == "FOOD_EXISTS")
      let other = try await fixture.send("POST", "", ["name": "Pie", "calories": 200])
      let id = try #require(other.json?["id"]?.stringValue)
      #expect(try await fixture.send("PATCH", "/" + id, ["name": "Grandmas Apple Cake"]).status == 409)
      #expect(try await fixture.send("GET", "/" + id).json?["name"] == "Pie")
    }
  }

  @Test func limitsHowManyThereAre() async throws {
    try await withFixture(try await FoodFixture(maxPerUser: 1)) { fixture in
      #expect(try await fixture.send("POST", "", FoodFixture.cake).status == 201)
      let refused = try await fixture.send("POST", "", ["name": "Pie", "calories": 200])
      #expect(refused.status == 429 && refused.json?["error"]?["code"] == "FOOD_LIMIT")
      #expect(try await fixture.send("POST", "", FoodFixture.cake, user: "u2").status == 201)
    }
  }

  @Test func requiresAuthentication() async throws {
    try await withFixture(try await FoodFixture()) { fixture async throws in
      for (method, path) in [("GET", ""), ("GET", "/own"), ("GET", "/olive-oil"), ("POST", ""), ("DELETE", "/x")] {
        #expect(try await fixture.send(method, path, user: "").status == 401)
      }
    }
  }
}
