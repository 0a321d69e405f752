import HealthModels
import JSONCodec
import Nutrition
import Storage
import TestSupport
import Testing

@testable import Foods

/// Imports of Open Food Facts.
@Suite struct ProductImportTests {
  let folder: TemporaryFolder
  let database: any StorageEngine

  init() throws {
    folder = try TemporaryFolder()
    database = try TestDatabase.make()
  }

  private func run(
    _ name: String, _ text: String, format: FoodFileFormat? = nil, language: String? = nil
  ) async throws -> ImportSummary {
    try folder.write(name, text)
    return try await FoodImporter(database: database).run(
      folder.path + "/" + name, format: format, language: language
    ) { _ in }
  }

  private func foods() async throws -> [ImportedFood] {
    try await database.read { try ImportedFoodRepository.page(after: .min, limit: 1000, in: $0) }
  }

  /// A row with changed values, in the CSV export.
  private func food(_ changes: [String: String]) async throws -> ImportedFood? {
    _ = try await run("en.openfoodfacts.org.products.csv", ProductFiles.table([ProductFiles.biscuit(changes)]))
    return try await foods().first
  }

  @Test func readsBothExports() async throws {
    let table = try await run("en.openfoodfacts.org.products.csv", ProductFiles.table([ProductFiles.biscuit]))
    #expect(table.added == 1 && table.attribution.contains("Open Database License"))
    let food = try #require(try await foods().first)
    #expect(food.id == "off-4006381333931" && food.identity == "gtin:4006381333931" && food.published == "2023-11-14")
    #expect(food.facts.name == "Zorbella biscuits" && food.facts.brand == "Zorbella, Quonk")
    #expect(food.facts.category == "Filled biscuits" && food.facts.kind == .food)
    // Carbohydrate with fibre.
    #expect(
      food.facts.per100Grams
        == Nutrients(energyKilocalories: 502, protein: 7.5, carbohydrate: 64, fat: 24, fiber: 3.5, sugar: 34))
    #expect(food.facts.measures == [.piece: 12.5, .packet: 300] && food.facts.servingGrams == 25)
    #expect(food.details.attribution == table.attribution)

