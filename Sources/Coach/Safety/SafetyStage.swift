import HealthModels
import TextModels

/// The first stage of every answer: finds dangers in a message before the coach or a language model receives it.
///
/// Pure and deterministic: no I/O, no clock. The cost is linear in the words, at most `WordSplitter.maxWords` a message.
package struct SafetyStage: Sendable {
  static let maxEarlier = 20
  static let maxEarlierLength = 1000

  // Read at the first message, not when the server starts: it takes 200 ms.
  private var rules: SafetyRules { .shared }

  private let model: DangerModel?

  /// Creates the stage with the embedded rules.
  /// - Parameter model: weighs the rules and finds dangers that none describes; nil for the rules alone.
  package init(model: DangerModel? = .shared) { self.model = model }

  /// Reads the rules, which the first message would otherwise wait for.
  package static func warmUp() {
    _ = (SafetyRules.shared, DangerModel.shared, StatementModel.shared, RestrictedFoods.shared)
  }

  private typealias Turn = (message: String, earlier: [String], facts: Facts)

  /// The result of the stage.
  package struct Verdict: Sendable, Equatable {
    /// The danger, whose reply is the whole answer; nil if there is none.
    package var finding: SafetyFinding?
    /// The danger of one of the last two messages, if this one shows none.
    package var recent: SafetyFinding.Category?
    /// The text before the answer, or the reply to `care`, if a food conflicts with an allergy or condition; or nil.
    package var warning: String?
    /// The allergies and conditions that the message states or retracts.
    package var statement: HealthStatement
    /// The age, height and weight of a message whose finding depends on them; nil for any other message.
    package var learned: Facts?
  }

  /// Checks one message.
  /// - Parameters:
  ///   - earlier: the user's earlier messages of the consultation, oldest first.
  ///   - facts: those about the user from other sources.
  package func verdict(on message: String, after earlier: [String] = [], facts: Facts = Facts()) -> Verdict {
    let turn = (message: message, earlier: earlier, facts: facts)
    let text = SafetyText(message)
    let foods = FoodText(text)
    let statement = HealthStatement(foods, known: facts)
    var facts = facts
    facts.apply(statement)
    var finding = finding(text, turn)
    if let found = finding, found.category.severity == .emergency {
      finding?.firstAid = FirstAid.text(text.words, for: found)
    }
    let isAboutBody = finding?.category == .minor || finding?.category == .underweight
    let figures = isAboutBody ? BodyFigures(message).facts : Facts()
    let isWarned = finding == nil || finding?.category == .care
    let recent = earlier.indices.suffix(finding == nil ? 2 : 0).reversed().lazy.compactMap { [facts] index in
      self.finding(SafetyText(earlier[index]), (earlier[index], Array(earlier[..<index]), facts))?.category
    }.first
    return Verdict(
      finding: finding, recent: recent,
      warning: isWarned ? warning(foods, statement, facts, isQuestion: message.contains("?")) : nil,
      statement: statement, learned: figures == Facts() ? nil : figures)
  }

  private func warning(_ text: FoodText, _ statement: HealthStatement, _ facts: Facts, isQuestion: Bool) -> String? {
    let known = facts.conditions ?? []
    // A condition that the user does not have matters only if it is medical and the message asks about it.
    let ofOthers = text.has(.otherPersons) ? facts.dietsOfOthers ?? [] : []
    let asked = statement.conditions.mentioned.filter(\.isMedical).subtracting(statement.conditions.removed)
    let allergies = FoodConflict.all(facts.warned, in: text, without: statement.positions)
    let relevant = known.union(isQuestion ? asked : []).union(ofOthers)
    let conditions = FoodConflict.all(of: relevant, in: text, without: statement.positions)
    let eaten = allergies.isEmpty || !text.has(.eaten) ? "" : Wording.text("conflict.eaten") + " "
    let warning = allergies.allergyText("conflict.allergy") + eaten + conditions.conditionWarning(known: known)
    return warning.isEmpty ? nil : warning
  }

  private func finding(_ text: SafetyText, _ turn: Turn) -> SafetyFinding? {
    let match = rules.match(text)
    let found = rules.finding(match)
    if let weighed = model.map({ $0.weighed(found, match.shown) }) ?? found {
      return found == nil && contradicts(weighed, turn) ? nil : weighed
    }
    let language = Self.language(text.words.map(\.text))
    if let (category, story) = bodyWarning(turn, match) {
      // "My son is 14." and "He lost his lunchbox." have the words of a danger, but not its meaning.
      let warning = SafetyFinding(category: category, language: language)
      let model = category == .minor ? model : nil
      if let weighed = model.map({ $0.weighed(warning, SafetyText(story).words) }) ?? warning { return weighed }
    }
    // Two messages may show a danger together: "I use insulin." and "I feel shaky." A doubted one shows none.
    let last = found == nil ? turn.earlier.last : nil
    guard let last, rules.finding(rules.match(SafetyText(last))) == nil else { return nil }
    let joint = SafetyText(String(last.prefix(500)) + "\n" + turn.message)
    let both = rules.finding(rules.match(joint)).flatMap { rule in model.map { $0.weighed(rule, joint.words) } ?? rule }
    // After "I'm pregnant" the tables of conditions answer a question about one food, but not one about a diet.
    let isAboutFood = both?.category == .care && !WordList.careSubjects.phrases.occur(in: text.words.map(\.text))
    return isAboutFood && !HealthStatement(last).conditions.added.isEmpty ? nil : both
  }

  /// Whether the figures of a message exclude a danger that its words resemble: "160 cm and 52 kg" is no low weight.
  private func contradicts(_ finding: SafetyFinding, _ turn: Turn) -> Bool {
    let now = BodyFigures(turn.message)
    let facts = turn.facts.updated(by: now.facts)
    if finding.category == .minor { return facts.body.age.map { $0 >= 18 } ?? false }
    let isKnown = facts.body.heightCentimetres != nil && (facts.body.weightKilograms != nil || !now.weights.isEmpty)
    return finding.category == .underweight && isKnown && facts.warning(weights: now.weights) == nil
  }

  /// Returns the danger of losing weight for a body as it is known, and what is said of it as one text.
  private func bodyWarning(_ turn: Turn, _ match: PatternMatch) -> (SafetyFinding.Category, story: String)? {
    // "I'm too skinny and want to gain" names thinness, but wants the opposite.
    func wants(_ match: PatternMatch) -> Bool {
      !match.words.contains { WordList.gains.contains($0.text) } && !rules.places(of: .wish, in: match).isEmpty
    }
    let now = BodyFigures(turn.message)
    let hasFigures = now.facts.body.age != nil || now.facts.body.heightCentimetres != nil || !now.weights.isEmpty
    guard wants(match) || hasFigures else { return nil }
    let earlier = turn.earlier.suffix(Self.maxEarlier).map { String($0.prefix(Self.maxEarlierLength)) }
    let facts = earlier.reduce(turn.facts) { $0.updated(by: BodyFigures($1).facts) }.updated(by: now.facts)
    let wish = earlier.last { wants(rules.match(SafetyText($0))) }
    guard wants(match) || facts.body.goal == .lose || wish != nil, let category = facts.warning(weights: now.weights)
    else { return nil }
    let parts = [facts.body.age.map { "i am \($0)" }, wants(match) ? nil : wish ?? "lose weight", turn.message]
    return (category, parts.compactMap(\.self).joined(separator: "\n"))
  }

  /// Returns the language of a message, of which it has `lead` function words more than of English; English if in doubt.
  static func language(_ words: [String], lead: Int = 1) -> SafetyFinding.Language {
    let counts = WordList.functionWords.values.map { row in
      let found = words.indices.count { row.phrases.longest(in: words, at: $0) != nil }
      return (row.value, count: row.value == "en" ? found + lead - 1 : found)
    }
    return counts.max { $0.count < $1.count }.flatMap { SafetyFinding.Language(rawValue: $0.0) } ?? .en
  }
}
