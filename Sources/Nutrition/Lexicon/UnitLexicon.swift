/// The spellings of units, in lower case and not stemmed.
enum UnitLexicon {
  /// Units that are written as two words.
  static let pairs: [String: MeasureUnit] = [
    "fl oz": .fluidOunce, "fluid oz": .fluidOunce, "fluid ounce": .fluidOunce, "fluid ounces": .fluidOunce,
    "fl ounce": .fluidOunce, "fl ounces": .fluidOunce, "table spoon": .tablespoon, "table spoons": .tablespoon,
    "tea spoon": .teaspoon, "tea spoons": .teaspoon, "dessert spoon": .dessertspoon, "dessert spoons": .dessertspoon,
    "soup spoon": .tablespoon, "soup spoons": .tablespoon,
    "bite size": .mini, "bite sized": .mini, "fun size": .fun, "fun sized": .fun, "juice box": .box,
    "juice boxes": .box, "snack size": .mini,
    "snack sized": .mini, "snack cup": .container, "snack cups": .container, "foot long": .large, "king size": .xlarge,
    "king sized": .xlarge, "child size": .child, "child sized": .child,
    "kids size": .child, "personal size": .personal, "personal sized": .personal, "extra large": .xlarge,
    "small sized": .small, "medium sized": .medium, "regular sized": .medium, "large sized": .large,
  ]

  /// Spellings of four letters and more with their UTF-8, for the correction of typing errors.
  static let long = spellings.filter { $0.key.utf8.count >= 4 }.map { (Array($0.key.utf8), $0.value) }

  /// Units by the spelling in the columns of the table.
  static let columns = Dictionary(uniqueKeysWithValues: MeasureUnit.allCases.map { ($0.rawValue, $0) })

  /// Units by every spelling of one word.
  static let spellings: [String: MeasureUnit] = {
    var all: [String: MeasureUnit] = [:]
    for unit in MeasureUnit.allCases {
      all[unit.rawValue] = unit
      all[unit.displayName] = unit
      if unit.grams == nil, unit.milliliters == nil, !unit.isSize { all[unit.plural] = unit }
    }
    for (unit, words) in synonyms {
      for word in words.split(separator: " ") { all[String(word)] = unit }
    }
    return all
  }()

  private static let synonyms: [(MeasureUnit, String)] = [
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
    (.stick, "tube tubes"),
  ]
}

extension MeasureUnit {
  /// The unit that `word` (lower case, not stemmed) spells, if any.
  init?(spelling word: String) {
    guard let unit = UnitLexicon.spellings[word] else { return nil }
    self = unit
  }

  /// The unit that a misspelled word of at least five letters means: the only one within an edit distance of 1.
  init?(nearly word: String) {
    let letters = Array(word.utf8)
    guard (5...EditDistance.maxLetters).contains(letters.count) else { return nil }
    var near: Set<MeasureUnit> = []
    for (spelling, unit) in UnitLexicon.long where EditDistance.between(letters, spelling, limit: 1) != nil {
      near.insert(unit)
    }
    guard near.count == 1, let unit = near.first else { return nil }
    self = unit
  }

  /// The unit that a column of the table names, if any.
  init?(column: String) {
    guard let unit = UnitLexicon.columns[column] else { return nil }
    self = unit
  }
}
