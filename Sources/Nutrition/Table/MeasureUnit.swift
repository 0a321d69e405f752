import TextModels

/// A unit of a food amount: weight, volume, size or household measure. The raw value is the spelling in `foods.tsv`.
package enum MeasureUnit: String, Sendable, Hashable, CaseIterable {
  case gram = "g"
  case kilogram = "kg"
  case milligram = "mg"
  case ounce = "oz"
  case pound = "lb"
  case milliliter = "ml"
  case centiliter = "cl"
  case deciliter = "dl"
  case liter = "l"
  case teaspoon = "tsp"
  case dessertspoon = "dsp"
  case tablespoon = "tbsp"
  case fluidOunce = "floz"
  case cup, pint, quart, gallon
  case small, medium, large, xlarge, mini, fun, child, personal, sharesize
  case piece, slice, can, bottle, glass, mug, bowl, plate, serving, handful, packet, bar, scoop, clove, stick, ear
  case head, bunch, stalk, leaf, fillet, patty, link, strip, wedge, pat, knob, pinch, dash, drizzle, splash, sip, shot
  case bulb, square, cube, ball, ring, sprig, container, box, bag, jar, spear, bite, whole, loaf, katori, ladle, inch

  /// Grams of one unit of weight; nil for other units.
  package var grams: Double? { Self.weights[self] }

  /// Millilitres of one unit of volume (US customary); nil for other units.
  var milliliters: Double? { Self.volumes[self] }

  /// Customary millilitres of a vessel or gesture, for foods without a gram weight for it.
  var customaryMilliliters: Double? { Self.vessels[self] }

  var isWeightOrVolume: Bool { grams != nil || milliliters != nil }

  /// The size of the unit in the other; nil if they are not both weights or both volumes.
  func ratio(to other: MeasureUnit?) -> Double? {
    if let one = grams, let two = other?.grams { return one / two }
    if let one = milliliters, let two = other?.milliliters { return one / two }
    return nil
  }

  /// Whether the unit is the size of one piece.
  var isSize: Bool { scale != nil }

  /// The share of a medium piece that one of this size has; nil for units that are no size.
  var scale: Double? { Self.sizes[self] }

  private static let weights = figures("unit-weight")
  private static let volumes = figures("unit-volume")
  private static let vessels = figures("unit-vessel")
  private static let sizes = figures("unit-size")

  /// The numbers of rows with a role, by the units in the second column.
  static func figures(_ role: String) -> [MeasureUnit: Double] {
    Lexicon.keys(role).reduce(into: [:]) { figures, row in
      if let unit = MeasureUnit(rawValue: row.key) { figures[unit] = Double(row.value) }
    }
  }

  /// Display name of the unit in an item: "grams", "milliliters", otherwise the singular.
  package var name: String { Self.names[rawValue] ?? rawValue }

  /// Number and unit for display: "120g", "1 cup", "2 slices", "2 large".
  package func text(_ value: Double) -> String {
    let number = TextFormat.decimal(value)
    switch self {
    case .gram, .kilogram, .milligram, .milliliter, .centiliter, .deciliter, .liter: return number + rawValue
    case .fluidOunce: return number + " fl oz"
    case .ounce, .pound, .teaspoon, .dessertspoon, .tablespoon: return number + " " + rawValue
    case _ where isSize || self == .whole: return number + " " + name
    default: return number + " " + (value > 1 ? plural : rawValue)
    }
  }

  var plural: String { Self.plurals[rawValue] ?? rawValue + "s" }

  private static let names = Lexicon.keys("unit-name")
  private static let plurals = Lexicon.keys("unit-plural")
}
