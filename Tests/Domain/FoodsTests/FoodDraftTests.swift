import HealthModels
import Nutrition
import Testing

@testable import Foods

@Suite struct FoodDraftTests {
  private static func draft(
    _ name: String, _ amounts: [Int64: Float], type: FoodDataType = .legacy
  ) -> FoodDraft {
    var draft = FoodDraft(fdcID: 1, type: type, name: name)
    for (id, amount) in amounts {
      if let nutrient = FDCNutrient(id: id) { draft.amounts[nutrient.rawValue] = amount }
    }
    return draft
  }

  private static func facts(_ draft: FoodDraft) -> FoodFacts? { try? draft.food().get().facts }

  static let energies: [([Int64: Float], Double)] = [
    ([1008: 100, 2047: 90, 2048: 95], 100), ([2047: 90, 2048: 95], 95), ([2047: 90, 1062: 500], 90),
    ([1062: 418.4], 100), ([1003: 10, 1004: 10, 1005: 10], 170), ([1003: 0, 1004: 0, 1005: 2, 1018: 10], 78),
    ([208: 50], 50), ([1008: 0], 0), ([1008: -5, 2047: 7], 7),
  ]

  @Test(arguments: energies) func findsTheEnergy(_ amounts: [Int64: Float], _ energy: Double) {
    #expect(Self.facts(Self.draft("Thing", amounts))?.per100Grams.energyKilocalories == energy)
  }

  @Test func findsEveryFigureByItsSecondName() {
    let facts = Self.facts(Self.draft("Thing", [1008: 200, 1003: 5, 1085: 10, 1050: 20, 2033: 3, 1063: 25]))
    #expect(
      facts?.per100Grams
        == Nutrients(energyKilocalories: 200, protein: 5, carbohydrate: 20, fat: 10, fiber: 3, sugar: 20))
  }

  static let defects: [(FoodDraft, FoodDraft.Defect)] = [
    (draft("Thing", [1003: 5]), .incomplete), (draft("Thing", [:]), .incomplete), (draft("!!", [1008: 5]), .unnamed),
    (draft("", [1008: 5]), .unnamed), (draft("Thing", [1008: 1000]), .implausible),
    (draft("Thing", [1008: 100, 1003: 60, 1005: 60]), .implausible),
    (draft("Thing", [1008: 900, 1005: 10], type: .branded), .implausible),
    (draft("Thing", [1008: Float.infinity]), .incomplete),
  ]

  @Test(arguments: defects) func rejectsInvalidDrafts(_ draft: FoodDraft, _ defect: FoodDraft.Defect) {
    #expect(draft.food() == .failure(defect))
  }

  /// The energy of laboratory analyses is not checked: alcohol is in no other nutrient.
  @Test func takesMeasuredEnergyAsItIs() {
    #expect(Self.facts(Self.draft("Vanilla extract", [1008: 288, 1005: 12.7]))?.per100Grams.energyKilocalories == 288)
  }

  @Test(arguments: [
    ("Beverages, tea", "Beverages", FoodKind.drink), ("Water, tap", "Beverages", .water), ("Plum", "Fruits", .food),
    ("Dry mix", "Powdered Drinks and mixes", .food),
  ])
  func knowsDrinks(_ name: String, _ category: String, _ kind: FoodKind) {
    var draft = Self.draft(name, [1008: kind == .water ? 0 : 5])
    draft.category = category
    #expect(Self.facts(draft)?.kind == kind)
  }

  @Test(arguments: [
    ("NUTTY SPREADO, 2% FAT", "Nutty Spreado, 2% Fat"), ("Mac & Cheese", "Mac & Cheese"),
    ("  MANY\n SPACES ", "Many Spaces"), ("GRANDMA'S", "Grandma's"),
  ])
  func readsLabelsWithoutShouting(_ label: String, _ name: String) {
    #expect(Self.facts(Self.draft(label, [1008: 5], type: .branded))?.name == name)
  }

  @Test(
    arguments: [
      ("Zorblax stew, NFS", "", ["Zorblax stew"]), ("Beans, black (turtle), NS as to fat", "", ["Beans, black"]),
      ("Hazelnut Spread", "Quonk", ["Quonk Hazelnut Spread"]), ("Quonk Spread", "QUONK", []), ("Plum", "", []),
    ] as [(String, String, [String])])
  func knowsOtherSpellings(_ name: String, _ brand: String, _ aliases: [String]) {
    var facts = FoodFacts(name: name, per100Grams: .zero)
    facts.brand = brand
    #expect(ImportedFood(fdcID: 1, type: .survey, identity: nil, published: "", facts: facts).aliases == aliases)
  }

  static let ids: [(String, Int64?)] = [
    ("fdc-12", 12), ("12", 12), ("fdc-", nil), ("", nil), ("fdc-x", nil), ("fdc--1", nil),
    ("fdc-9999999999999999999", nil),
  ]

  @Test(arguments: ids)
  func readsIDs(_ id: String, _ number: Int64?) { #expect(ImportedFood.number(id) == number) }

  @Test func boundsTheMeasures() {
    var draft = Self.draft("Thing", [1008: 5])
    draft.portions = [
      .init(text: "1 cup", grams: 1e9, amount: nil), .init(text: "1 slice", grams: -5, amount: nil),
      .init(text: "1 piece", grams: 50, amount: 0), .init(text: "bar", grams: 90, amount: 3),
      .init(text: "bar", grams: 10, amount: 1),
    ]
    #expect(Self.facts(draft)?.measures == [.piece: 50, .bar: 30])
  }
}
