/// The rules of the safety stage, compiled once:
///   `safety_classes.tsv`   name, alternatives
///   `safety_idioms.tsv`    pattern of a harmless phrase, whose words are hidden from rules
///   `safety_rules.tsv`     category, language (`any`: that of the message), pattern, unless (an element), source
///   `vital_limits.tsv`     category, name of a reading (may be empty), figure (up to 8 words before or after the name),
///                          other parts, unless, source: the dangerous readings of a body
struct SafetyRules: Sendable {
  struct Rule: Sendable {
    var category: SafetyFinding.Category
    /// The language of the reply; nil for a pattern with words of several languages.
    var language: SafetyFinding.Language?
    var pattern: SafetyPattern
    /// An element whose occurrence disables this rule.
    var unless: Int?
    /// Whether a match counts as present in a story, or in a sentence about the past, as well.
    var isOfNow: Bool
  }

  /// The elements that code refers to; each is a class of `safety_classes.tsv`.
  enum Name: String, CaseIterable {
    case negator, filler, past, now, fiction, wish
  }

  static let shared = SafetyRules()

  let lexicon: SafetyLexicon
  let fuzzy: FuzzyWords
  let idioms: [SafetyPattern]
  let rules: [Rule]
  let names: [Name: Int]

  private init() {
    let classes = CoachTable.safetyClasses.rows(2).map { ($0[0], $0[1]) }
    var lexicon = SafetyLexicon(classes: Dictionary(classes) { $0 + "|" + $1 })
    idioms = CoachTable.safetyIdioms.rows(1).map { SafetyPattern($0[0], &lexicon) }
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
        pattern: SafetyPattern(row[2], &lexicon), unless: row[3].isEmpty ? nil : lexicon.element(row[3]),
        isOfNow: row[1] == "reading" || category == .selfHarm || category == .care)
    }
    names = Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0, lexicon.element("@" + $0.rawValue)) })
    self.lexicon = lexicon
    fuzzy = FuzzyWords(lexicon.words, ordinary: Set(FuzzyWords.ordinaryWords))
  }

  func match(_ text: SafetyText) -> SafetyMatch {
    var match = SafetyMatch(text, lexicon, fuzzy)
    for idiom in idioms where match.mayMatch(idiom) {
      for part in idiom.parts { for span in match.all(part) { match.mask(span) } }
    }
    return match
  }

  /// Returns the most severe finding whose rule applies; nil if none does.
  func finding(_ match: SafetyMatch) -> SafetyFinding? {
    var found: SafetyFinding?
    lazy var context = SafetyContext(match, names)
    for rule in rules where match.mayMatch(rule.pattern) {
      if let found, found.severity >= rule.category.severity { continue }
      if let element = rule.unless, match.occurs(element) { continue }
      let isPresent = match.matches(rule.pattern) { span in
        !context.isDenied(span) && (rule.isOfNow || !context.isPast(span))
      }
      guard isPresent else { continue }
      found = SafetyFinding(
        category: rule.category, language: rule.language ?? SafetyStage.language(match.words.map(\.text)))
    }
    return found
  }
}

/// The negations and time references of a message, computed once for all rules.
struct SafetyContext {
  /// For each word, whether a negation precedes it in its clause, with only filler words in between: "no chest pain".
  private let isDenied: [Bool]
  /// For each word, whether its sentence refers to the past and not to the present ("a stroke ten years ago"), or to a
  /// story ("in a film").
  private let isPast: [Bool]

  init(_ match: SafetyMatch, _ names: [SafetyRules.Name: Int]) {
    let words = match.words
    func places(_ name: SafetyRules.Name) -> [SafetyMatch.Span] { names[name].map(match.places) ?? [] }
    func sentences(_ name: SafetyRules.Name) -> Set<Int> { Set(places(name).map { words[$0.start].sentence }) }
    let fillers = Set(places(.filler).flatMap { $0.start..<$0.end })
    let negations = places(.negator).filter { $0.end < words.count && words[$0.start].clause == words[$0.end].clause }
    let negated = Set(negations.map(\.end))
    var isDenied: [Bool] = []
    for index in words.indices {
      let follows = fillers.contains(index - 1) && words[index - 1].clause == words[index].clause
      isDenied.append(negated.contains(index) || follows && isDenied[index - 1])
    }
    self.isDenied = isDenied
    let (past, now, fiction) = (sentences(.past), sentences(.now), sentences(.fiction))
    isPast = words.map { fiction.contains($0.sentence) || past.contains($0.sentence) && !now.contains($0.sentence) }
  }

  func isDenied(_ span: SafetyMatch.Span) -> Bool { isDenied[span.start] }

  func isPast(_ span: SafetyMatch.Span) -> Bool { isPast[span.start] }
}
