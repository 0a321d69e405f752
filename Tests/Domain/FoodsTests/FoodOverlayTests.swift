import API
import HTTPServer
import HealthModels
import JSONCodec
import Nutrition
import TestSupport
import Testing

@testable import Foods

/// The overlay of additional foods for one text of one user.
@Suite struct FoodOverlayTests {
  private static func energy(_ text: String, _ fixture: FoodFixture, user: String = "u1") async throws -> Double? {
    let overlay = try await fixture.foods.overlay(for: text, userID: user)
    guard case .items(let items) = EmbeddedMealParser().parse(text, additionalFoods: overlay) else { return nil }
    return items.map(\.nutrients.energyKilocalories).reduce(0, +).rounded()
  }

  @Test func findsCustomFoodsImmediatelyAndOnlyForTheirOwner() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let text = "2 slices of grandma's apple cake"
      let before = try await Self.energy(text, fixture)
      let id = try #require(try await fixture.send("POST", "", FoodFixture.cake).json?["id"]?.stringValue)
      #expect(try await Self.energy(text, fixture) == 468)
      #expect(try await Self.energy("100g apfelkuchen", fixture) == 260)
      #expect(try await Self.energy(text, fixture, user: "u2") == before)
      _ = try await fixture.send("PATCH", "/" + id, ["calories": 270])
      #expect(try await Self.energy(text, fixture) == 486)
      _ = try await fixture.send("DELETE", "/" + id)
      #expect(try await Self.energy(text, fixture) == before)
    }
  }

  @Test func prefersTheUsersOwnFoodToTheTable() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      _ = try await fixture.send("POST", "", ["name": "Bread", "calories": 111, "carbs_g": 25])
      #expect(try await Self.energy("100 g bread", fixture) == 111)
      #expect(try await Self.energy("100 g bread", fixture, user: "u2") != 111)
    }
  }

  @Test func seesAnImportByAnotherProcess() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let text = "100g flumbert cheese"
      #expect(try await Self.energy(text, fixture) != 333)
      let folder = try TemporaryFolder()
      try folder.write("foods.json", #"{"SRLegacyFoods": [\#(DownloadFiles.legacyFood(number: 5, energy: 333))]}"#)
      _ = try await FoodImporter(database: fixture.database).run(folder.path + "/foods.json") { _ in }
      #expect(try await Self.energy(text, fixture) == 333)
      try folder.write("foods.json", #"{"SRLegacyFoods": [\#(DownloadFiles.legacyFood(number: 6, energy: 300))]}"#)
      _ = try await FoodImporter(database: fixture.database).run(folder.path + "/foods.json") { _ in }
      #expect(try await Self.energy(text, fixture) == 300)
      // Imported foods are for all users, with the lowest precedence.
      #expect(try await Self.energy(text, fixture, user: "u2") == 300)
      _ = try await fixture.send("POST", "", ["name": "Flumbert cheese", "calories": 350, "fat_g": 30])
      #expect(try await Self.energy(text, fixture) == 350)
    }
  }

  @Test func findsProductsByEachBrand() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let folder = try TemporaryFolder()
      try folder.write("a.csv", ProductFiles.table([ProductFiles.biscuit(["product_name": "Filled biscuits"])]))
      _ = try await FoodImporter(database: fixture.database).run(folder.path + "/a.csv") { _ in }
      #expect(try await Self.energy("a Zorbella filled biscuit", fixture) == 63)
      #expect(try await Self.energy("100 g of Quonk filled biscuits", fixture) == 502)
    }
  }

  /// Products have any name. In every language the table has precedence, as in English.
  @Test func productsDoNotReplaceFoodsOfTheTable() async throws {
    let texts = ["2 eggs and an apple", "2 Eier und ein Apfel", "dos huevos fritos", "200 g de pain complet"]
    try await withFixture(try await FoodFixture()) { fixture in
      var before: [Double?] = []
      for text in texts { before.append(try await Self.energy(text, fixture)) }
      let folder = try TemporaryFolder()
      let names = ["Eggs", "Eier", "Apfel", "Huevos", "Pain complet", "Kikonk"]
      let products = zip(
        names, ["73513537", "009800895007", "4006381333931", "012345678905", "96385074", "4012345678901"]
      )
      .map { ProductFiles.biscuit(["product_name": $0, "code": $1, "brands": ""]) }
      try folder.write("a.csv", ProductFiles.table(products))
      let summary = try await FoodImporter(database: fixture.database).run(folder.path + "/a.csv") { _ in }
      #expect(summary.added == names.count)
      for (text, energy) in zip(texts, before) { #expect(try await Self.energy(text, fixture) == energy, "\(text)") }
      #expect(try await Self.energy("100 g Kikonk", fixture) == 502)
    }
  }

  @Test func correctsMisspeltNamesOfImportedFoods() async throws {
    try await withFixture(try await FoodFixture()) { fixture in
      let folder = try TemporaryFolder()
      try folder.write("foods.json", #"{"SRLegacyFoods": [\#(DownloadFiles.legacyFood(number: 5, energy: 333))]}"#)
      _ = try await FoodImporter(database: fixture.database).run(folder.path + "/foods.json") { _ in }
      for text in ["100g flumbrt cheese", "100g flumbret cheese", "100 g of flumberrt chese"] {
        #expect(try await Self.energy(text, fixture) == 333, "\(text)")
      }
      // An edit distance of 2 is another word, and known words are never corrected.
      #expect(try await Self.energy("100g flambrt cheese", fixture) != 333)
      let overlay = try await fixture.foods.overlay(for: "100g flumbrt cheese", userID: nil)
      guard case .items(let items) = EmbeddedMealParser().parse("100g flumbrt cheese", additionalFoods: overlay) else {
        return
      }
      #expect(items.first?.notes.contains("\"flumbrt\" read as") == true && items.count == 1)
      for (query, id) in [("flumbrt", "fdc-5"), ("chese flumbert", "fdc-5"), ("brocoli", nil as String?)] {
        let found = try await fixture.foods.search(query, page: .init(limit: 5), userID: nil).foods
        #expect(!found.isEmpty && (id == nil || found.first?.id == id), "\(query): \(found.map(\.id))")
      }
      #expect(try await fixture.foods.search("zzzzzz", page: .init(limit: 5), userID: nil).foods.isEmpty)
    }
  }

  @Test func keepsNoMoreInMemoryThanItMay() {
    let cache = VersionedCache<String, Int>(maxCost: 100)
    for index in 0..<1000 { cache.keep(index, "\(index)", version: 1, cost: 7) }
    #expect(cache.cost <= 100 && cache.value("999", version: 1) == 999 && cache.value("0", version: 1) == nil)
    #expect(cache.value("999", version: 2) == nil)
    cache.keep(1, "large", version: 1, cost: 101)
    #expect(cache.value("large", version: 1) == nil)
    cache.keep(2, "999", version: 2, cost: 1)
    #expect(cache.value("999", version: 2) == 2)
  }

  @Test func evictsTheLeastRecentlyUsedEntry() {
    let cache = VersionedCache<Int, Int>(maxCost: 10)
    for index in 0..<10 { cache.keep(index, index, version: 1, cost: 1) }
    _ = cache.value(0, version: 1)
    cache.keep(10, 10, version: 1, cost: 1)
    #expect(cache.value(0, version: 1) == 0 && cache.value(1, version: 1) == nil)
  }
}
