import JSONCodec
import Testing

/// A meal description with the expected items.
struct GoldenMeal: Sendable, CustomTestStringConvertible {
  struct Item: Sendable {
    /// Name in the table.
    let name: String
    /// Displayed quantity, "2 slices".
    let amount: String
    let grams: Double
  }

  let text: String
  let energy: Double
  let carbohydrate: Double
  let items: [Item]
  /// Phrases that the notes must contain.
  let notes: [String]
  let shape: String

  var testDescription: String { text }

  init?(_ row: JSONValue) {
    guard let text = row["text"]?.stringValue, let energy = row["kcal"]?.doubleValue,
      let carbohydrate = row["carbs_g"]?.doubleValue, let shape = row["shape"]?.stringValue,
      let items = row["items"]?.arrayValue
    else { return nil }
    self.text = text
    self.energy = energy
    self.carbohydrate = carbohydrate
    self.shape = shape
    notes = row["notes"]?.arrayValue?.compactMap(\.stringValue) ?? []
    self.items = items.compactMap { item in
      guard let name = item["name"]?.stringValue, let amount = item["amount"]?.stringValue,
        let grams = item["grams"]?.doubleValue
      else { return nil }
      return Item(name: name, amount: amount, grams: grams)
    }
    guard self.items.count == items.count else { return nil }
  }
}

/// An ingredient line and its labels.
struct GoldenLine: Sendable, CustomTestStringConvertible {
  let text: String
  /// nil if the line has no amount.
  let quantity: Double?
  /// The upper end of a range.
  let upper: Double?
  let unit: String
  let name: String
  let shape: String

  var testDescription: String { text }

  init?(_ row: JSONValue) {
    guard let text = row["text"]?.stringValue, let name = row["name"]?.stringValue,
      let shape = row["shape"]?.stringValue, let amounts = row["amounts"]?.arrayValue
    else { return nil }
    self.text = text
    self.name = name
    self.shape = shape
    quantity = amounts.first?["qty"]?.doubleValue
    upper = amounts.first?["qty_max"]?.doubleValue
    unit = amounts.first?["unit"]?.stringValue ?? ""
  }
}
