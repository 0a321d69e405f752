import Bytes
import HealthModels

/// Parser of one line of `foods.tsv`:
///
///     name  aliases  category  kind  reference  kcal  protein  carb  fat  fiber  sugar  serving  measures  density  heads
///
/// `kind` is empty for a food. `aliases` and `heads` are joined by ';', `measures` by ';' as `unit=grams` or
/// `size unit=grams`, `serving` is a unit of `measures` or plain grams, `density` is g/ml or empty. A `reference` of digits is
/// a food code of FNDDS, as of half of the foods.
struct FoodRow {
  private static let columns = 15
  private static let tab = UInt8(ascii: "\t")

  private let line: ArraySlice<UInt8>
  /// Line number in the file; the header is line 1.
  private let lineNumber: Int

  init(_ line: ArraySlice<UInt8>, number: Int) {
    self.line = line
    lineNumber = number
  }

  /// The name and its aliases.
  var names: [ArraySlice<UInt8>] {
    let second = line.drop { $0 != Self.tab }.dropFirst()
    return line[..<(second.firstIndex(of: Self.tab) ?? second.endIndex)].fields("\t", or: ";")
  }

  /// Whether the category is that of a dish or soup.
  var isDish: Bool {
    var category = line
    for _ in 0..<2 { category = category.drop { $0 != Self.tab }.dropFirst() }
    category = category.prefix { $0 != Self.tab }
    return category.elementsEqual("dish".utf8) || category.elementsEqual("soup".utf8)
  }

  /// The head nouns of unknown names.
  var heads: [ArraySlice<UInt8>] { Self.entries(line.lastIndex(of: Self.tab).map { line[($0 + 1)...] } ?? []) }

  /// - Parameter portions: other values of `serving` and `measures`.
  /// - Throws: `FoodTable.RowError` for the first invalid column.
  func food(portions: [ArraySlice<UInt8>] = []) throws(FoodTable.RowError) -> Food {
    var fields = line.fields("\t")
    guard fields.count == Self.columns else { throw error("count") }
    if portions.count == 2 { fields[11...12] = portions[...] }
    guard let kind = fields[3].isEmpty ? .food : FoodKind(rawValue: Self.text(fields[3])) else { throw error("kind") }
    func number(_ column: Int, _ name: String) throws(FoodTable.RowError) -> Double {
      guard let value = DecimalParser.value(fields[column]) else { throw error(name) }
      return value
    }
    let (measures, sized) = try measures(Self.entries(fields[12]))
    let serving = UnitLexicon.columns[Self.text(fields[11])]
    guard let grams = serving.flatMap({ measures[$0] }) ?? DecimalParser.value(fields[11]), grams > 0, grams < 5000
    else { throw error("serving") }
    let table = fields[4].allSatisfy { (0x30...0x39).contains($0) } ? "fndds-" : ""
    return Food(
      name: Self.text(fields[0]), aliases: [Self.text(fields[1])], category: Self.text(fields[2]),
      kind: kind, reference: table + Self.text(fields[4]),
      per100Grams: Nutrients(
        energyKilocalories: try number(5, "kcal"), protein: try number(6, "protein"),
        carbohydrate: try number(7, "carb"), fat: try number(8, "fat"), fiber: try number(9, "fiber"),
        sugar: try number(10, "sugar")),
      servingMeasure: serving, servingGrams: grams, measures: measures, sized: sized,
      density: fields[13].isEmpty ? nil : try number(13, "density"), heads: heads.map(Self.text))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The elements between semicolons.
  private static func entries(_ cell: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] { cell.isEmpty ? [] : cell.fields(";") }

  private func measures(
    _ entries: [ArraySlice<UInt8>]
  ) throws(FoodTable.RowError) -> ([MeasureUnit: Double], [SizedMeasure: Double]) {
    var measures: [MeasureUnit: Double] = [:]
    var sized: [SizedMeasure: Double] = [:]
    measures.reserveCapacity(entries.count)
    for entry in entries {
      guard let end = entry.firstIndex(of: UInt8(ascii: "=")), let grams = DecimalParser.value(entry[(end + 1)...]),
        grams > 0, grams < 20000
      else { throw error("measures") }
      if let unit = UnitLexicon.columns[Self.text(entry[..<end])], measures.updateValue(grams, forKey: unit) == nil {
        continue
      }
      let units = entry[..<end].split(separator: UInt8(ascii: " ")).compactMap { UnitLexicon.columns[Self.text($0)] }
      // "large slice"
      guard units.count == 2, units[0].isSize, !units[1].isSize,
        sized.updateValue(grams, forKey: SizedMeasure(size: units[0], unit: units[1])) == nil
      else { throw error("measures") }
    }
    return (measures, sized)
  }

  private func error(_ column: String) -> FoodTable.RowError { FoodTable.RowError(line: lineNumber, column: column) }
}
