import Glibc
import JSONCodec
import TestSupport
import Testing

/// Foods beside the table, with the real program: written down by a user, imported by a command while the server runs.
@Suite struct FoodJourneyTests {
  private static let download = """
    {"SRLegacyFoods": [{"description":"Cheese, flumbert","dataType":"SR Legacy","fdcId":170000,"ndbNumber":1999,
    "publicationDate":"4/1/2019","foodCategory":{"description":"Dairy and Egg Products"},"foodNutrients":[
    {"nutrient":{"id":1008},"amount":333},{"nutrient":{"id":1003},"amount":22},{"nutrient":{"id":1004},"amount":27},
    {"nutrient":{"id":1005},"amount":1}],
    "foodPortions":[{"measureUnit":{"id":9999,"name":"undetermined"},"modifier":"slice","gramWeight":28,"amount":1}]}]}
    """

  /// Logs a meal in words. - Returns: the log in the event of the socket.
  private static func log(_ text: String, _ server: ServerProcess, _ token: String) throws -> JSONValue {
    let socket = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
    _ = try socket.receiveJSON(type: "connected")
    let answer = try HTTPTestClient(port: server.port).request(
      "POST", "/api/v1/meal-logs/natural", token: token, json: ["raw_input": .string(text), "meal_type": "snack"])
    let id = try #require(try JSONValue(parsing: answer.body)["id"])
    let frame = try socket.receiveJSON {
      ["meal_log.completed", "meal_log.failed"].contains($0["type"]?.stringValue) && $0["data"]?["id"] == id
    }
    return frame["data"] ?? .null
  }

