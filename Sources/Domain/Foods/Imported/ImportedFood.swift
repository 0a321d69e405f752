package import Nutrition

/// The source of an imported food. For FoodData Central it is the data type, whose raw value is `data_type` of `food.csv`.
package enum FoodDataType: String, Sendable, CaseIterable {
  case foundation = "foundation_food"
  case legacy = "sr_legacy_food"
  case survey = "survey_fndds_food"
  case branded = "branded_food"
  case openFoodFacts = "open_food_facts"

  /// The data type of FoodData Central in the spelling of the CSV tables or the JSON downloads (`dataType`).
  package init?(named text: String) {
    switch text {
    case "Foundation": self = .foundation
    case "SR Legacy": self = .legacy
    case "Survey (FNDDS)": self = .survey
    case "Branded": self = .branded
    case Self.openFoodFacts.rawValue: return nil
    default: self.init(rawValue: text)
    }
  }

  /// Whether the figures are those of labels.
  var isBranded: Bool { self == .branded || self == .openFoodFacts }

  /// The notice that the licence of the source requires (ODbL 1.0, section 4.3); empty if it requires none.
  package var attribution: String {
    guard self == .openFoodFacts else { return "" }
    return """
      Contains information from Open Food Facts (https://world.openfoodfacts.org), which is made available under the \
      Open Database License (https://opendatacommons.org/licenses/odbl/1-0/).
      """
  }

  /// Precedence of foods with the same name; the lowest is preferred.
  var rank: Int64 {
    switch self {
    case .foundation: 0
    case .legacy: 1
    case .survey: 2
    case .branded: 3
    case .openFoodFacts: 4
    }
  }
}

/// An imported food of FoodData Central or Open Food Facts.
package struct ImportedFood: Sendable, Equatable {
  /// `fdc_id`, unique in FoodData Central. A food of Open Food Facts has its barcode as a negative number.
  package var fdcID: Int64
  /// Data type of the source.
  package var type: FoodDataType
  /// Identifier that all editions share (`gtin:…`, `fndds:…`, `sr:…`, `foundation:…`); nil if the source has none.
  package var identity: String?
  /// Publication date as `YYYY-MM-DD`, or empty.
  package var published: String
  /// Name, nutrients and measures.
  package var facts: FoodFacts

  /// Creates a food.
  package init(fdcID: Int64, type: FoodDataType, identity: String?, published: String, facts: FoodFacts) {
    self.fdcID = fdcID
    self.type = type
    self.identity = identity
    self.published = published
    self.facts = facts
  }

  /// The id of the API: `fdc-` and the number, or `off-` and the barcode without zeros at the start.
  package var id: String { fdcID < 0 ? "off-\(fdcID.magnitude)" : "fdc-\(fdcID)" }

  /// The number of "fdc-123", "123" or "off-123"; nil for other texts.
  package static func number(_ id: String) -> Int64? {
    let isProduct = id.hasPrefix("off-")
    let digits = isProduct || id.hasPrefix("fdc-") ? id.dropFirst(4) : Substring(id)
    guard (1...18).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(digits).map { isProduct ? -$0 : $0 }
  }

  /// Other spellings of the name: without remarks, and with the brand.
  package var aliases: [String] {
    var spellings: [String] = []
    let plain = Self.plain(facts.name)
    if plain != facts.name { spellings.append(plain) }
    let words = Set(FoodKey.words(facts.name))
    let base = brands.first { plain.hasPrefix($0 + " ") }.map { String(plain.dropFirst($0.count + 1)) } ?? plain
    for brand in brands where !words.isSuperset(of: FoodKey.words(brand)) { spellings.append(brand + " " + base) }
    return spellings
  }

  /// The brands. Open Food Facts has several in one text ("Nutella, Ferrero"), FoodData Central has names with a comma.
  private var brands: [String] {
    guard type == .openFoodFacts else { return facts.brand.isEmpty ? [] : [facts.brand] }
    return facts.brand.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// The lookup keys for meal texts.
  var keys: Set<String> { Set(([facts.name] + aliases).compactMap { FoodKey.of(name: $0) }) }

  /// The search terms.
  var terms: [String] { Array(FoodKey.words(facts.name + " " + facts.brand).prefix(Self.maxTerms)) }

  private static let maxTerms = 24

  /// Order of search results: by the number of terms, then by ``FoodDataType/rank``. Foods of Open Food Facts are among
  /// those with one term more.
  var termRank: Int64 { Int64(terms.count) * 4 + type.rank }

  /// The food for the parser.
  package var food: Food { facts.food(reference: id, aliases: aliases) }

  /// The food for the API.
  package var details: FoodDetails {
    FoodDetails(
      id: id, origin: .imported, facts: facts, aliases: [], reference: id, attribution: type.attribution)
  }

  /// The name without brackets and without remarks such as "NFS" (not further specified) or "NS as to fat".
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
