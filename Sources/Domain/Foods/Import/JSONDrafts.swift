import JSONCodec

/// The foods of JSON downloads.
struct JSONDrafts: DraftSource {
  private let download: FoodDownload
  private let meter: ProgressMeter
  private var documents: [String]
  private var reader: JSONFoodReader?
  /// Foods of a batch.
  private static let count = 200

  init(_ download: FoodDownload, documents: [String], meter: ProgressMeter) {
    self.download = download
    self.documents = documents
    self.meter = meter
  }

  mutating func next() throws(FoodImportError) -> [FoodDraft] {
    var drafts: [FoodDraft] = []
    while drafts.count < Self.count {
      if reader == nil { guard try open() else { return drafts } }
      guard let food = try reader?.next() else {
        reader = nil
        continue
      }
      meter.reached(reader?.bytesRead ?? 0)
      if let draft = try draft(food) { drafts.append(draft) }
    }
    return drafts
  }

  private mutating func open() throws(FoodImportError) -> Bool {
    guard !documents.isEmpty else { return false }
    let name = documents.removeFirst()
    guard let source = try download.source(name) else {
      throw FoodImportError.unreadable(path: name, reason: "no such file")
    }
    meter.begin(name)
    reader = JSONFoodReader(source)
    return true
  }

  /// nil for data types that are no foods, such as laboratory samples.
  private func draft(_ food: JSONValue) throws(FoodImportError) -> FoodDraft? {
    guard let number = food["fdcId"]?.integerValue, number > 0 else { throw failure("the food has no fdcId") }
    guard let name = food["description"]?.stringValue else { throw failure("food \(number) has no description") }
    guard let type = food["dataType"]?.stringValue.flatMap(FoodDataType.init(named:)) else { return nil }
    var draft = FoodDraft(fdcID: number, type: type, name: name)
    draft.published = Self.date(food["publicationDate"]?.stringValue ?? "")
    draft.category =
      food["brandedFoodCategory"]?.stringValue ?? food["wweiaFoodCategory"]?["wweiaFoodCategoryDescription"]?
      .stringValue
      ?? food["foodCategory"]?["description"]?.stringValue ?? ""
    draft.brand = food["brandName"]?.stringValue ?? food["brandOwner"]?.stringValue ?? ""
    draft.identity = Self.identity(food, type)
    draft.servingSize = food["servingSize"]?.doubleValue
    draft.servingUnit = food["servingSizeUnit"]?.stringValue ?? ""
    draft.servingText = food["householdServingFullText"]?.stringValue ?? ""
    for entry in food["foodNutrients"]?.arrayValue ?? [] {
      guard let id = entry["nutrient"]?["id"]?.integerValue, let nutrient = FDCNutrient(id: id),
        let amount = entry["amount"]?.doubleValue
      else { continue }
      draft.amounts[nutrient.rawValue] = Float(amount)
    }
    addLabel(food["labelNutrients"]?.objectValue ?? [:], to: &draft)
    draft.portions = (food["foodPortions"]?.arrayValue ?? []).prefix(FoodDraft.maxPortions).compactMap(Self.portion)
    return draft
  }

  /// Adds nutrients that only the label has; its amounts are for one serving.
  private func addLabel(_ label: [String: JSONValue], to draft: inout FoodDraft) {
    guard let size = draft.servingSize, size > 0 else { return }
    for (name, entry) in label {
      guard let nutrient = FDCNutrient(label: name), draft.amounts[nutrient.rawValue].isNaN,
        let amount = entry["value"]?.doubleValue
      else { continue }
      draft.amounts[nutrient.rawValue] = Float(amount / size * 100)
    }
  }

  private static func portion(_ entry: JSONValue) -> FoodDraft.Portion? {
    guard let grams = entry["gramWeight"]?.doubleValue else { return nil }
    if let text = entry["portionDescription"]?.stringValue, !text.isEmpty {
      return FoodDraft.Portion(text: text, grams: grams, amount: nil)
    }
    let unit = entry["measureUnit"]?["name"]?.stringValue ?? ""
    let text = FoodDraft.portionText(unit: unit, modifier: entry["modifier"]?.stringValue ?? "")
    return FoodDraft.Portion(
      text: text, grams: grams, amount: entry["amount"]?.doubleValue ?? entry["value"]?.doubleValue)
  }

  private static func identity(_ food: JSONValue, _ type: FoodDataType) -> String? {
    func text(_ name: String) -> String {
      food[name]?.stringValue ?? food[name]?.integerValue.map { String($0) } ?? ""
    }
    switch type {
    case .branded, .openFoodFacts: return FoodDraft.identity(type, text("gtinUpc"))
    case .survey: return FoodDraft.identity(type, text("foodCode"))
    case .legacy, .foundation: return FoodDraft.identity(type, text("ndbNumber"))
    }
  }

  /// Converts `4/1/2019` to `2019-04-01`; other dates are unchanged.
  private static func date(_ text: String) -> String {
    let parts = text.split(separator: "/")
    guard parts.count == 3, parts[2].count == 4 else { return String(text.prefix(10)) }
    func two(_ part: Substring) -> String { part.count == 1 ? "0" + part : String(part.prefix(2)) }
    return "\(parts[2])-\(two(parts[0]))-\(two(parts[1]))"
  }

  private func failure(_ reason: String) -> FoodImportError {
    reader?.failure(reason) ?? .malformed(path: download.path, line: 1, reason: reason)
  }
}

extension FoodDraft {
  /// The start of the identity of a barcode.
  static let barcodePrefix = "gtin:"

  /// The identifier that all editions share: barcode, food code or NDB number; nil if there is none.
  static func identity(_ type: FoodDataType, _ code: String) -> String? {
    let digits = code.filter { $0.isASCII && $0.isNumber }.drop { $0 == "0" }
    guard !digits.isEmpty, digits.count <= 20 else { return nil }
    switch type {
    case .branded, .openFoodFacts: return barcodePrefix + digits
    case .survey: return "fndds:" + digits
    case .legacy: return "sr:" + digits
    case .foundation: return "foundation:" + digits
    }
  }

  /// The name of the unit with the modifier, or the modifier alone if the unit is "undetermined". Numeric modifiers are
  /// codes and are ignored.
  static func portionText(unit: String, modifier: String) -> String {
    let unit = unit == "undetermined" ? "" : unit
    let words = modifier.contains(where: \.isLetter) ? modifier : ""
    return unit.isEmpty ? words : words.isEmpty ? unit : unit + ", " + words
  }
}
