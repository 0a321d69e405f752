/// The format of the files that can be imported.
package enum FoodFileFormat: String, Sendable, CaseIterable {
  /// A download of FoodData Central.
  case foodDataCentral = "fdc"
  /// The CSV export of Open Food Facts.
  case productTable = "off-csv"
  /// The JSONL export of Open Food Facts.
  case productLines = "off-jsonl"

  /// The notice that the licence of the data requires, if any.
  package var attribution: String { self == .foodDataCentral ? "" : FoodDataType.openFoodFacts.attribution }

  /// Recognises the format by the first bytes: column names, or the members of the first JSON object. A folder, a ZIP
  /// file, and whatever is not recognised, can only be of FoodData Central.
  static func recognised(_ path: String) throws(FoodImportError) -> FoodFileFormat {
    guard FileSource.size(path) != nil, !path.hasSuffix(".zip") else { return .foodDataCentral }
    let head = try ProductFile(path).source.read()
    if ProductTable.isHead(head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }) {
      return .productTable
    }
    return ProductLine.isStart(head) ? .productLines : .foodDataCentral
  }
}
