import HealthModels
import Nutrition

/// The raw data of one food of a download.
struct FoodDraft {
  var fdcID: Int64
  var type: FoodDataType
  var name: String
  var published = ""
  var category = ""
  var brand = ""
  var identity: String?
  /// Amounts in 100 g (or 100 ml if sold by volume), in the order of `FDCNutrient`; NaN if unknown.
  var amounts = [Float](repeating: .nan, count: FDCNutrient.count)
  var portions: [Portion] = []
  /// In `servingUnit`, grams or millilitres.
  var servingSize: Double?
  var servingUnit = ""
  var servingText = ""
  /// Whether the food is a drink, if the source states it.
  var isBeverage: Bool?
  /// The reason for which the source itself skips the food.
  var defect: Defect?

  struct Portion: Equatable {
    var text: String
    /// Gram weight of `amount` units.
    var grams: Double
    /// Number of units, if the source has it apart from the text.
    var amount: Double?
  }

  /// Further portions are ignored.
  static let maxPortions = 24
  private static let maxName = 200

  /// The food, or the reason it is skipped.
  func food() -> Result<ImportedFood, Defect> {
    if let defect { return .failure(defect) }
    let name = Self.readable(name)
    guard !name.isEmpty, !FoodKey.words(name).isEmpty else { return .failure(.unnamed) }
    guard let nutrients = FDCNutrient.nutrients(amounts) else { return .failure(.incomplete) }
    let isDrink = isDrink
    guard NutrientLimits.violation(nutrients, of: isDrink ? .drink : .food, isMeasured: !type.isBranded) == nil else {
      return .failure(.implausible)
    }
    var facts = FoodFacts(name: name, per100Grams: nutrients)
    facts.brand = String(Self.readable(brand).prefix(100))
    facts.category = String(category.filter { $0 != "\0" }.prefix(80))
    facts.kind = isDrink ? (Self.isWater(name, nutrients) ? .water : .drink) : .food
    measure(&facts)
    if isByVolume { facts.density = 1 }
    return .success(
      ImportedFood(fdcID: fdcID, type: type, identity: identity, published: published, facts: facts))
  }

  /// The reason a food is skipped.
  enum Defect: Error, Equatable, Sendable, CaseIterable {
    /// The name is empty or has no letters.
    case unnamed
    /// Neither energy nor the nutrients to compute it from.
    case incomplete
    /// More than 100 g in 100 g, or energy that contradicts the nutrients.
    case implausible
    /// No barcode, or one with a wrong check digit.
    case uncoded
    /// A row that does not have the form of the download, or a figure that is not a number.
    case malformed
    /// A row beyond the limit.
    case oversized
  }

  /// The draft with a reason to skip it.
  func skipped(_ defect: Defect?) -> FoodDraft {
    var draft = self
    draft.defect = defect
    return draft
  }

  // MARK: - Measures

  private func measure(_ facts: inout FoodFacts) {
    for portion in portions {
      guard portion.grams > 0, portion.grams <= 5000, var measure = HouseholdMeasure(portion.text, of: name) else {
        continue
      }
      if let amount = portion.amount, amount > 0, amount <= 1000 { measure.count = amount }
      let grams = Self.rounded(portion.grams / measure.count)
      if measure.unit == .serving {
        facts.servingGrams = grams
      } else if grams > 0, facts.measures[measure.unit] == nil {
        facts.measures[measure.unit] = grams
      }
    }
    serve(&facts)
  }

  private func serve(_ facts: inout FoodFacts) {
    if let size = servingSize, size > 0, size <= 5000, isByWeight || isByVolume {
      facts.servingGrams = Self.rounded(size)
      guard let measure = HouseholdMeasure(servingText, of: name), measure.unit != .serving else { return }
      let grams = Self.rounded(size / measure.count)
      guard grams > 0 else { return }
      facts.measures[measure.unit] = facts.measures[measure.unit] ?? grams
      if measure.count == 1 { facts.servingMeasure = measure.unit }
    } else if facts.servingGrams == 100 {
      let usual: [MeasureUnit] = [.piece, .medium, .slice, .bar, .can, .bottle, .cup, .tablespoon]
      guard let unit = usual.first(where: { facts.measures[$0] != nil }), let grams = facts.measures[unit] else {
        return
      }
      facts.servingMeasure = unit
      facts.servingGrams = grams
    }
  }

  private var isByWeight: Bool { ["g", "grm", "gram", "grams"].contains(servingUnit.lowercased()) }
  private var isByVolume: Bool { ["ml", "mlt", "milliliter", "milliliters"].contains(servingUnit.lowercased()) }

  // MARK: - Kind and name

  private var isDrink: Bool {
    let letters = category.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    let isLikely = isBeverage ?? (isByVolume && type.isBranded || Self.contains(letters, Self.drinks))
    return isLikely && !Self.contains(letters, Self.noDrinks)
  }

  /// Whether the text contains one of the words. `String.contains` is too slow for a million foods.
  private static func contains(_ text: [UInt8], _ words: [[UInt8]]) -> Bool {
    text.indices.contains { start in
      words.contains { word in
        start + word.count <= text.count && word.indices.allSatisfy { text[start + $0] == word[$0] }
      }
    }
  }

  private static let drinks = [
    "beverage", "drink", "juice", "soda", "water", "beer", "wine", "liquor", "coffee", "milk", "smoothies",
  ].map { Array($0.utf8) }
  private static let noDrinks = [
    "concentrate", "powder", "mixes", "sauce", "oil", "soup", "cream", "dessert", "dressing",
  ].map { Array($0.utf8) }

  private static func isWater(_ name: String, _ nutrients: Nutrients) -> Bool {
    nutrients.energyKilocalories < 1 && name.lowercased().contains("water")
  }

  /// The name with single spaces, without control characters (PostgreSQL stores no NUL), and in title case if all letters
  /// are capitals, as on labels.
  static func readable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return readable(ascii: text.utf8) }
    let words = text.split {
      $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    let text = String(words.joined(separator: " ").prefix(maxName))
    guard text.contains(where: \.isLetter), !text.contains(where: \.isLowercase) else { return text }
    var isStart = true
    return String(
      text.map { character -> Character in
        defer { isStart = !(character.isLetter || character.isNumber || character == "'") }
        return isStart ? character : character.lowercased().first ?? character
      })
  }

  /// Fast path for ASCII names.
  private static func readable(ascii text: String.UTF8View) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.count)
    var (hasLarge, hasSmall) = (false, false)
    for byte in text {
      let isSpace = byte <= 0x20 || byte == 0x7F
      if isSpace {
        if !letters.isEmpty, letters.last != 0x20 { letters.append(0x20) }
        continue
      }
      guard letters.count < maxName else { break }
      letters.append(byte)
    }
    letters = Array(letters.prefix(maxName))
    if letters.last == 0x20 { letters.removeLast() }
    for byte in letters {
      hasLarge = hasLarge || (0x41...0x5A).contains(byte)
      hasSmall = hasSmall || (0x61...0x7A).contains(byte)
    }
    if hasLarge, !hasSmall {
      var isStart = true
      for index in letters.indices {
        let byte = letters[index]
        if !isStart, (0x41...0x5A).contains(byte) { letters[index] = byte | 0x20 }
        isStart = !((0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "'"))
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func rounded(_ grams: Double) -> Double { (grams * 100).rounded() / 100 }
}
