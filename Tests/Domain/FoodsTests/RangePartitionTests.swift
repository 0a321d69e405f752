import HealthModels
import Nutrition
import Storage
import TestSupport
import Testing

@testable import Foods

/// The join of CSV tables of any size: ranges of numbers, and records in temporary files.
@Suite struct RangePartitionTests {
  @Test(arguments: [1, 2, 7, 64]) func cutsNumbersIntoRangesOfAboutOneSize(_ ranges: Int) {
    var numbers = RangePartition()
    // Unordered, and dense at the end.
    let all = (0..<50_000).map { number -> Int64 in
      let place = Int64(number * 7919 % 50_000)
      return place < 25_000 ? place * 1000 : 25_000_000 + place
    }
    for number in all { numbers.add(number) }
    let bounds = numbers.bounds(ranges)
    #expect(bounds.count == ranges - 1 && bounds == bounds.sorted() && numbers.count == all.count)
    var sizes = [Int](repeating: 0, count: ranges)
    for number in all { sizes[RangePartition.index(of: number, in: bounds)] += 1 }
    #expect(sizes.allSatisfy { $0 > 0 && $0 <= all.count / ranges * 3 / 2 + 1 }, "\(sizes)")
  }

  @Test func putsEveryNumberIntoOneRange() {
    #expect([-1, 0, 9, 10, 11, 20, 99].map { RangePartition.index(of: $0, in: [10, 20]) } == [0, 0, 0, 1, 1, 2, 2])
    #expect(RangePartition.index(of: 5, in: []) == 0)
    #expect(RangePartition().bounds(4).isEmpty)
  }

  @Test func writesAndReadsPieces() throws {
    let stream = try TemporaryFile()
    let long = String(repeating: "long ", count: 2000)
    let pieces: [TableRecord] = [
      .food(type: .branded, name: "Crème, brûlée", category: "", published: "2024-01-31"),
      .nutrient(.alcohol, 4.25), .portion(.init(text: "1 cup", grams: 240.5, amount: nil)),
      .portion(.init(text: "", grams: 1, amount: 0.5)),
      .brand(name: "Quonk", code: "0001", size: nil, unit: "ml", serving: "1 can", category: "Soda"),
      .brand(name: "", code: "", size: 355, unit: "", serving: "", category: ""), .code(.survey, "27311110"),
      .food(type: .legacy, name: long, category: "x", published: ""),
    ]
    // More than one buffer of the file.
    for round in 0..<2000 { for piece in pieces { try piece.write(Int64(round), to: stream) } }
    try stream.rewind()
    for round in 0..<2000 {
      for piece in pieces.dropLast() {
        let read = try #require(try TableRecord.read(stream))
        #expect(read.number == Int64(round) && "\(read.record)" == "\(piece)")
      }
      let last = try #require(try TableRecord.read(stream)).record.draft(7)
      #expect(last?.name == String(long.prefix(4096)) && last?.type == .legacy && last?.fdcID == 7)
    }
    #expect(try TableRecord.read(stream) == nil)
  }

  @Test func rejectsATruncatedRecord() throws {
    let stream = try TemporaryFile()
    try stream.write([2, 0, 0])
    try stream.rewind()
    #expect(throws: FoodImportError.self) { try TableRecord.read(stream) }
  }

  /// The order of rows and the number of ranges do not change the foods.
  @Test func joinsRowsInAnyOrder() async throws {
    let folder = try TemporaryFolder()
    let numbers = (0..<500).map { 1_000_000 + $0 * 7919 % 500 }
    try folder.write(
      "food.csv",
      "fdc_id,data_type,description\n"
        + numbers.map { "\($0),branded_food,Flumbert \($0)" }.joined(separator: "\n"))
    try folder.write(
      "food_nutrient.csv",
      "fdc_id,nutrient_id,amount\n"
        + numbers.reversed().flatMap { ["\($0),1008,\($0 % 100)", "\($0),1005,\($0 % 10)"] }.joined(separator: "\n"))
    try folder.write(
      "branded_food.csv", "fdc_id,brand_name\n" + numbers.sorted().map { "\($0),Brand\($0)" }.joined(separator: "\n"))
    let database = try TestDatabase.make()
    let importer = FoodImporter(database: database, batchSize: 60)
    let summary = try await importer.run(folder.path) { _ in }
    let foods = try await database.read { try ImportedFoodRepository.page(after: 0, limit: 1000, in: $0) }
    #expect(summary.added == foods.count && summary.added + summary.implausible == 500 && foods.count > 100)
    for food in foods {
      #expect(food.facts.name == "Flumbert \(food.fdcID)" && food.facts.brand == "Brand\(food.fdcID)")
      #expect(food.facts.per100Grams.energyKilocalories == Double(food.fdcID % 100))
      #expect(food.facts.per100Grams.carbohydrate == Double(food.fdcID % 10))
    }
  }
}
