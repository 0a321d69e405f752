/// The spellings of units, in lower case and not stemmed.
enum UnitLexicon {
  /// Units that are written as two words.
  static let pairs = synonyms.filter { $0.key.contains(" ") }

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
    return all.merging(synonyms.filter { !$0.key.contains(" ") }) { $1 }
  }()

  private static let synonyms = Lexicon.keys("unit").compactMapValues { columns[$0] }
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