    let lines = try await run("openfoodfacts-products.jsonl", ProductFiles.line(ProductFiles.biscuit))
    #expect(lines.unchanged == 1 && lines.added == 0)
  }

  @Test func readsTheSchemaOf2026() async throws {
    let figures: [String: JSONValue] = [
      "energy-kcal": 502, "fat": 24, "carbohydrates": 60.5, "sugars": 34, "fiber": 3.5, "proteins": "7.5",
    ]
    let set: JSONValue = [
      "per": "100g", "preparation": "as_sold",
      "nutrients": .object(figures.mapValues { ["value": $0, "unit": "g"] as JSONValue }),
    ]
    let line = ProductFiles.line(ProductFiles.biscuit, ["nutriments": nil, "nutrition": ["aggregated_set": set]])
    #expect(try await run("products.jsonl", line).added == 1)
    #expect(try await foods().first?.facts.per100Grams.carbohydrate == 64)
    let prepared = line.replacing("as_sold", with: "prepared").replacing("4006381333931", with: "73513537")
    #expect(try await run("products.jsonl", prepared).incomplete == 1)
  }

  @Test func readsCompressedFiles() async throws {
    let text = ProductFiles.table([ProductFiles.biscuit])
    let whole = try await gzip(text)
    try folder.write("products.csv.gz", whole)
    let importer = FoodImporter(database: database)
    #expect(try await importer.run(folder.path + "/products.csv.gz") { _ in }.added == 1)
    // Two members of one file, as parallel compressors write it.
    let split = text.utf8.count / 2
    let members = try await gzip(String(text.prefix(split))) + gzip(String(text.dropFirst(split)))
    try folder.write("members.gz", members)
    #expect(try await importer.run(folder.path + "/members.gz") { _ in }.unchanged == 1)
    for cut in [5, whole.count / 2, whole.count - 1] {
      try folder.write("cut.csv.gz", Array(whole.prefix(cut)))
      await #expect(throws: FoodImportError.self) { try await importer.run(folder.path + "/cut.csv.gz") { _ in } }
    }
  }

  private func gzip(_ text: String) async throws -> [UInt8] {
    try folder.write("plain", text)
    let path = folder.path
    try await runBlocking {
      let run = try ProgramRun(["/usr/bin/env", "gzip", "-kf", path + "/plain"])
      #expect(run.exit == .code(0))
    }
    return Array(try #require(folder.contents(of: "plain.gz")))
  }

  @Test func prefersNamesOfALanguage() async throws {
    let product = ProductFiles.biscuit([
      "product_name": "Biscuits Zorbella", "product_name_de": "Zorbella Kekse", "product_name_en": "Zorbella cookies",
    ])
    for (language, name) in [("de", "Zorbella Kekse"), ("it", "Biscuits Zorbella")] {
      _ = try await run("products.jsonl", ProductFiles.line(product), language: language)
      #expect(try await foods().map(\.facts.name) == [name])
    }
    var unnamed = product
    unnamed["product_name"] = nil
    _ = try await run("products.jsonl", ProductFiles.line(unnamed))
    #expect(try await foods().map(\.facts.name) == ["Zorbella cookies"])
  }

  static let names = [
    ("Zorbella biscuits", "Quonk", "Zorbella biscuits"), ("Original", "Zorbella,Quonk", "Zorbella Original"),
    ("Zorbella", "Quonk,Zorbella", "Zorbella"), ("LARGE", "ZORBELLA", "Zorbella Large"), ("Kikonk", "", "Kikonk"),
    ("home made", "Zorbella", "Zorbella home made"), ("und ein", "", ""),
    ("Zor\u{0}bella\u{1B}  biscuits", "Quo\u{0}nk", "Zor bella biscuits"),
    ("Zörbella\u{0}biscuits", "", "Zörbella biscuits"), ("For", "-, ", ""),
  ]

  /// A word of any meal must not name a product.
  @Test(arguments: names) func makesNamesDistinct(_ name: String, _ brands: String, _ stored: String) async throws {
    let food = try await food(["product_name": name, "brands": brands])
    #expect(food?.facts.name ?? "" == stored)
  }

  @Test func eachBrandIsAName() async throws {
    let food = try #require(try await food(["product_name": "Biscuits", "brands": "Quonk,Zorbella"]))
    #expect(food.facts.name == "Quonk Biscuits" && food.aliases == ["Zorbella Biscuits"])
  }

  static let carbohydrates: [([String: String], Double)] = [
    ([:], 64), (["fiber_100g": ""], 60.5), (["countries_tags": "en:united-states,en:canada"], 60.5),
    (["countries_tags": "en:united-states,en:france"], 64), (["countries_tags": "", "code": "009800895007"], 60.5),
    (["countries_tags": ""], 64),
    // The sum with the fibre is impossible.
    (["carbohydrates_100g": "75", "fat_100g": "12", "proteins_100g": "8", "fiber_100g": "15"], 75),
  ]

  @Test(arguments: carbohydrates) func addsFiber(_ changes: [String: String], _ grams: Double) async throws {
    #expect(try await food(changes)?.facts.per100Grams.carbohydrate == grams)
  }

  static let energies: [([String: String], Double)] = [
    ([:], 502), (["energy-kcal_100g": ""], 501.9), (["energy-kcal_100g": "2100"], 501.9),
    (["energy-kcal_100g": "", "energy_100g": "", "energy-kj_100g": "2092"], 500),
    (["energy-kcal_100g": "", "energy_100g": ""], 502),
  ]

  @Test(arguments: energies) func readsEnergy(_ changes: [String: String], _ energy: Double) async throws {
    #expect(try await food(changes)?.facts.per100Grams.energyKilocalories == energy)
  }

  static let dirty: [(String, [String: String], FoodDraft.Defect)] = [
    ("no barcode", ["code": ""], .uncoded), ("a wrong check digit", ["code": "4006381333932"], .uncoded),
    ("an internal number", ["code": "00000123"], .uncoded), ("words", ["code": "abc"], .uncoded),
    ("a spreadsheet's number", ["code": "4.00638E+12"], .uncoded),
    ("a long number", ["code": String(repeating: "4", count: 4000)], .uncoded),
    ("no name", ["product_name": ""], .unnamed), ("a name without letters", ["product_name": " - "], .unnamed),
    ("words as figure", ["fat_100g": "a lot"], .malformed), ("infinity", ["fat_100g": "inf"], .malformed),
    ("too large a number", ["fat_100g": "1e999"], .malformed),
    ("a negative figure", ["fat_100g": "-3"], .implausible),
    ("more than 100 g", ["fat_100g": "240"], .implausible),
    ("kilojoules alone", ["energy-kcal_100g": "2100", "energy_100g": ""], .implausible),
    ("energy that does not fit", ["energy-kcal_100g": "50", "energy_100g": ""], .implausible),
    ("a huge figure", ["carbohydrates_100g": "1e300"], .implausible), ("no fat", ["fat_100g": ""], .incomplete),
    ("no carbohydrate", ["carbohydrates_100g": ""], .incomplete),
    ("a field too many", ["quantity": "1\tkg"], .malformed),
  ]

  @Test func countsWhatIsLeftOut() async throws {
    for (name, changes, reason) in Self.dirty {
      let product = ProductFiles.biscuit(changes)
      let summary = try await run("products.csv", ProductFiles.table([product]))
      var expected = ImportSummary()
      expected.count(reason)
      expected.attribution = summary.attribution
      #expect(summary == expected, "\(name)")
    }
    #expect(try await foods().isEmpty)
  }

  @Test func readsTheRowsAfterInvalidOnes() async throws {
    let good = ProductFiles.line(ProductFiles.biscuit)
    let long = #"{"code":"4006381333931","x":""# + String(repeating: "y", count: ProductLine.maxLineBytes) + "\"}\n"
    let invalid = [
      "nonsense\n", "{\n", "\n", "\r\n", "[]\n", String(good.prefix(good.utf8.count / 2)) + "\n",
      good.dropLast() + "}\n",
      #"{"code":"4006381333931","nutriments":{"fat_100g":nix}}"# + "\n",
      #"{"code":"4006381333931","nutriments":"# + String(repeating: "[", count: 100_000) + "\n",
    ]
    let text = good + invalid.joined() + long + good.replacing("4006381333931", with: "73513537").dropLast()
    let summary = try await run("products.jsonl", text)
    #expect(summary.added == 2 && summary.oversized == 1 && summary.malformed == 7)

    let row = String(repeating: "z", count: ProductTable.maxRowBytes + 1) + "\n"
    let table = ProductFiles.table([ProductFiles.biscuit]).replacing("\n", with: "\r\n") + row + "\tx\n"
    let rows = try await run("products.csv", table)
    #expect(rows.unchanged == 1 && rows.oversized == 1 && rows.uncoded == 1)
  }

  @Test func storesTheNewestOfDuplicates() async throws {
    let newer = ProductFiles.biscuit(["last_modified_t": "1720000000", "product_name": "Zorbella rounds"])
    let products = [ProductFiles.biscuit, newer, ProductFiles.biscuit]
    let summary = try await run("products.csv", ProductFiles.table(products))
    #expect(summary.added == 1 && summary.updated == 1 && summary.older == 1)
    #expect(try await foods().map(\.facts.name) == ["Zorbella rounds"])
    // The same barcode with and without zeros at the start.
    let short = ProductFiles.biscuit(["code": "9800895007"])
    let long = ProductFiles.biscuit(["code": "0009800895007"])
    #expect(try await run("products.csv", ProductFiles.table([short, long])).added == 1)
  }

  @Test func bothSourcesMayHaveABarcode() async throws {
    _ = try await run("products.csv", ProductFiles.table([ProductFiles.biscuit(["code": "009800895007"])]))
    _ = try await run("branded.json", DownloadFiles.branded)
    #expect(try await foods().map(\.id) == ["off-9800895007", "fdc-2000001", "fdc-2000002"])
    let service = FoodsService(database: database, environment: ManualClock().environment)
    let barcode = try #require(Barcode("009800895007"))
    #expect(try await service.find(barcode)?.id == "fdc-2000001")
    #expect(try await service.find("off-9800895007", userID: nil)?.attribution.isEmpty == false)
    #expect(try await service.find("fdc-2000001", userID: nil)?.attribution == "")
    #expect(try await FoodImporter(database: database).reindex() == 3)
  }

  @Test func recognisesDrinks() async throws {
    let changes = [
      "categories_tags": "en:beverages,en:sodas", "quantity": "33 cl", "serving_size": "330 ml", "serving_quantity": "",
      "energy-kcal_100g": "42", "energy_100g": "", "fat_100g": "0", "proteins_100g": "0", "carbohydrates_100g": "10.6",
      "sugars_100g": "10.6", "fiber_100g": "",
    ]
    let soda = try #require(try await food(changes))
    #expect(soda.facts.kind == .drink && soda.facts.density == 1 && soda.facts.servingGrams == 330)
    #expect(soda.facts.measures.isEmpty)
  }

  static let unknown = ["id\tname\n1\tx\n", "code\tproduct_name\n", "{\"a\":1}\n", ""]

  @Test(arguments: unknown) func rejectsOtherFiles(_ text: String) async throws {
    await #expect(throws: FoodImportError.self) { try await run("products.csv", text) }
  }

  @Test func readsAFileInAStatedFormat() async throws {
    let line = #"{"product_name":"Zorbella","x":1}"# + "\n" + ProductFiles.line(ProductFiles.biscuit)
    await #expect(throws: FoodImportError.self) { try await run("foods.json", line) }
    #expect(try await run("foods.json", line, format: .productLines).added == 1)
  }
}
