extension MeasureUnit {
  /// The unit that `word` (lower case, not stemmed) spells, if any.
  init?(spelling word: String) {
    guard let unit = Self.spellings[word] else { return nil }
    self = unit
  }

  /// The unit that a slip of the keyboard stands for: one change away from a word of five letters and more, and no other
  /// unit as near.
  init?(nearly word: String) {
    let letters = Array(word.utf8)
    guard (5...EditDistance.maxLetters).contains(letters.count) else { return nil }
    var near: Set<MeasureUnit> = []
    for (spelling, unit) in Self.long where EditDistance.between(letters, spelling, limit: 1) != nil {
      near.insert(unit)
    }
    guard near.count == 1, let unit = near.first else { return nil }
    self = unit
  }

  private static let long = spellings.filter { $0.key.utf8.count >= 4 }.map { (Array($0.key.utf8), $0.value) }

  /// The unit that a column of the table names, if any.
  init?(column: String) {
    guard let unit = Self.columns[column] else { return nil }
    self = unit
  }

  private static let columns = Dictionary(uniqueKeysWithValues: MeasureUnit.allCases.map { ($0.rawValue, $0) })

  /// The name of the unit in an item: "grams", "milliliters", otherwise the singular.
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

  /// "120g", "1 cup", "2 slices", "2 large".
  func text(_ value: Double) -> String {
    let number = Figure.text(value)
    switch self {
    case .gram, .kilogram, .milligram, .milliliter, .centiliter, .deciliter, .liter: return number + rawValue
    case .fluidOunce: return number + " fl oz"
    case .ounce, .pound, .teaspoon, .dessertspoon, .tablespoon: return number + " " + rawValue
    case _ where isSize || self == .whole: return number + " " + displayName
    default: return number + " " + (value > 1 ? plural : rawValue)
    }
  }

  private var plural: String {
    switch self {
    case .leaf: "leaves"
    case .loaf: "loaves"
    case .patty: "patties"
    case .glass, .dash, .splash, .bunch, .box, .pinch: rawValue + "es"
    default: rawValue + "s"
    }
  }

  private static let spellings: [String: MeasureUnit] = {
    var all: [String: MeasureUnit] = [:]
    for unit in MeasureUnit.allCases {
      all[unit.rawValue] = unit
      all[unit.displayName] = unit
      if unit.grams == nil, unit.milliliters == nil, !unit.isSize { all[unit.plural] = unit }
    }
    for (unit, words) in further {
      for word in words.split(separator: " ") { all[String(word)] = unit }
    }
    return all
  }()

  private static let further: [(MeasureUnit, String)] = [
    (.gram, "gram gr grm grs gs gm gms gramme grammes"),
    (.kilogram, "kilograms kilo kilos kgs kilogramme kilogrammes"),
    (.milligram, "milligram mgs"),
    (.ounce, "ounces ozs onz"),
    (.pound, "pounds lbs pd"),
    (.milliliter, "milliliter millilitre millilitres mls mil mils cc"),
    (.centiliter, "centiliter centilitre centilitres"),
    (.deciliter, "deciliter decilitre decilitres"),
    (.liter, "liters litre litres ltr ltrs lt"),
    (.teaspoon, "teaspoons tsps teaspoonful teaspoonfuls teasp tspn"),
    (.dessertspoon, "dessertspoons"),
    (
      .tablespoon,
      "tablespoons tbsps tbs tbl tbls tblsp tblsps tbspn tablespoonful tablespoonfuls spoon spoons spoonful"
    ),
    (.tablespoon, "spoonfuls"),
    (.cup, "c cuppa cups cupful cupfuls"),
    (.pint, "pints pt pts"),
    (.quart, "quarts qt qts"),
    (.gallon, "gallons gal gals"),
    (.small, "sm smallish little small-sized"),
    (.mini, "minis miniature miniatures tiny"),
    (.child, "childs childrens kids kiddie"),
    (.medium, "med medium-sized mediumsized average regular grande"),
    (.large, "lg lge big huge venti footlong"),
    (.xlarge, "xl jumbo"),
    (.piece, "floret florets floweret flowerets pcs pc pce item items unit units"),
    (.slice, "slc rasher rashers round rounds"),
    (.can, "tin tins"),
    (.glass, "tumbler tumblers glassful"),
    (.bowl, "bowlful dish"),
    (.plate, "plateful"),
    (.cube, "chunk chunks"),
    (.serving, "serve serves portion portions helping helpings srv order orders"),
    (.handful, "handfuls fistful"),
    (.packet, "pack packs pkt pkts pkg package packages sachet sachets pouch pouches envelope envelopes sleeve"),
    (.container, "tub tubs pot pots carton cartons punnet punnets basket baskets"),
    (.jar, "jars"),
    (.stalk, "rib ribs"),
    (.fillet, "filet filets fillets"),
    (.patty, "pattie"),
    (.ear, "cob cobs"),
    (.knob, "lump lumps"),
    (.shot, "shots"),
    (.scoop, "dollop dollops scoopful"),
    (.wedge, "segment segments section sections"),
    (.strip, "stripe"),
  ]
}
