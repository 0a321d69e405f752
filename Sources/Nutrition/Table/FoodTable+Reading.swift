// foods.tsv: UTF-8, one header line, then one food a line, sorted by name, columns separated by tabs:
//   name  aliases  category  kind  reference  kcal  protein  carb  fat  fiber  sugar  serving  measures  density
// `aliases` are joined by ';', `measures` by ';' as `unit=grams`, `serving` is a unit of `measures` or plain grams,
// `density` is g/ml or empty.

extension FoodTable {
  /// A row that cannot be read: its line number and the offending column.
  package struct RowError: Error, Equatable {
    package let line: Int
    package let column: String
  }

  /// The table that is compiled into the program. Rows that cannot be read are left out; a test proves there are none.
  package static let builtIn = FoodTable(
    foods: rows(PackageResources.foods_tsv).compactMap { try? food(line: $0.line, number: $0.number) })

  /// Reads a whole table.
  ///
  /// - Throws: `RowError` for the first bad row.
  package static func read(_ bytes: [UInt8]) throws(RowError) -> FoodTable {
    var foods: [Food] = []
    for row in rows(bytes) { foods.append(try food(line: row.line, number: row.number)) }
    return FoodTable(foods: foods)
  }

  /// The table that is compiled into the program, with every row checked.
  ///
  /// - Throws: `RowError` for the first bad row.
  package static func checkedBuiltIn() throws(RowError) -> FoodTable { try read(PackageResources.foods_tsv) }

  private static func rows(_ bytes: [UInt8]) -> [(number: Int, line: ArraySlice<UInt8>)] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().dropFirst()
      .filter { !$0.element.isEmpty }.map { ($0.offset + 1, $0.element) }
  }

  private static func food(line: ArraySlice<UInt8>, number: Int) throws(RowError) -> Food {
    let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard columns.count == 14 else { throw RowError(line: number, column: "count") }
    func figure(_ index: Int, _ name: String) throws(RowError) -> Double {
      guard let value = Double(columns[index]), value.isFinite, value >= 0 else {
        throw RowError(line: number, column: name)
      }
      return value
    }
    guard let kind = FoodKind(rawValue: columns[3]) else { throw RowError(line: number, column: "kind") }
    let measures = try measures(columns[12], line: number)
    let servingMeasure = MeasureUnit(rawValue: columns[11])
    let grams = servingMeasure.flatMap { measures[$0] } ?? Double(columns[11])
    guard let grams, grams > 0, grams < 5000 else { throw RowError(line: number, column: "serving") }
    return Food(
      name: columns[0], aliases: columns[1].split(separator: ";").map(String.init), category: columns[2],
      kind: kind, reference: columns[4],
      per100Grams: Nutrients(
        energyKilocalories: try figure(5, "kcal"), protein: try figure(6, "protein"),
        carbohydrate: try figure(7, "carb"), fat: try figure(8, "fat"), fiber: try figure(9, "fiber"),
        sugar: try figure(10, "sugar")),
      servingMeasure: servingMeasure, servingGrams: grams, measures: measures,
      density: columns[13].isEmpty ? nil : try figure(13, "density"))
  }

  private static func measures(_ text: String, line: Int) throws(RowError) -> [MeasureUnit: Double] {
    var measures: [MeasureUnit: Double] = [:]
    for entry in text.split(separator: ";") {
      let pair = entry.split(separator: "=")
      guard pair.count == 2, let unit = MeasureUnit(rawValue: String(pair[0])), let grams = Double(pair[1]),
        grams > 0, grams < 20000, measures.updateValue(grams, forKey: unit) == nil
      else { throw RowError(line: line, column: "measures") }
    }
    return measures
  }
}
