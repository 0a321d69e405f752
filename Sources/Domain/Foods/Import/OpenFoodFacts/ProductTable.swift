/// The products of the CSV export of Open Food Facts: fields separated by tabs, without quotes.
struct ProductTable {
  /// Longest row in bytes.
  static let maxRowBytes = 1 << 20
  private static let tab = UInt8(ascii: "\t")
  /// Longest field in bytes; longer ones are truncated.
  private static let maxField = 4096
  /// Columns without which nothing can be imported.
  private static let required = ["code", "product_name", ProductFigure.carbohydrate.column]

  private let columns: [String: Int]
  private let count: Int
  private let names: [Int]

  /// Reads the row of column names.
  ///
  /// - Parameters:
  ///   - language: the code of the language of names that is preferred; nil for the product's own.
  ///   - name: the file, for the error.
  /// - Throws: `FoodImportError.malformed` if a required column is missing.
  init(_ head: [UInt8], language: String?, file: String) throws(FoodImportError) {
    var columns: [String: Int] = [:]
    let fields = Self.columnNames(head)
    for (index, field) in fields.enumerated() { columns[field] = columns[field] ?? index }
    for name in Self.required where columns[name] == nil {
      throw .malformed(path: file, line: 1, reason: "column \(name) is missing")
    }
    self.columns = columns
    count = fields.count
    let spellings = [language.map { "product_name_" + $0 } ?? "", "product_name", "product_name_en"]
    names = spellings.compactMap { columns[$0] }
  }

  /// Whether a line is the row of column names of such a file.
  static func isHead(_ line: some Sequence<UInt8>) -> Bool {
    let names = columnNames(Array(line))
    return names.contains("code") && names.contains("product_name")
  }

  /// The product of a row.
  func product(_ row: [UInt8]) -> Product {
    let fields = row.split(separator: Self.tab, maxSplits: count, omittingEmptySubsequences: false)
    var product = Product()
    // A field contains a tab, so that the columns after it are wrong.
    guard fields.count <= count else {
      product.defect = .malformed
      return product
    }
    let values = Values(fields: fields, columns: columns)
    product.code = values.text("code")
    product.name = names.lazy.map { values.text($0) }.first { !$0.isEmpty } ?? ""
    product.brands = values.text("brands")
    product.quantity = values.text("quantity")
    product.servingSize = values.text("serving_size")
    product.servingQuantity = Double(values.text("serving_quantity"))
    product.categories = values.text("categories_tags").split(separator: ",").map(String.init)
    product.countries = values.text("countries_tags").split(separator: ",").map(String.init)
    product.modified = Int64(values.text("last_modified_t"))
    for figure in ProductFigure.allCases { product.set(figure, values.text(figure.column)) }
    return product
  }

  private struct Values {
    let fields: [ArraySlice<UInt8>]
    let columns: [String: Int]

    func text(_ name: String) -> String { columns[name].map(text) ?? "" }

    func text(_ column: Int) -> String {
      column < fields.count ? String(decoding: fields[column].prefix(maxField), as: UTF8.self) : ""
    }
  }

  private static func columnNames(_ line: [UInt8]) -> [String] {
    // Without a byte order mark.
    let line = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line[...]
    return line.split(separator: tab, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
  }
}
