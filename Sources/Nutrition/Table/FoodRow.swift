/// One line of `foods.tsv`, read column by column:
///
///     name  aliases  category  kind  reference  kcal  protein  carb  fat  fiber  sugar  serving  measures  density  heads
///
/// `aliases` and `heads` are joined by ';', `measures` by ';' as `unit=grams`, `serving` is a unit of `measures` or plain
/// grams, `density` is g/ml or empty.
struct FoodRow {
  static let columnCount = 15

  let number: Int
  let columns: [ArraySlice<UInt8>]

  /// - Parameter number: of the line in the file, the header being 1.
  /// - Throws: `FoodTable.RowError` if there are not 15 columns.
  init(_ line: ArraySlice<UInt8>, number: Int) throws(FoodTable.RowError) {
    var columns: [ArraySlice<UInt8>] = []
    columns.reserveCapacity(Self.columnCount)
    var start = line.startIndex
    for index in line.indices where line[index] == UInt8(ascii: "\t") {
      columns.append(line[start..<index])
      start = index + 1
    }
    columns.append(line[start...])
    guard columns.count == Self.columnCount else { throw FoodTable.RowError(line: number, column: "count") }
    self.number = number
    self.columns = columns
  }

  /// - Throws: `FoodTable.RowError` for the first column that cannot be read.
  func food() throws(FoodTable.RowError) -> Food {
    guard let kind = FoodKind(rawValue: text(3)) else { throw error("kind") }
    let measures = try measures()
    let serving = MeasureUnit(column: text(11))
    guard let grams = serving.flatMap({ measures[$0] }) ?? DecimalText.value(columns[11]), grams > 0, grams < 5000
    else {
      throw error("serving")
    }
    return Food(
      name: text(0), aliases: list(1), category: text(2), kind: kind, reference: text(4),
      per100Grams: Nutrients(
        energyKilocalories: try figure(5, "kcal"), protein: try figure(6, "protein"),
        carbohydrate: try figure(7, "carb"), fat: try figure(8, "fat"), fiber: try figure(9, "fiber"),
        sugar: try figure(10, "sugar")),
      servingMeasure: serving, servingGrams: grams, measures: measures,
      density: columns[13].isEmpty ? nil : try figure(13, "density"), heads: list(14))
  }

  private func text(_ column: Int) -> String { String(decoding: columns[column], as: UTF8.self) }

  private func list(_ column: Int) -> [String] {
    columns[column].split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) }
  }

  private func figure(_ column: Int, _ name: String) throws(FoodTable.RowError) -> Double {
    guard let value = DecimalText.value(columns[column]) else { throw error(name) }
    return value
  }

  private func measures() throws(FoodTable.RowError) -> [MeasureUnit: Double] {
    var measures: [MeasureUnit: Double] = [:]
    for entry in columns[12].split(separator: UInt8(ascii: ";")) {
      guard let sign = entry.firstIndex(of: UInt8(ascii: "=")),
        let unit = MeasureUnit(column: String(decoding: entry[..<sign], as: UTF8.self)),
        let grams = DecimalText.value(entry[(sign + 1)...]), grams > 0, grams < 20000,
        measures.updateValue(grams, forKey: unit) == nil
      else { throw error("measures") }
    }
    return measures
  }

  private func error(_ column: String) -> FoodTable.RowError { FoodTable.RowError(line: number, column: column) }
}
