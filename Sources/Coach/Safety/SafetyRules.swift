import TextModels

/// The rules of the safety stage, compiled once:
///   `safety_classes.tsv`   name, alternatives
///   `safety_idioms.tsv`    pattern of a harmless phrase, whose words are hidden from rules
///   `safety_rules.tsv`     category, language (`any`: that of the message), pattern, unless (an element), source (empty: that
///                          of the row above)
///   `vital_limits.tsv`     category, name of a reading (may be empty), figure (up to 8 words before or after the name),
///                          other parts, unless, source: the dangerous readings of a body
struct SafetyRules: Sendable {
  struct Rule: Sendable {
    var category: SafetyFinding.Category
    /// The language of the reply; nil for a pattern with words of several languages.
    var language: SafetyFinding.Language?
    var pattern: Pattern
    /// An element whose occurrence disables this rule.
    var unless: Int?
    /// Whether a match counts as present in a story, or in a sentence about the past, as well.
    var isOfNow: Bool
  }

  /// The elements that code refers to; each is a class of `safety_classes.tsv`.
  enum Name: String, CaseIterable { case negator, filler, past, now, fiction, wish }

  static let shared = SafetyRules()

  /// The elements of a table of patterns with the classes of `safety_classes.tsv`, before it is read.
  static let elementsOfClasses = PatternElements(
    classes: Dictionary(CoachTable.safetyClasses.rows(2).map { ($0[0], $0[1]) }) { $0 + "|" + $1 },
    numberWords: Utterance.numberWords, isReading: SafetyText.isReading)

  let idioms: [Pattern]
  let rules: [Rule]
  private let elements: PatternElements
  private let names: [Name: Int]

  private init() {
    var elements = Self.elementsOfClasses
    idioms = CoachTable.safetyIdioms.rows(1).map { Pattern($0[0], &elements) }
    let rows = CoachTable.safetyRules.rows(5).map { Array($0.prefix(4)) }
    let readings = CoachTable.vitalLimits.rows(6).flatMap { row in
      let patterns = row[1].isEmpty ? [row[2]] : ["\(row[1]) ... \(row[2])", "\(row[2]) ... \(row[1])"]
      return patterns.map { [row[0], "reading", row[3].isEmpty ? $0 : "\($0) & \(row[3])", row[4]] }
    }
    rules = (readings + rows).map { row in
      guard let category = SafetyFinding.Category(rawValue: row[0]),
        ["any", "reading"].contains(row[1]) || SafetyFinding.Language(rawValue: row[1]) != nil
      else { preconditionFailure("\(row[0]) or \(row[1]) is unknown: \(row[2])") }
      return Rule(
        category: category, language: SafetyFinding.Language(rawValue: row[1]),
        pattern: Pattern(row[2], &elements), unless: row[3].isEmpty ? nil : elements.number(row[3]),
        isOfNow: row[1] == "reading" || category == .selfHarm || category == .care)
    }
    names = Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0, elements.number("@" + $0.rawValue)) })
    self.elements = elements
  }

  func match(_ text: SafetyText) -> PatternMatch {
    var match = PatternMatch(text.words, elements)
    for idiom in idioms where match.mayMatch(idiom) { for part in idiom.parts { match.hide(match.all(part)) } }
    return match
  }

  func places(of name: Name, in match: PatternMatch) -> [Range<Int>] { names[name].map { match.places[$0] } ?? [] }

  /// Returns the most severe finding whose rule applies; nil if none does.
  func finding(_ match: PatternMatch) -> SafetyFinding? {
    var found: Rule?
    lazy var denied = self.denied(match)
    lazy var past = self.past(match)
    for rule in rules where match.mayMatch(rule.pattern) {
      if let found, found.category.severity >= rule.category.severity { continue }
      if let element = rule.unless, !match.places[element].isEmpty { continue }
      let isPresent = match.matches(rule.pattern) { span in
        !denied.contains(span.lowerBound) && (rule.isOfNow || !past.contains(match.words[span.lowerBound].sentence))
      }
      if isPresent { found = rule }
    }
    return found.map { rule in
      let language = rule.language ?? SafetyStage.language(match.words.map(\.text))
      return SafetyFinding(category: rule.category, language: language, isOfRule: true)
    }
  }

  /// Returns the words that a negation precedes in their clause, with only filler words in between: "no chest pain".
  private func denied(_ match: PatternMatch) -> Set<Int> {
    let negated = Set(places(of: .negator, in: match).map(\.upperBound))
    let fillers = Set(places(of: .filler, in: match).joined())
    return match.words.indices.dropFirst().reduce(into: []) { denied, index in
      let follows = negated.contains(index) || fillers.contains(index - 1) && denied.contains(index - 1)
      if follows, match.words[index - 1].clause == match.words[index].clause { denied.insert(index) }
    }
  }

  /// Returns the sentences about the past and not the present ("a stroke ten years ago"), or about a story ("in a film").
  private func past(_ match: PatternMatch) -> Set<Int> {
    func sentences(_ name: Name) -> Set<Int> {
      Set(places(of: name, in: match).map { match.words[$0.lowerBound].sentence })
    }
    return sentences(.past).subtracting(sentences(.now)).union(sentences(.fiction))
  }
}
