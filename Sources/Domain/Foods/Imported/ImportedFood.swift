package import Nutrition

/// Which of the four data types of FoodData Central a food is of; the raw value is `data_type` of `food.csv`.
package enum FoodDataType: String, Sendable, CaseIterable {
  case foundation = "foundation_food"
  case legacy = "sr_legacy_food"
  case survey = "survey_fndds_food"
  case branded = "branded_food"

  /// The spelling of the JSON downloads (`dataType`) as well.
  package init?(named text: String) {
    switch text {
    case "Foundation": self = .foundation
    case "SR Legacy": self = .legacy
    case "Survey (FNDDS)": self = .survey
    case "Branded": self = .branded
    default: self.init(rawValue: text)
    }
  }

  /// Of two foods with one name the lower one is meant.
  var rank: Int64 {
    switch self {
    case .foundation: 0
    case .legacy: 1
    case .survey: 2
    case .branded: 3
    }
  }
}

/// A food of FoodData Central.
package struct ImportedFood: Sendable, Equatable {
  package var fdcID: Int64
  package var type: FoodDataType
  /// What stays the same from edition to edition (`gtin:…`, `fndds:…`, `ndb:…`); nil where the source gives none.
  package var identity: String?
  /// `YYYY-MM-DD`, or empty.
  package var published: String
  package var facts: FoodFacts

  package init(fdcID: Int64, type: FoodDataType, identity: String?, published: String, facts: FoodFacts) {
    self.fdcID = fdcID
    self.type = type
    self.identity = identity
    self.published = published
    self.facts = facts
  }

  package var id: String { "fdc-\(fdcID)" }

  /// The number in `fdc-123`, also alone.
  package static func number(_ id: String) -> Int64? {
    let digits = id.hasPrefix("fdc-") ? id.dropFirst(4) : Substring(id)
    guard (1...18).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(digits)
  }

  /// Other ways to write the name: without remarks, with the brand before it.
  package var aliases: [String] {
    var spellings: [String] = []
    let plain = Self.plain(facts.name)
    if plain != facts.name { spellings.append(plain) }
    if !facts.brand.isEmpty {
      let words = Set(FoodKey.words(facts.name))
      if !words.isSuperset(of: FoodKey.words(facts.brand)) { spellings.append(facts.brand + " " + plain) }
    }
    return spellings
  }

  /// The keys under which it is found in texts.
  var keys: Set<String> { Set(([facts.name] + aliases).compactMap { FoodKey.of(name: $0) }) }

  /// The words under which it is searched for.
  var terms: [String] { Array(FoodKey.words(facts.name + " " + facts.brand).prefix(Self.maxTerms)) }

  private static let maxTerms = 24

  /// Short names first, of equally long ones the better source.
  var termRank: Int64 { Int64(terms.count) * 4 + type.rank }

  package var food: Food { facts.food(reference: id, aliases: aliases) }

  package var shown: ShownFood {
    ShownFood(id: id, origin: .imported, facts: facts, aliases: [], reference: id)
  }

  /// Without brackets, and without what only says that nothing more was said ("NFS", "NS as to fat").
  private static func plain(_ name: String) -> String {
    var depth = 0
    var text = ""
    for character in name {
      switch character {
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      default: if depth == 0 { text.append(character) }
      }
    }
    return text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty && $0 != "NFS" && $0 != "NS" && !$0.hasPrefix("NS as to") }.joined(separator: ", ")
  }
}
