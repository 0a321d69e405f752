import Bytes
import Nutrition

/// A product of Open Food Facts, in the words of the export.
struct Product {
  /// The barcode.
  var code = ""
  var name = ""
  /// Separated by commas, in any order.
  var brands = ""
  var quantity = ""
  var servingSize = ""
  /// Grams or millilitres of one serving.
  var servingQuantity: Double?
  /// `en:beverages`, the most general one first.
  var categories: [String] = []
  /// `en:france`.
  var countries: [String] = []
  /// The last change in seconds since 1970.
  var modified: Int64?
  var figures: [ProductFigure: Double] = [:]
  /// The reason for which the product cannot be imported, if its source found one.
  var defect: FoodDraft.Defect?

  /// Only the first brands are kept.
  private static let maxBrands = 4
  /// Larger figures are invalid in every unit.
  private static let figureRange = 0.0...10_000
  private static let years2000To2100: ClosedRange<Int64> = 946_684_800...4_102_444_800
  /// Per cent of alcohol from which labels state no nutrients.
  private static let strong = 10.0
  private static let drinks: Set<String> = ["en:beverages", "en:milks", "en:waters"]

  /// Reads a figure, of which an empty text is none. Any other text than a number is a defect.
  mutating func set(_ figure: ProductFigure, _ text: String) {
    guard !text.isEmpty else { return }
    if let value = Double(text), value.isFinite { figures[figure] = value } else { defect = .malformed }
  }

  /// The draft of the food; one with a ``FoodDraft/defect`` if the barcode or a figure is invalid.
  func draft() -> FoodDraft {
    var draft = FoodDraft(fdcID: 0, type: .openFoodFacts, name: name)
    guard defect == nil else { return draft.skipped(defect) }
    guard let number else { return draft.skipped(.uncoded) }
    guard figures.values.allSatisfy({ Self.figureRange.contains($0) }) else { return draft.skipped(.implausible) }
    guard isComplete else { return draft.skipped(.incomplete) }
    draft.fdcID = -number
    draft.identity = FoodDraft.identity(.openFoodFacts, String(number))
    if let modified, Self.years2000To2100.contains(modified) {
      draft.published = Timestamp(milliseconds: modified * 1000).date
    }
    let brands = brands.split(separator: ",").map { FoodDraft.readable(String($0)) }
      .filter { !FoodKey.words($0).isEmpty }.prefix(Self.maxBrands)
    draft.name = Self.distinctName(FoodDraft.readable(name), Array(brands))
    draft.brand = brands.joined(separator: ", ")
    draft.category = category
    draft.isBeverage = categories.isEmpty ? nil : !Self.drinks.isDisjoint(with: categories)
    addFigures(to: &draft)
    addServing(to: &draft)
    return draft
  }

  /// The barcode as a number; nil if its check digit is wrong, or if it is too short to be more than an internal number.
  ///
  /// Some editions of the export have lost the zeros at the start.
  private var number: Int64? {
    guard (1...24).contains(code.utf8.count) else { return nil }
    let digits = code.drop { $0 == "0" }
    let length = digits.utf8.count <= 8 ? 8 : max(13, digits.utf8.count)
    guard digits.utf8.count >= 6, length <= 14 else { return nil }
    let padded = String(repeating: "0", count: length - digits.utf8.count) + digits
    return Barcode(padded)?.identities.first.flatMap { Int64($0.dropFirst(FoodDraft.barcodePrefix.utf8.count)) }
  }

  /// Whether the figures suffice. Protein, fat and carbohydrate must be stated, because a missing figure is not zero;
  /// except of products without energy, and of wine and spirits.
  private var isComplete: Bool {
    let energy = figures[.energyKilocalories] ?? figures[.energyKilojoules] ?? figures[.energy]
    if energy == 0 || (energy != nil && (figures[.alcohol] ?? 0) >= Self.strong) { return true }
    return figures[.protein] != nil && figures[.fat] != nil && carbohydrate != nil
  }

  // MARK: - Figures

  private func addFigures(to draft: inout FoodDraft) {
    func set(_ nutrient: FDCNutrient, _ value: Double?) {
      if let value { draft.amounts[nutrient.rawValue] = Float(value) }
    }
    let kilojoules = figures[.energyKilojoules] ?? figures[.energy]
    // Some products have kilojoules in the field of kilocalories.
    let kilocalories = figures[.energyKilocalories].flatMap { value in
      kilojoules != nil && value > NutrientLimits.maxCalories ? nil : value
    }
    set(.energy, kilocalories)
    set(.energyKilojoules, kilojoules)
    set(.protein, figures[.protein])
    set(.fat, figures[.fat])
    set(.carbohydrate, carbohydrate)
    set(.fiber, figures[.fiber])
    set(.sugar, figures[.sugar])
    // The density of ethanol is 0.789 g/ml.
    set(.alcohol, figures[.alcohol].map { $0 * 0.789 })
  }

  /// Carbohydrate with fibre, as in the nutrition table. Labels of most countries state it without (Regulation (EU)
  /// No 1169/2011, annex I), those of the United States and Canada with it (21 CFR 101.9).
  private var carbohydrate: Double? {
    if let total = figures[.carbohydrateTotal] { return total }
    guard let stated = figures[.carbohydrate], let fiber = figures[.fiber], !isNorthAmerican else {
      return figures[.carbohydrate]
    }
    let total = stated + fiber
    // A sum above 100 g shows that the figure has the fibre already.
    return total + (figures[.protein] ?? 0) + (figures[.fat] ?? 0) > NutrientLimits.maxSum ? stated : total
  }

  /// Whether the product is sold only in North America; if no country is stated, by its barcode (UPC).
  private var isNorthAmerican: Bool {
    guard countries.isEmpty else { return countries.allSatisfy { $0 == "en:united-states" || $0 == "en:canada" } }
    return number.map { (100_000_000..<1_400_000_000_000).contains($0) } ?? false
  }

  // MARK: - Words

  /// The name after the first brand, if it is a single word or has none that names a food ("Original", "For you"). Every text
  /// with such a word would name the product. Empty if there is no brand to make it distinct.
  private static func distinctName(_ name: String, _ brands: [String]) -> String {
    let words = Set(FoodKey.words(name))
    let hasBrand = brands.contains { words.isSuperset(of: FoodKey.words($0)) }
    guard !words.isEmpty, !hasBrand, words.count < 2 || !FoodKey.isDistinct(name) else { return name }
    if let brand = brands.first { return brand + " " + name }
    return FoodKey.isDistinct(name) ? name : ""
  }

  private func addServing(to draft: inout FoodDraft) {
    let package = ProductAmount(quantity)
    let serving = ProductAmount(servingSize)
    draft.servingSize = servingQuantity ?? serving?.amount
    draft.servingUnit = serving?.isVolume ?? package?.isVolume ?? false ? "ml" : "g"
    // Of "2 biscuits (25 g)" the words are a household measure, "25 g" is none.
    if serving?.isAlone == false || serving == nil { draft.servingText = servingSize }
    if let package, !package.isVolume {
      draft.portions = [FoodDraft.Portion(text: "1 packet", grams: package.amount, amount: nil)]
    }
  }

  /// The most special English category in words ("Hazelnut spreads"); empty if there is none.
  private var category: String {
    guard let tag = categories.last(where: { $0.hasPrefix("en:") })?.dropFirst(3) else { return "" }
    let words = tag.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
