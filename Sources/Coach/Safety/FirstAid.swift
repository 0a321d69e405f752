import TextModels

/// The steps until help comes, by the sign of an emergency that a message names.
///   `first_aid_signs.tsv`  sign, pattern with the classes of `safety_classes.tsv`, unless (an element), source of the text (in
///                          the first row of a sign); the first row that fits applies
///   `first_aid.tsv`        sign (that of a category: none is named), language, text
struct FirstAid: Sendable {
  private static let shared = FirstAid()

  private let signs: [(name: String, pattern: Pattern, unless: Int?)]
  private let texts: [String: String]
  private let elements: PatternElements

  private init() {
    var elements = SafetyRules.elementsOfClasses
    signs = CoachTable.firstAidSigns.rows(4).map { row in
      (row[0], Pattern(row[1], &elements), row[2].isEmpty ? nil : elements.number(row[2]))
    }
    texts = Dictionary(CoachTable.firstAid.rows(3).map { ("\($0[0])/\($0[1])", $0[2]) }) { first, _ in first }
    self.elements = elements
  }

  /// Returns the steps for the sign that the words name, or for the category.
  static func text(_ words: [Word], for finding: SafetyFinding) -> String {
    let match = PatternMatch(words, shared.elements)
    let sign = shared.signs.first { sign in
      match.matches(sign.pattern) && sign.unless.map { match.places[$0].isEmpty } ?? true
    }
    return shared.texts["\(sign?.name ?? finding.category.rawValue)/\(finding.language.rawValue)"] ?? ""
  }
}
