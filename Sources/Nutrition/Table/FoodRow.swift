import HealthModels

/// Parser of one line of `foods.tsv`:
///
///     name  aliases  category  kind  reference  kcal  protein  carb  fat  fiber  sugar  serving  measures  density  heads
///
/// `aliases` and `heads` are joined by ';', `measures` by ';' as `unit=grams` or `size unit=grams`, `serving` is a unit
/// of `measures` or plain grams, `density` is g/ml or empty.
struct FoodRow {
  static let columnCount = 15

  private let bytes: [UInt8]
  /// Line number in the file; the header is line 1.
  private let lineNumber: Int
  /// End of each column. The first begins at `start`, each other one after the tab.
  private let ends: [Int]
  private let start: Int

  /// - Parameters:
  ///   - bytes: the whole table.
  ///   - line: range of the line without its newline.
  /// - Throws: `FoodTable.RowError` if there are not 15 columns.
  init(_ bytes: [UInt8], line: Range<Int>, number: Int) throws(FoodTable.RowError) {
    var ends: [Int] = []
    ends.reserveCapacity(Self.columnCount)
    var index = line.lowerBound
    while index < line.upperBound {
      if bytes[index] == UInt8(ascii: "\t") { ends.append(index) }
      index += 1
    }
    ends.append(line.upperBound)
    guard ends.count == Self.columnCount else { throw FoodTable.RowError(line: number, column: "count") }
    self.bytes = bytes
    lineNumber = number
    self.ends = ends
    start = line.lowerBound
  }

  /// - Throws: `FoodTable.RowError` for the first invalid column.
  func food() throws(FoodTable.RowError) -> Food {
    guard let kind = FoodKind(rawValue: text(range(3))) else { throw error("kind") }
    let (measures, sized) = try measures()
    let serving = MeasureUnit(column: text(range(11)))
    guard let grams = serving.flatMap({ measures[$0] }) ?? DecimalParser.value(bytes, range(11)), grams > 0,
      grams < 5000
    else { throw error("serving") }
    return Food(
      name: text(range(0)), aliases: list(1), category: text(range(2)), kind: kind, reference: text(range(4)),
      per100Grams: Nutrients(
        energyKilocalories: try number(5, "kcal"), protein: try number(6, "protein"),
        carbohydrate: try number(7, "carb"), fat: try number(8, "fat"), fiber: try number(9, "fiber"),
        sugar: try number(10, "sugar")),
      servingMeasure: serving, servingGrams: grams, measures: measures, sized: sized,
      density: range(13).isEmpty ? nil : try number(13, "density"), heads: list(14))
  }

  /// The ranges of the name and its aliases.
  var names: [Range<Int>] { [range(0)] + entries(1) }

  /// The ranges of the head nouns.
  var heads: [Range<Int>] { entries(14) }

  private func range(_ column: Int) -> Range<Int> { (column == 0 ? start : ends[column - 1] + 1)..<ends[column] }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func list(_ column: Int) -> [String] { entries(column).map(text) }

  /// The elements between semicolons; empty ones are skipped.
  private func entries(_ column: Int) -> [Range<Int>] {
    let range = range(column)
    guard !range.isEmpty else { return [] }
    var entries: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: ";") {
        if start < index { entries.append(start..<index) }
        start = index + 1
      }
      index += 1
    }
    if start < index { entries.append(start..<index) }
    return entries
  }

  private func number(_ column: Int, _ name: String) throws(FoodTable.RowError) -> Double {
    guard let value = DecimalParser.value(bytes, range(column)) else { throw error(name) }
    return value
  }

  private func measures() throws(FoodTable.RowError) -> ([MeasureUnit: Double], [SizedMeasure: Double]) {
    let entries = entries(12)
    var measures: [MeasureUnit: Double] = [:]
    var sized: [SizedMeasure: Double] = [:]
    measures.reserveCapacity(entries.count)
    for entry in entries {
      var equals = entry.lowerBound
      while equals < entry.upperBound, bytes[equals] != UInt8(ascii: "=") { equals += 1 }
      guard equals < entry.upperBound, let grams = DecimalParser.value(bytes, (equals + 1)..<entry.upperBound),
        grams > 0,
        grams < 20000
      else { throw error("measures") }
      let name = entry.lowerBound..<equals
      if let unit = MeasureUnit(column: text(name)) {
        guard measures.updateValue(grams, forKey: unit) == nil else { throw error("measures") }
      } else {
        guard let measure = sizedMeasure(name), sized.updateValue(grams, forKey: measure) == nil else {
          throw error("measures")
        }
      }
    }
    return (measures, sized)
  }

  /// "large slice"; nil if the first word is no size.
  private func sizedMeasure(_ range: Range<Int>) -> SizedMeasure? {
    guard let gap = bytes[range].firstIndex(of: UInt8(ascii: " ")),
      let size = MeasureUnit(column: text(range.lowerBound..<gap)), size.isSize,
      let unit = MeasureUnit(column: text((gap + 1)..<range.upperBound)), !unit.isSize
    else { return nil }
    return SizedMeasure(size, unit)
  }

  private func error(_ column: String) -> FoodTable.RowError { FoodTable.RowError(line: lineNumber, column: column) }
}
