package import JSONCodec

/// A text with the expected result: one line of an evaluation file.
package enum EvaluationCase: Sendable {
  case meal(MealCase)
  case line(IngredientLineCase)

  /// The input of the parser.
  package var text: String {
    switch self {
    case .meal(let meal): meal.text
    case .line(let line): line.text
    }
  }

  /// Reads a case.
  ///
  /// - Throws: `EvaluationCaseError` if the object is neither a meal nor an ingredient line.
  package init(_ value: JSONValue) throws(EvaluationCaseError) {
    guard let text = value["text"]?.stringValue else { throw EvaluationCaseError(missing: "text") }
    let id = value["id"]?.stringValue ?? ""
    let source = value["source"]?.stringValue ?? ""
    if case .array(let amounts)? = value["amounts"] {
      guard let name = value["name"]?.stringValue else { throw EvaluationCaseError(missing: "name") }
      self = .line(
        IngredientLineCase(
          id: id, text: text, source: source, name: name, amounts: amounts.map(IngredientLineCase.Amount.init)))
    } else {
      self = .meal(try MealCase(value, id: id, text: text, source: source))
    }
  }
}

/// A missing field of an evaluation case, or one of the wrong type.
package struct EvaluationCaseError: Error, Equatable {
  /// The key of the field.
  package let missing: String
}

/// A meal description with its true nutrients.
package struct MealCase: Sendable {
  /// One food of the meal. A case with known totals only has none.
  struct Item: Sendable {
    let name: String
    let grams: Double
  }

  let id: String
  let text: String
  let source: String
  /// Kind of phrase; empty if the file has none.
  let shape: String
  let truth: NutrientFigures
  let items: [Item]

  init(_ value: JSONValue, id: String, text: String, source: String) throws(EvaluationCaseError) {
    func figure(_ name: String, of value: JSONValue) throws(EvaluationCaseError) -> Double {
      guard let figure = value[name]?.doubleValue, figure.isFinite, figure >= 0 else {
        throw EvaluationCaseError(missing: name)
      }
      return figure
    }
    self.id = id
    self.text = text
    self.source = source
    shape = value["shape"]?.stringValue ?? ""
    truth = NutrientFigures(
      energy: try figure("kcal", of: value), protein: try figure("protein_g", of: value),
      carbohydrate: try figure("carbs_g", of: value), fat: try figure("fat_g", of: value))
    guard case .array(let items)? = value["items"] else {
      self.items = []
      return
    }
    var read: [Item] = []
    for item in items {
      guard let name = item["name"]?.stringValue else { throw EvaluationCaseError(missing: "items.name") }
      read.append(Item(name: name, grams: try figure("grams", of: item)))
    }
    self.items = read
  }
}

/// An ingredient line and its labels.
package struct IngredientLineCase: Sendable {
  /// One accepted amount; each of several is right ("160 ml/5 fl oz").
  struct Amount: Sendable {
    let quantity: Double?
    /// The upper end of a range.
    let upper: Double?
    /// Empty for a plain count.
    let unit: String

    init(_ value: JSONValue) {
      quantity = value["qty"]?.doubleValue
      upper = value["qty_max"]?.doubleValue
      unit = value["unit"]?.stringValue ?? ""
    }
  }

  let id: String
  let text: String
  let source: String
  let name: String
  /// Empty if the line has no amount.
  let amounts: [Amount]
}

/// The nutrients by which meals are compared: energy in kcal, the others in grams.
struct NutrientFigures: Sendable {
  static let names = ["energy", "protein", "carbohydrate", "fat"]

  var energy: Double
  var protein: Double
  var carbohydrate: Double
  var fat: Double

  var all: [Double] { [energy, protein, carbohydrate, fat] }
}
