import HealthModels

/// The first stage of every answer: finds dangers in a message before the coach or a language model receives it.
///
/// Pure and deterministic: no I/O, no clock. The cost is linear in the words of a message, which are at most
/// `SafetyText.maxWords`.
package struct SafetyStage: Sendable {
  /// The number of earlier messages that are read for age, height and weight.
  static let maxEarlier = 20
  /// The number of characters of each that are read.
  static let maxEarlierLength = 1000

  // Read at the first message, not when the server starts: it takes 50 ms.
  private var rules: SafetyRules { .shared }

  /// Creates the stage with the embedded rules.
  package init() {}

  /// Reads the rules, which the first message would otherwise wait for.
  package static func warmUp() { _ = SafetyRules.shared }

  /// The input of the stage: one turn.
  package struct Turn: Sendable {
    /// The message to be answered.
    package var message: String
    /// The user's earlier messages of the consultation, oldest first.
    package var earlier: [String]
    /// The facts about the user from other sources.
    package var facts: Facts

    /// Creates the input of a turn; by default the first message of an unknown user.
    package init(message: String, earlier: [String] = [], facts: Facts = Facts()) {
      self.message = message
      self.earlier = earlier
      self.facts = facts
    }
  }

  /// The result of the stage.
  package struct Verdict: Sendable, Equatable {
    /// The danger, whose reply is the whole answer; nil if there is none.
    package var finding: SafetyFinding?
    /// The text before the answer if a food of the message conflicts with an allergy or condition; otherwise nil.
    /// Of the findings only `care` has one.
    package var warning: String?
    /// The allergies and conditions that the message states or retracts.
    package var statement: HealthStatement
    /// The age, height and weight of a message whose finding depends on them; nil for any other message.
    package var learned: Facts?
  }

  /// Checks one turn. Pure; the cost is linear in the words of the messages.
  package func verdict(on turn: Turn) -> Verdict {
    let text = SafetyText(turn.message)
    let statement = HealthStatement(text)
    var facts = turn.facts
    facts.apply(statement)
    let warning = warning(text, statement, facts)
    if let finding = finding(text, turn) {
      let isAboutBody = finding.category == .minor || finding.category == .underweight
      let figures = isAboutBody ? BodyFigures(turn.message).facts : Facts()
      return Verdict(
        finding: finding, warning: finding.category == .care ? warning : nil, statement: statement,
        learned: figures == Facts() ? nil : figures)
    }
    return Verdict(finding: nil, warning: warning, statement: statement)
  }

  private func warning(_ text: SafetyText, _ statement: HealthStatement, _ facts: Facts) -> String? {
    let stated = statement.allergies.positions.union(statement.conditions.positions)
    let conflicts = AllergyConflict.all(in: text, except: stated, facts: facts)
    let conditions = ConditionConflict.all(in: text, except: stated, conditions: facts.conditions(in: statement))
    let warnings = [
      AllergyConflict.warning(conflicts), ConditionConflict.warning(conditions, known: facts.conditions ?? []),
    ].compactMap(\.self)
    return warnings.isEmpty ? nil : warnings.joined()
  }

  private func finding(_ text: SafetyText, _ turn: Turn) -> SafetyFinding? {
    let match = rules.match(text)
    if let finding = finding(match) { return finding }
    if let category = bodyWarning(turn, match) { return SafetyFinding(category: category, language: .en) }
    // Two messages may show a danger together: "I use insulin." and "I feel shaky."
    guard let last = turn.earlier.last, finding(rules.match(SafetyText(last))) == nil else { return nil }
    let joined = String(last.prefix(500)) + "\n" + turn.message
    let found = rules.finding(rules.match(SafetyText(joined)))
    return found?.category == .care && isOnlyAboutFood(turn, after: last) ? nil : found
  }

  /// Whether a message after "I'm pregnant" asks for one food, which the tables of conditions answer, and not for a diet or
  /// a plan.
  private func isOnlyAboutFood(_ turn: Turn, after last: String) -> Bool {
    let words = SafetyText(turn.message).words.map(\.text)
    if WordList.careSubjects.phrases.contains(where: { $0.position(in: words) != nil }) { return false }
    let other = SafetyText(String(last.prefix(500))).words.map(\.text).filter { DietaryCondition.names[[$0]] == nil }
    return rules.finding(rules.match(SafetyText(other.joined(separator: " ") + "\n" + turn.message))) == nil
  }

  private func finding(_ match: SafetyMatch) -> SafetyFinding? {
    let byRule = rules.finding(match)
    if let byRule, byRule.severity == .emergency { return byRule }
    if let category = VitalSigns(match, rules).category {
      return SafetyFinding(category: category, language: byRule?.language ?? Self.language(match.words))
    }
    if let byRule { return byRule }
    return EnergyIntake(match, rules).energy.map { _ in SafetyFinding(category: .lowEnergy, language: .en) }
  }

  private func bodyWarning(_ turn: Turn, _ match: SafetyMatch) -> SafetyFinding.Category? {
    // "I'm too skinny and want to gain" names thinness, but wants the opposite.
    func wants(_ match: SafetyMatch) -> Bool {
      let wantsGain = match.words.contains { ["gain", "gaining", "bulk", "bulking"].contains($0.text) }
      return !wantsGain && rules.names[.wish].map(match.occurs) ?? false
    }
    let now = BodyFigures(turn.message)
    let statesFigures = now.facts.body.age != nil || now.facts.body.heightCentimetres != nil || !now.weights.isEmpty
    let wantsLoss = wants(match)
    guard wantsLoss || statesFigures else { return nil }
    var facts = turn.facts
    var hasWantedLoss = wantsLoss || facts.body.goal == .lose
    for message in turn.earlier.suffix(Self.maxEarlier).map({ String($0.prefix(Self.maxEarlierLength)) }) {
      facts = facts.updated(by: BodyFigures(message).facts)
      hasWantedLoss = hasWantedLoss || wants(rules.match(SafetyText(message)))
    }
    return BodyWarning(facts.updated(by: now.facts), wantsLoss: hasWantedLoss).category(weights: now.weights)
  }

  /// Returns the language of a message by its function words; English if in doubt.
  static func language(_ words: [SafetyText.Word]) -> SafetyFinding.Language {
    var best = (language: SafetyFinding.Language.en, count: 0)
    for (language, known) in functionWords {
      let count = words.count { known.contains($0.text) }
      if count > best.count { best = (language, count) }
    }
    return best.language
  }

  private static let functionWords: [(SafetyFinding.Language, Set<String>)] = [
    (.en, ["my", "is", "the", "i", "im", "and", "of", "has", "at", "it", "a"]),
    (.es, ["mi", "tengo", "el", "la", "de", "y", "es", "esta", "azucar", "fiebre", "hijo", "hija", "tiene"]),
    (.pt, ["minha", "meu", "estou", "o", "com", "esta", "tenho", "de", "febre", "filho", "filha", "acucar"]),
    (.fr, ["mon", "ma", "ai", "le", "la", "est", "de", "et", "je", "fievre", "fils", "fille", "sucre"]),
    (.de, ["mein", "meine", "ich", "habe", "ist", "der", "die", "und", "fieber", "hat", "zucker", "blutdruck"]),
    (.it, ["mio", "mia", "ho", "il", "di", "e", "la", "febbre", "figlio", "figlia", "ha", "zucchero"]),
    (.tr, ["benim", "ve", "atesi", "atesim", "var", "cok", "sekerim", "tansiyonum", "cocugumun", "oglumun"]),
  ]
}
