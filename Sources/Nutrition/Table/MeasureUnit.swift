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
  case small, medium, large, xlarge, mini, fun, child, personal
  case piece, slice, can, bottle, glass, mug, bowl, plate, serving, handful, packet, bar, scoop, clove, stick, ear
  case head, bunch, stalk, leaf, fillet, patty, link, strip, wedge, pat, knob, pinch, dash, drizzle, splash, shot
  case bulb, square, cube, ball, ring, sprig, container, box, bag, jar, spear, bite, whole, loaf, katori, ladle

  /// Grams of one unit of weight; nil for other units.
  var grams: Double? {
    switch self {
    case .gram: 1
    case .kilogram: 1000
    case .milligram: 0.001
    case .ounce: 28.3495
    case .pound: 453.592
    default: nil
    }
  }

  /// Millilitres of one unit of volume (US customary); nil for other units.
  var milliliters: Double? {
    switch self {
    case .milliliter: 1
    case .centiliter: 10
    case .deciliter: 100
    case .liter: 1000
    case .teaspoon: 4.92892
    case .dessertspoon: 9.85784
    case .tablespoon: 14.7868
    case .fluidOunce: 29.5735
    case .cup: 236.588
    case .pint: 473.176
    case .quart: 946.353
    case .gallon: 3785.41
    default: nil
    }
  }

  /// Customary millilitres of a vessel or gesture, for foods without a gram weight for it.
  var customaryMilliliters: Double? {
    switch self {
    case .glass, .mug: 240
    case .bowl: 350
    case .bottle: 500
    case .can: 355
    case .shot: 44
    case .splash: 15
    case .drizzle: 7
    case .scoop: 66
    case .handful: 80
    case .katori: 150
    case .ladle: 120
    case .dash, .pinch: 0.4
    default: nil
    }
  }

  var isWeightOrVolume: Bool { grams != nil || milliliters != nil }

  /// Whether the unit is the size of one piece.
  var isSize: Bool {
    switch self {
    case .small, .medium, .large, .xlarge, .mini, .fun, .child, .personal: true
    default: false
    }
  }

  // MARK: - Text

  /// Display name of the unit in an item: "grams", "milliliters", otherwise the singular.
  var displayName: String {
    switch self {
    case .gram: "grams"
    case .kilogram: "kilogram"
    case .milligram: "milligrams"
    case .ounce: "ounce"
    case .pound: "pound"
    case .milliliter: "milliliters"
    case .centiliter: "centiliters"
    case .deciliter: "deciliters"
    case .liter: "liter"
    case .teaspoon: "teaspoon"
    case .dessertspoon: "dessertspoon"
    case .tablespoon: "tablespoon"
    case .fluidOunce: "fluid ounce"
    case .xlarge: "extra large"
    case .fun, .child, .personal: rawValue + " size"
    default: rawValue
    }
  }

  /// Number and unit for display: "120g", "1 cup", "2 slices", "2 large".
  func text(_ value: Double) -> String {
    let number = NumberFormat.text(value)
    switch self {
    case .gram, .kilogram, .milligram, .milliliter, .centiliter, .deciliter, .liter: return number + rawValue
    case .fluidOunce: return number + " fl oz"
    case .ounce, .pound, .teaspoon, .dessertspoon, .tablespoon: return number + " " + rawValue
    case _ where isSize || self == .whole: return number + " " + displayName
    default: return number + " " + (value > 1 ? plural : rawValue)
    }
  }

  var plural: String {
    switch self {
    case .leaf: "leaves"
    case .loaf: "loaves"
    case .patty: "patties"
    case .glass, .dash, .splash, .bunch, .box, .pinch: rawValue + "es"
    default: rawValue + "s"
    }
  }
}
