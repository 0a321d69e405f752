import HealthModels
import Nutrition
import Storage
import TestSupport
import Testing

@testable import Foods

@Suite struct FoodImportTests {
  let folder: TemporaryFolder
  let database: any StorageEngine

  init() throws {
    folder = try TemporaryFolder()
    database = try TestDatabase.make()
  }

  private func run(_ name: String, batchSize: Int = 100_000) async throws -> ImportSummary {
    try await FoodImporter(database: database, batchSize: batchSize).run(folder.path + "/" + name) { _ in }
  }

  private func foods() async throws -> [ImportedFood] {
    try await database.read { try ImportedFoodRepository.page(after: 0, limit: 1000, in: $0) }
  }

  private static let documents = [
    ("foundation.json", DownloadFiles.foundation),
    ("legacy.json", "{\"SRLegacyFoods\": [\(DownloadFiles.legacyFood(number: 5, energy: 333))]}"),
    ("survey.json", DownloadFiles.survey), ("branded.json", DownloadFiles.branded),
  ]

  @Test func readsTheJSONDownloads() async throws {
    for (name, text) in Self.documents { try folder.write(name, text) }
    for (name, _) in Self.documents.dropLast() { #expect(try await run(name).added == 1, "\(name)") }
    let branded = try await run("branded.json")
    #expect(branded.added == 2 && branded.incomplete == 1 && branded.implausible == 1)
    let foods = try await foods()
    #expect(foods.map(\.fdcID) == [5, 321358, 1_100_001, 2_000_001, 2_000_002])

    let hummus = foods[1]
    #expect(hummus.facts.name == "Hummus, \"quonk\", commercial" && hummus.type == .foundation)
    #expect(
      hummus.facts.per100Grams
        == Nutrients(energyKilocalories: 229, protein: 7.35, carbohydrate: 14.9, fat: 17.1, fiber: 5.4, sugar: 0.34))
    #expect(hummus.facts.measures == [.tablespoon: 16.95] && hummus.published == "2019-04-01")
    #expect(hummus.facts.category == "Legumes and Legume Products" && hummus.identity == "foundation:16158")

    #expect(foods[0].facts.measures == [.cup: 132, .slice: 28] && foods[0].facts.servingMeasure == .slice)
    #expect(foods[2].facts.measures == [.cup: 252] && foods[2].facts.servingGrams == 240)
    #expect(foods[2].identity == "fndds:27311110" && foods[2].facts.category == "Meat mixed dishes")

    let spread = foods[3].facts
    #expect(spread.name == "Nutty Spreado, Hazelnut" && spread.brand == "Quonk" && spread.servingGrams == 37)
    #expect(spread.measures == [.tablespoon: 18.5] && spread.per100Grams.energyKilocalories == 541)
    #expect(foods[3].identity == "gtin:9800895007")
    // The label alone, for a serving of 355 ml.
    let cola = foods[4].facts
    #expect(cola.kind == .drink && cola.density == 1 && cola.servingMeasure == .can && cola.measures == [.can: 355])
    #expect(
      abs(cola.per100Grams.energyKilocalories - 42.254) < 0.001
        && cola.per100Grams.sugar == cola.per100Grams.carbohydrate)
  }

  @Test(arguments: [1, 2, 100]) func readsTheTablesInLotsOfAnySize(_ batchSize: Int) async throws {
    try DownloadFiles.writeTables(folder)
    let summary = try await run("", batchSize: batchSize)
    #expect(summary.added == 4 && summary.incomplete == 1)
    let fromTables = try await foods()
    for (name, text) in Self.documents { try folder.write(name, text) }
    // JSON and CSV give the same foods.
    for (name, _) in Self.documents {
      let again = try await run(name)
      #expect(again.updated == 0 && again.older == 0, "\(name)")
    }
    #expect(try await foods().filter { $0.fdcID != 2_000_002 } == fromTables)
  }

  @Test func repeatingAnImportChangesNothing() async throws {
    try DownloadFiles.writeTables(folder)
    _ = try await run("food.csv")
    let before = try await database.read { try FoodVersions.version(FoodVersions.imported, in: $0) }
    let again = try await run("food.csv")
    #expect(again.unchanged == 4 && again.added == 0 && again.updated == 0)
    #expect(try await database.read { try FoodVersions.version(FoodVersions.imported, in: $0) } == before)
  }

  @Test func importsNewerEditionsAndIgnoresOlderOnes() async throws {
    let old = "{\"SRLegacyFoods\": [\(DownloadFiles.legacyFood(number: 5, energy: 333))]}"
    let new = "{\"SRLegacyFoods\": [\(DownloadFiles.legacyFood(number: 9, energy: 350, published: "10/2/2022"))]}"
    try folder.write("old.json", old)
    try folder.write("new.json", new)
    #expect(try await run("old.json").added == 1)
    #expect(try await run("new.json").updated == 1)
    #expect(try await run("old.json").older == 1)
    #expect(try await foods().map(\.fdcID) == [9])
    // The index of the old edition is deleted.
    let rows = try await database.read { connection in
      try connection.query("SELECT fdc_id FROM imported_food_keys UNION ALL SELECT fdc_id FROM imported_food_terms")
    }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.integer("fdc_id") == 9 })
    // A correction with the same number and date.
    try folder.write("new.json", new.replacing("350", with: "351"))
    #expect(try await run("new.json").updated == 1)
    #expect(try await foods().first?.facts.per100Grams.energyKilocalories == 351)
  }

  @Test func keepsCompleteBatchesOfAFailedImportAndAddsTheRestLater() async throws {
    let whole = (1...1000).map { number in
      DownloadFiles.legacyFood(number: number, energy: 300).replacing("\"ndbNumber\":1999,", with: "")
    }
    let text = "{\"SRLegacyFoods\": [\(whole.joined(separator: ",\n"))]}"
    try folder.write("foods.json", Array(text.utf8.prefix(text.utf8.count / 2)))
    await #expect(throws: FoodImportError.self) { try await run("foods.json") }
    let half = try await foods()
    #expect(!half.isEmpty && half.count < 600 && half.count % 200 == 0)
    let keys = try await database.read { connection in
      try connection.query("SELECT DISTINCT fdc_id FROM imported_food_keys").count
    }
    #expect(keys == half.count)
    try folder.write("foods.json", text)
    let summary = try await run("foods.json")
    #expect(summary.unchanged == half.count && summary.added == 1000 - half.count)
  }

  @Test func rebuildsKeysAfterTheRulesChange() async throws {
    try DownloadFiles.writeTables(folder)
    _ = try await run("")
    try await database.write { connection in
      try connection.execute("UPDATE food_versions SET version = 0 - 1 WHERE scope = 'rules'")
      try connection.execute("UPDATE imported_food_keys SET food_key = 'old ' || food_key")
    }
    let service = FoodsService(database: database, environment: ManualClock().environment)
    #expect(try await !service.isIndexed())
    #expect(try await FoodImporter(database: database).reindex() == 4)
    #expect(try await service.isIndexed())
    #expect(try await service.overlay(for: "100g flumbert cheese", userID: "u").imported.foods.count == 1)
  }

  static let broken: [(String, String, String, Int)] = [
    ("food.csv", "\"5\",", "\"x5\",", 4), ("food_nutrient.csv", "\"333\"", "\"three\"", 5),
    ("food_nutrient.csv", "\"5\",\"1003\"", "\"5\",\"protein\"", 6), ("food_portion.csv", "\"132.0\"", "\"heavy\"", 3),
    ("food_nutrient.csv", "\"9\",\"1100001\"", "\"9\",\"\"", 10),
    ("food_nutrient.csv", "\"fdc_id\"", "\"food\"", 1), ("food.csv", "SNACK\",\"\",\"2021-07-29\"", "SNACK", 7),
  ]

  @Test(arguments: broken)
  func namesFileAndLine(_ table: String, _ text: String, _ replacement: String, _ line: Int) async throws {
    try DownloadFiles.writeTables(folder)
    let good = try #require(DownloadFiles.tables.first { $0.name == table }).text
    #expect(good.contains(text))
    try folder.write(table, good.replacing(text, with: replacement))
    do {
      _ = try await run("")
      Issue.record("it was read")
    } catch FoodImportError.malformed(let path, let found, _) {
      #expect(path.hasSuffix(table) && found == line, "\(path) \(found)")
    }
    #expect(try await foods().isEmpty)
  }

  static let brokenDocuments: [(String, Int)] = [
    ("", 1), ("hello", 1), ("{}", 1), ("{\"x\": [1, {\"a\": \"]\"}]}", 1), ("{\"SRLegacyFoods\": [", 1),
    ("{\"SRLegacyFoods\": [\n{\"fdcId\": 5}]}", 2), ("{\"SRLegacyFoods\": [\n\n{\"description\": \"x\"}]}", 3),
    ("{\"SRLegacyFoods\": [\n{\"fdcId\": 5,\n\"description\": nix}]}", 3), ("{\"SRLegacyFoods\": [7]}", 1),
    ("{\"SRLegacyFoods\": [{\"fdcId\": 5, \"description\": \"x", 1),
  ]

  @Test(arguments: brokenDocuments) func namesTheLineOfADocument(_ text: String, _ line: Int) async throws {
    try folder.write("foods.json", text)
    do {
      _ = try await run("foods.json")
      Issue.record("it was read")
    } catch FoodImportError.malformed(let path, let found, _) {
      #expect(path.hasSuffix("foods.json") && found == line, "line \(found)")
    }
  }

  @Test(arguments: ["missing.json", "missing", "missing.zip", "note.txt", "nutrient.csv", ".", "note.zip"])
  func rejectsFilesThatAreNotADownload(_ name: String) async throws {
    try folder.write("note.txt", "x")
    try folder.write("note.zip", "x")
    try folder.write("nutrient.csv", "id\n")
    await #expect(throws: FoodImportError.self) { try await run(name) }
  }

  @Test func reportsProgress() async throws {
    try DownloadFiles.writeTables(folder)
    var shares: [Double] = []
    var foods = 0
    _ = try await FoodImporter(database: database, batchSize: 2).run(folder.path) { progress in
      shares.append(progress.share)
      foods = progress.foods
    }
    #expect(shares == shares.sorted() && foods == 5 && (shares.last ?? 0) > 0.5)
  }
}