  @Test func theMealParserFindsCustomFoods() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let http = try HTTPTestClient(port: server.port)
      let made = try http.request(
        "POST", "/api/v1/foods", token: token,
        json: [
          "name": "Grandma's Zorblax Cake", "calories": 300, "protein_g": 5, "carbs_g": 40, "fat_g": 13,
          "measures": [["unit": "slice", "grams": 80]],
        ])
      #expect(made.status == 201)
      let meal = try Self.log("2 slices of grandma's zorblax cake and 100 g broccoli", server, token)
      #expect(meal["status"] == "completed")
      let items = meal["items"]?.arrayValue ?? []
      #expect(items.count == 2 && items[0]["name"] == "Grandma's Zorblax Cake")
      #expect(items[0]["calories"] == 480 && items[0]["protein_g"] == 8)
      // Gone at once when it is deleted.
      let id = try #require(made.json?["id"]?.stringValue)
      #expect(try http.request("DELETE", "/api/v1/foods/" + id, token: token).status == 204)
      let after = try Self.log("100 g zorblax", server, token)
      #expect(after["items"]?.arrayValue?.map { $0["calories"] } == [0], "\(after)")
    }
  }

  @Test func theMealParserFindsFoodsImportedWhileTheServerRuns() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      #expect(try Self.log("flumbert", server, token)["status"] == "failed")
      try server.folder.write("sr.json", Self.download)
      let run = try CommandRun("foods", "import", "sr.json", in: server.folder)
      #expect(run.exit == .code(0) && run.output == "1 foods added, 0 updated, 0 unchanged", "\(run)")
      let meal = try Self.log("3 slices flumbert cheese", server, token)
      #expect(meal["items"]?.arrayValue?.map { $0["name"] } == ["Cheese, flumbert"])
      #expect(meal["total_calories"] == 280)
      let http = try HTTPTestClient(port: server.port)
      let shown = try http.request("GET", "/api/v1/foods/fdc-170000", token: token)
      #expect(shown.json?["data"]?["source"] == "imported" && shown.json?["data"]?["calories"] == 333)
      let found = try http.request("GET", "/api/v1/foods?query=flumbert", token: token)
      #expect(found.json?["data"]?["foods"]?.arrayValue?.map { $0["id"] } == ["fdc-170000"])

      let again = try CommandRun("foods", "import", "sr.json", in: server.folder)
      #expect(again.output == "0 foods added, 0 updated, 1 unchanged" && again.errors.contains("100 % read"))
      let search = try CommandRun("foods", "search", "flumbert cheese", in: server.folder)
      #expect(search.exit == .code(0) && search.output.contains("fdc-170000"), "\(search)")
      let parsed = try CommandRun("parse", "100 g flumbrt cheese", "--data", "data", in: server.folder)
      #expect(parsed.exit == .code(0) && parsed.output.contains("Cheese, flumbert"), "\(parsed)")
      #expect(
        !(try CommandRun("parse", "100 g flumbert cheese", in: server.folder)).output.contains("Cheese, flumbert"))
      #expect(try CommandRun("check", in: server.folder).output.contains("imported foods 1"))
    }
  }

  @Test func anImportOfOpenFoodFactsReportsWhatItLeftOutAndTheNotice() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let rows = [
        "code\tproduct_name\tbrands\tenergy-kcal_100g\tfat_100g\tcarbohydrates_100g\tproteins_100g\tserving_size",
        "4006381333931\tFlumbert biscuits\tFlumbert,Quonk\t500\t24\t62\t8\t2 biscuits (50 g)",
        "4006381333932\tZorblax\t\t500\t24\t62\t8\t", "009800895007\tZorblax\t\t\t\t\t\t",
        "96385074\t\t\t500\t24\t62\t8\t",
      ]
      try server.folder.write("products.csv", rows.joined(separator: "\n"))
      let run = try CommandRun("foods", "import", "products.csv", "--language", "en", in: server.folder)
      #expect(run.exit == .code(0) && run.output.hasPrefix("1 foods added, 0 updated, 0 unchanged"), "\(run)")
      for words in [
        "1 left out: no valid barcode", "1 left out: energy", "1 left out: no name", "Open Database License",
      ] {
        #expect(run.output.contains(words), "\(words)")
      }
      #expect(try Self.log("a Flumbert biscuit", server, token)["total_calories"] == 125)
      let http = try HTTPTestClient(port: server.port)
      let food = try http.request("GET", "/api/v1/foods/barcode/4006381333931", token: token)
      #expect(food.json?["id"] == "off-4006381333931")
      #expect(food.json?["attribution"]?.stringValue?.contains("Open Food Facts") == true)
      // A hint for a word of several languages.
      _ = try http.request("PATCH", "/api/v1/users/me", token: token, json: ["language": "es"])
      let meal = try Self.log("pasta", server, token)
      #expect(meal["items"]?.arrayValue?.map { $0["name_localized"] } == ["pasta"], "\(meal)")
    }
  }

  @Test func aKilledImportLeavesWholeFoodsAndIsEndedByTheNext() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let padding = String(repeating: "SUGAR, ", count: 200)
      let foods = (1...3000).map { number in
        """
        {"ingredients":"\(padding)","description":"Flumbert number \(number)","dataType":"SR Legacy","fdcId":\(number),"foodNutrients":[
        {"nutrient":{"id":1008},"amount":333},{"nutrient":{"id":1003},"amount":22},{"nutrient":{"id":1004},"amount":27}]}
        """
      }
      try folder.write("sr.json", "{\"SRLegacyFoods\": [\(foods.joined(separator: ",\n"))]}")
      // Killed when it reports a fifth, of which the first half is stored.
      let script =
        "cd \"$0\" && exec 3< <(exec \"$1\" foods import sr.json 2>&1); read -r line <&3; read -r line <&3; kill -9 $!; wait $!"
      _ = try ProgramRun(["/bin/bash", "-c", script, folder.path, try ServerProcess.executable()])
      #expect(try CommandRun("check", in: folder).exit == .code(0))
      let again = try CommandRun("foods", "import", "sr.json", in: folder)
      let counts = again.output.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(counts.count == 3 && counts[0] + counts[2] == 3000 && counts[1] == 0, "\(again)")
      #expect(counts.last.map { $0 > 0 && $0 < 3000 && $0 % 200 == 0 } == true, "\(again)")
      #expect(try CommandRun("check", in: folder).output.contains("imported foods 3000"))
      // Every one of them is found.
      for table in ["imported_food_keys", "imported_food_terms"] {
        let lost = "SELECT fdc_id FROM imported_foods WHERE fdc_id NOT IN (SELECT fdc_id FROM \(table))"
        #expect(try DataReader.rows(folder, lost).isEmpty)
      }
    }
  }

  @Test func commandsReportSpecificErrors() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      try folder.write("bad.json", "{\"SRLegacyFoods\": [\n{\"fdcId\": 1, \"description\": }]}")
      for (file, words) in [
        ("bad.json", "bad.json, line 2: "), ("none.json", "none.json cannot be read"),
        (".", ". is not a download that can be imported: it contains no food.csv"),
      ] {
        let run = try CommandRun("foods", "import", file, in: folder)
        #expect(run.exit == .code(1) && run.errors.contains("Error: " + words), "\(run.errors)")
      }
    }
  }

  @Test func searchNeedsNoDatabase() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let run = try CommandRun("foods", "search", "olive oil", in: folder)
      #expect(run.exit == .code(0) && run.output.contains("olive-oil") && run.output.contains("884"))
      #expect(folder.contents(of: "data/hearth.sqlite3") == nil)
      #expect(try CommandRun("foods", "search", "zorblax", in: folder).exit == .code(1))
    }
  }
}
