import JSONCodec

/// The products of the JSONL export of Open Food Facts: one JSON object a line.
///
/// Only the members that are imported are read. The figures are in `nutriments`, or since the schema of 2026 in
/// `nutrition.aggregated_set.nutrients`.
struct ProductLine {
  /// Longest line in bytes; the largest products have about a third of it.
  static let maxLineBytes = 16 << 20
  /// Longer texts and lists are ignored.
  private static let maxText = 64 << 10
  /// Longer objects of figures are ignored.
  private static let maxFigures = 2 << 20
  private static let names = "product_name"
  private static let members: Set<String> = [
    "code", "brands", "quantity", "serving_size", "serving_quantity", "categories_tags", "countries_tags",
    "last_modified_t", "nutriments", "nutrition",
  ]

  /// The code of the language of names that is preferred; nil for the product's own.
  let language: String?

  /// Whether the start of a file is that of such an export.
  static func isStart(_ bytes: [UInt8]) -> Bool {
    var members = JSONMembers(bytes)
    while let member = members.next() {
      if member.name == "code" || member.name == "_id" { return true }
      if JSONFoodReader.arrays.contains(member.name) { return false }
    }
    return false
  }

  /// The product of a line.
  func product(_ line: [UInt8]) -> Product {
    var product = Product()
    guard let values = Self.values(line) else {
      product.defect = .malformed
      return product
    }
    func text(_ name: String) -> String { Self.text(values[name]) }
    product.code = text("code")
    product.name = name(values)
    product.brands = text("brands")
    product.quantity = text("quantity")
    product.servingSize = text("serving_size")
    product.servingQuantity = Double(text("serving_quantity"))
    product.categories = (values["categories_tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    product.countries = (values["countries_tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    product.modified = Int64(text("last_modified_t"))
    addFigures(values, to: &product)
    return product
  }

  /// The imported members of an object; nil if it or one of them is not valid JSON.
  private static func values(_ line: [UInt8]) -> [String: JSONValue]? {
    var values: [String: JSONValue] = [:]
    var members = JSONMembers(line)
    while let member = members.next() {
      let isName = member.name.hasPrefix(names) && member.name.utf8.count <= names.utf8.count + 3
      guard isName || Self.members.contains(member.name), values[member.name] == nil else { continue }
      let limit = member.name.hasPrefix("nutri") ? maxFigures : maxText
      guard member.value.count <= limit else { continue }
      guard let value = try? JSONValue(parsing: line[member.value]) else { return nil }
      values[member.name] = value
    }
    return members.isComplete ? values : nil
  }

  /// The name in the preferred language, else the product's own, the English one, or any.
  private func name(_ values: [String: JSONValue]) -> String {
    let spellings = [language.map { Self.names + "_" + $0 } ?? "", Self.names, Self.names + "_en"]
    let others = values.keys.filter { $0.hasPrefix(Self.names) }.sorted()
    return (spellings + others).lazy.map { Self.text(values[$0]) }.first { !$0.isEmpty } ?? ""
  }

  private func addFigures(_ values: [String: JSONValue], to product: inout Product) {
    let set = values["nutrition"]?["aggregated_set"]
    let isSold = set?["preparation"]?.stringValue ?? "as_sold" == "as_sold"
    for figure in ProductFigure.allCases {
      let value =
        values["nutriments"]?[figure.column] ?? (isSold ? set?["nutrients"]?[figure.rawValue]?["value"] : nil)
      product.set(figure, Self.text(value))
    }
  }

  /// A text, or a number as text; empty for other values.
  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    default: ""
    }
  }
}
