import Testing

@testable import Nutrition

@Suite struct GoldenCorpusTests {
  @Test(arguments: MealCorpus.rows)
  func readsMeals(_ row: [String]) {
    #expect(row.count == 2 && Golden.summary(row[0]) == row[1])
  }

  @Test(arguments: LineCorpus.rows)
  func labelsLines(_ row: [String]) throws {
    try #require(row.count == 4)
    let label = EmbeddedMealParser().label(row[0])
    let ends = row[1].split(separator: "-").compactMap { Double($0) }
    #expect(label.quantity.map { abs($0 - (ends.first ?? -1)) < 0.005 } ?? ends.isEmpty, "\(label)")
    #expect(ends.count < 2 || abs((label.upper ?? 0) - ends[1]) < 0.005, "\(label)")
    #expect(label.unit == IngredientLabel.unitName(row[2]), "\(label)")
    #expect(NameText.stems(label.name) == NameText.stems(row[3]), "\(label)")
  }

  /// With the tables of `AmountGoldenTests` and `MealGoldenTests` there are over 600 cases.
  @Test func holdsManyCases() {
    #expect(MealCorpus.rows.count >= 280)
    #expect(LineCorpus.rows.count >= 140)
    #expect(Set(MealCorpus.rows.map { $0[0] }).count == MealCorpus.rows.count)
  }
}
