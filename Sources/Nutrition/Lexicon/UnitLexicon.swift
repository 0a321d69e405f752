import TextModels

/// The spellings of units, in lower case and not stemmed.
enum UnitLexicon {
  /// Units that are written as two words.
  static let pairs = synonyms.filter { $0.key.contains(" ") }

  /// Units by the spelling in the columns of the table.
  static let columns = Dictionary(uniqueKeysWithValues: MeasureUnit.allCases.map { ($0.rawValue, $0) })

  /// Units by every spelling of one word.
  static let spellings: [String: MeasureUnit] = {
    var all: [String: MeasureUnit] = [:]
    for unit in MeasureUnit.allCases {
      all[unit.rawValue] = unit
      all[unit.name] = unit
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

  /// The unit that a misspelled word means: the only one with a spelling nearest to it.
  init?(nearly word: String) {
    guard var nearest = NearestWord(word) else { return nil }
    for (spelling, unit) in UnitLexicon.spellings where spelling.utf8.count >= 4 {
      nearest.consider(spelling, as: unit.rawValue)
    }
    self.init(rawValue: nearest.word ?? "")
  }
}
