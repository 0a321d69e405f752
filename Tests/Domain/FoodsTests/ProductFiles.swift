import JSONCodec

/// Small exports of Open Food Facts with invented products, in the form of the real ones.
enum ProductFiles {
  /// Columns of the CSV export; the real one has about two hundred, in this order.
  static let columns = [
    "code", "url", "last_modified_t", "product_name", "quantity", "brands", "categories_tags", "countries_tags",
    "serving_size", "serving_quantity", "energy-kj_100g", "energy-kcal_100g", "energy_100g", "fat_100g",
    "carbohydrates_100g", "sugars_100g", "fiber_100g", "proteins_100g", "alcohol_100g",
  ]

  /// A product of both exports, by the columns of the CSV export.
  static let biscuit: [String: String] = [
    "code": "4006381333931", "last_modified_t": "1700000000", "product_name": "Zorbella biscuits",
    "quantity": "6 x 50 g", "brands": "Zorbella,Quonk", "categories_tags": "en:snacks,en:filled-biscuits",
    "countries_tags": "en:france,en:germany", "serving_size": "2 biscuits (25 g)", "serving_quantity": "25",
    "energy_100g": "2100", "energy-kcal_100g": "502", "fat_100g": "24", "carbohydrates_100g": "60.5",
    "sugars_100g": "34", "fiber_100g": "3.5", "proteins_100g": "7.5",
  ]

  /// The row of column names, and the rows of products.
  static func table(_ products: [[String: String]]) -> String {
    let rows = products.map { product in columns.map { product[$0] ?? "" }.joined(separator: "\t") }
    return ([columns.joined(separator: "\t")] + rows).joined(separator: "\n") + "\n"
  }

  /// The line of a product in the JSONL export, with much that is not imported.
  static func line(_ product: [String: String], _ more: [String: JSONValue] = [:]) -> String {
    var members: [String: JSONValue] = [
      "_id": .string(product["code"] ?? ""), "images": ["1": ["sizes": ["100": ["h": 100]], "uploader": "a \"}] b"]],
      "ingredients": [["id": "en:sugar", "ingredients": []], []],
    ]
    var figures: [String: JSONValue] = [:]
    for (name, text) in product where name.hasSuffix("_100g") { figures[name] = Double(text).map(JSONValue.number) }
    members["nutriments"] = .object(figures)
    for (name, text) in product where !name.hasSuffix("_100g") {
      members[name] =
        name.hasSuffix("_tags") ? .array(text.split(separator: ",").map { .string(String($0)) }) : .string(text)
    }
    return JSONValue.object(members).merging(more).text + "\n"
  }

  /// ``biscuit`` with other values.
  static func biscuit(_ changes: [String: String]) -> [String: String] { biscuit.merging(changes) { $1 } }
}
