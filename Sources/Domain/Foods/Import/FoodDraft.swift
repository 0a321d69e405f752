import HealthModels
import Nutrition

/// What the files tell about one food of FoodData Central, piece by piece.
struct FoodDraft {
  var fdcID: Int64
  var type: FoodDataType
  var name: String
  var published = ""
  var category = ""
  var brand = ""
  var identity: String?
  /// Amounts in 100 g (100 ml of what is sold by volume), in the order of `FDCNutrient`; NaN where nothing is said.
  var amounts = [Float](repeating: .nan, count: FDCNutrient.count)
  var portions: [Portion] = []
  /// In grams, or millilitres.
  var servingSize: Double?
  var servingUnit = ""
  var servingText = ""

  struct Portion: Equatable {
    var text: String
    /// Of `amount` units.
    var grams: Double
    /// Where it is said beside the text.
    var amount: Double?
  }

  /// More say nothing new.
  static let maxPortions = 24
  private static let maxName = 200

  /// The food, or why it is none that can be counted.
  func food() -> Result<ImportedFood, Defect> {
    let name = Self.readable(name)
    guard !name.isEmpty, !FoodKey.words(name).isEmpty else { return .failure(.unnamed) }
    guard let figures = FDCNutrient.figures(amounts) else { return .failure(.incomplete) }
    let isDrink = isDrink
    guard PlausibleFigures.doubt(figures, of: isDrink ? .drink : .food, isMeasured: type != .branded) == nil else {
      return .failure(.implausible)
    }
    var facts = FoodFacts(name: name, per100Grams: figures)
    facts.brand = String(Self.readable(brand).prefix(100))
    facts.category = String(category.prefix(80))
    facts.kind = isDrink ? (Self.isWater(name, figures) ? .water : .drink) : .food
    measure(&facts)
    if isByVolume { facts.density = 1 }
    return .success(
      ImportedFood(fdcID: fdcID, type: type, identity: identity, published: published, facts: facts))
  }

  /// Why a food is left out.
  enum Defect: Error, Equatable, Sendable, CaseIterable {
    case unnamed
    /// Neither energy nor what it could be reckoned from.
    case incomplete
    /// More than 100 g in 100 g, or energy that does not go with the rest.
    case implausible
  }

  // MARK: Measures

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

  // MARK: Kind and name

  private var isDrink: Bool {
    let letters = category.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return (isByVolume && type == .branded || Self.holds(letters, Self.drinks)) && !Self.holds(letters, Self.noDrinks)
  }

  /// Whether one of the words stands anywhere in the text; for a million foods `contains` of strings is slow.
  private static func holds(_ text: [UInt8], _ words: [[UInt8]]) -> Bool {
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

  private static func isWater(_ name: String, _ figures: Nutrients) -> Bool {
    figures.energyKilocalories < 1 && name.lowercased().contains("water")
  }

  /// Without a shout: labels are in capitals.
  private static func readable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return readable(ascii: text.utf8) }
    let text = String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(maxName))
    guard text.contains(where: \.isLetter), !text.contains(where: \.isLowercase) else { return text }
    var isStart = true
    return String(
      text.map { character -> Character in
        defer { isStart = !(character.isLetter || character.isNumber || character == "'") }
        return isStart ? character : character.lowercased().first ?? character
      })
  }

  /// The same for the letters that most names are made of.
  private static func readable(ascii text: String.UTF8View) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.count)
    var (hasLarge, hasSmall) = (false, false)
    for byte in text {
      let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
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
